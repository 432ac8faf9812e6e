" Vim syntax file
" Language: ap 2.0, patches written as YAML
if exists("b:current_syntax")
  finish
endif

syntax match apComment "^\s*#.*$"
syntax match apString "\"[^\"]*\""
syntax match apKey "^\s*\%(-\s\+\)\?\zs\w\+\ze\s*:"
syntax match apUnknownAction contained "\S.*$"
syntax match apAction contained "\<\%(REPLACE\|INSERT_AFTER\|INSERT_BEFORE\|DELETE\|CREATE_FILE\)\s*$"
syntax match apActionLine "\%(\<action:\s*\)\@20<=\S.*$" contains=apUnknownAction,apAction
" A block goes on as long as its lines are indented further than its key, which may stand behind a dash.
syntax region apBlock start="^\z(\s*\)\w\+:\s*[|>][-+0-9]*\s*$" end="^\%(\z1\s\|\s*$\)\@!"me=s-1 contains=apBlockKey
syntax region apBlock start="^\z(\s*\)- \w\+:\s*[|>][-+0-9]*\s*$" end="^\%(\z1\s\{3}\|\s*$\)\@!"me=s-1 contains=apBlockKey
syntax match apBlockKey contained "^\s*\%(- \)\?\w\+\ze:\s*[|>][-+0-9]*\s*$"
syntax sync fromstart

highlight default link apComment Comment
highlight default link apKey Identifier
highlight default link apBlockKey Identifier
highlight default link apString String
highlight default link apAction Statement
highlight default link apUnknownAction Error
highlight default link apBlock String

let b:current_syntax = "ap"

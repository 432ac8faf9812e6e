" Vim syntax file
" Language: v4a, the patch format of apply_patch
if exists("b:current_syntax")
  finish
endif

syntax match v4aHint contained "\%(^@@\s\)\@3<=.*$"
syntax match v4aHunk "^@@.*$" contains=v4aHint
syntax match v4aRemoved "^-.*$"
syntax match v4aAdded "^+.*$"
syntax match v4aPath contained "\%(: \)\@2<=\S.*$"
syntax match v4aFile "^\*\*\* \%(Update\|Add\|Delete\) File:.*$" contains=v4aPath
syntax match v4aMove "^\*\*\* Move to:.*$" contains=v4aPath
syntax match v4aEnvelope "^\s*\*\*\* \%(Begin Patch\|End Patch\|End of File\)\>.*$"

highlight default link v4aEnvelope PreProc
highlight default link v4aFile diffFile
highlight default link v4aMove diffFile
highlight default link v4aPath Directory
highlight default link v4aHunk diffLine
highlight default link v4aHint Identifier
highlight default link v4aRemoved diffRemoved
highlight default link v4aAdded diffAdded
highlight default link diffFile Type
highlight default link diffLine Statement
highlight default link diffRemoved Special
highlight default link diffAdded Identifier

let b:current_syntax = "v4a"

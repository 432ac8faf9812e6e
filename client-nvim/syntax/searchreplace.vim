" Vim syntax file
" Language: SEARCH/REPLACE blocks
if exists("b:current_syntax")
  finish
endif

syntax match searchreplacePath "^[#*` ]*[^ <>|:`*]*[/.][^ <>|:`*]\+[*`:]*$"
syntax match searchreplacePath "\%(^\s*<\%(file_\)\?path>\)\@16<=[^<]*"
syntax match searchreplaceNumber contained "^:\%(start\|end\)_line:.*$"
syntax region searchreplaceOld matchgroup=searchreplaceSearch contains=searchreplaceNumber
      \ start="^[<-]\{5,9} \%(SEARCH\|ORIGINAL\)\>.*$" end="^=\{5,9}\s*$"me=s-1
      \ end="^[>+]\{5,9} \%(REPLACE\|UPDATED\)\>"me=s-1
syntax region searchreplaceNew matchgroup=searchreplaceDivider start="^=\{5,9}\s*$"
      \ end="^[>+]\{5,9} \%(REPLACE\|UPDATED\)\>"me=s-1
syntax match searchreplaceReplace "^[>+]\{5,9} \%(REPLACE\|UPDATED\)\>.*$"
syntax sync fromstart

highlight default link searchreplacePath Directory
highlight default link searchreplaceNumber Constant
highlight default link searchreplaceSearch Statement
highlight default link searchreplaceDivider Statement
highlight default link searchreplaceReplace Statement
highlight default link searchreplaceOld diffRemoved
highlight default link searchreplaceNew diffAdded
highlight default link diffRemoved Special
highlight default link diffAdded Identifier

let b:current_syntax = "searchreplace"

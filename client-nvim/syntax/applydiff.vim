" Vim syntax file
" Language: ApplyDiff 3.0
if exists("b:current_syntax")
  finish
endif

syntax match applydiffSession "^\[/\?SESSION CONTEXT\]\s*$"
syntax match applydiffPath contained "\%(^>>> file:\s*\)\@20<=[^|]*"
syntax match applydiffOption contained "\<\%(mode\|fuzz\)=[^| ]*"
syntax match applydiffFile "^>>> file:.*$" contains=applydiffPath,applydiffOption
syntax region applydiffOld matchgroup=applydiffFrom start="^--- from\s*$"
      \ end="^--- to\s*$"me=s-1 end="^<\+\s*$"me=s-1 end="^>>> file:"me=s-1
syntax region applydiffNew matchgroup=applydiffTo start="^--- to\s*$"
      \ end="^<\+\s*$"me=s-1 end="^>>> file:"me=s-1
syntax match applydiffEnd "^<\+\s*$"
syntax sync fromstart

highlight default link applydiffSession PreProc
highlight default link applydiffFile Type
highlight default link applydiffPath Directory
highlight default link applydiffOption Constant
highlight default link applydiffFrom Statement
highlight default link applydiffTo Statement
highlight default link applydiffEnd Statement
highlight default link applydiffOld diffRemoved
highlight default link applydiffNew diffAdded
highlight default link diffRemoved Special
highlight default link diffAdded Identifier

let b:current_syntax = "applydiff"

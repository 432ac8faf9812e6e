" Vim syntax file
" Language: Zenpatch, which is written like v4a
if exists("b:current_syntax")
  finish
endif

runtime! syntax/v4a.vim

let b:current_syntax = "zenpatch"

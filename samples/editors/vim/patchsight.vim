" Patchsight with ALE: put this file into ~/.vim/plugin/.
" Problems show as you type, :ALEHover says where a part lands, :ALECodeAction applies. ALE shows the server no files but
" patches, so the files are changed on disk: save them first. With 'autoread' buffers without unsaved text are reloaded.

" A word when a patch is applied: ALE shows nothing but errors otherwise.
let g:ale_lsp_show_message_severity = get(g:, 'ale_lsp_show_message_severity', 'information')

augroup patchsight
  autocmd!
  " formats:begin
  autocmd BufRead,BufNewFile *.v4a setfiletype v4a
  autocmd BufRead,BufNewFile *.zenpatch setfiletype zenpatch
  autocmd BufRead,BufNewFile *.ap setfiletype ap
  autocmd BufRead,BufNewFile *.applydiff setfiletype applydiff
  autocmd BufRead,BufNewFile *.sr setfiletype searchreplace
  autocmd BufRead,BufNewFile *.stringedit setfiletype stringedit
  " formats:end
augroup END

" The folder that the paths of a patch start at.
function! PatchsightRoot(buffer) abort
  let l:git = ale#path#FindNearestDirectory(a:buffer, '.git')
  return empty(l:git) ? getcwd() : fnamemodify(l:git, ':h:h')
endfunction

function! s:Define() abort
  for l:type in ['diff', 'v4a', 'zenpatch', 'ap', 'applydiff', 'searchreplace', 'stringedit']
    call ale#linter#Define(l:type, {
    \   'name': 'patchsight',
    \   'lsp': 'stdio',
    \   'executable': 'patchsight',
    \   'command': '%e --stdio',
    \   'language': l:type,
    \   'project_root': function('PatchsightRoot'),
    \})
  endfor
endfunction

call s:Define()

;;; patchsight-eglot.el --- Patchsight with Eglot  -*- lexical-binding: t -*-

;;; Commentary:
;; Put this folder on `load-path' and (require 'patchsight-eglot).
;; Problems show as you type, M-x eldoc says where a part lands, M-x eglot-code-actions applies.
;; M-x patchsight-apply applies the whole patch, or says why it cannot: Eglot hides what is not offered, and
;; it cannot create, rename or delete files, so a patch that does is refused.

;;; Code:
(require 'eglot)
(require 'patchsight-mode)

(dolist (entry patchsight-languages)
  (put (car entry) 'eglot-language-id (cdr entry))
  (add-hook (intern (format "%s-hook" (car entry))) #'eglot-ensure))

(add-to-list 'eglot-server-programs
             (cons (mapcar #'car patchsight-languages) '("patchsight" "--stdio")))

(defun patchsight-apply ()
  "Apply the whole patch in this buffer, or say why it cannot be applied."
  (interactive)
  (eglot-execute-command (eglot--current-server-or-lose) 'patchsight.applyPatch
                         (vector (plist-get (eglot--TextDocumentIdentifier) :uri))))

;; Two things that Eglot leaves to others. It shows the server only the buffers it manages, so unsaved text in a target
;; would be edited at the wrong places. And it inserts line ends as they come, so a file with CRLF would get CR CR LF.
(defun patchsight--prepare-edit (edit &rest _)
  "Make EDIT of the Patchsight server ready for Eglot, or refuse it."
  (when (seq-some #'patchsight--is-patch (buffer-list))
    (let ((changes (seq-filter (lambda (change) (plist-get change :textDocument))
                               (plist-get edit :documentChanges))))
      (when-let ((path (patchsight-find-unseen (mapcar #'patchsight--path changes) #'eglot-current-server)))
        (patchsight-refuse path))
      (seq-do #'patchsight--unify-line-ends changes))))

(defun patchsight--is-patch (buffer)
  "Whether BUFFER holds a patch."
  (assq (buffer-local-value 'major-mode buffer) patchsight-languages))

(defun patchsight--path (change)
  "The file that CHANGE is about."
  (eglot--uri-to-path (plist-get (plist-get change :textDocument) :uri)))

(defun patchsight--unify-line-ends (change)
  "Let the texts of CHANGE end their lines as the buffer does."
  (with-current-buffer (find-file-noselect (patchsight--path change))
    (when (eq 1 (coding-system-eol-type buffer-file-coding-system))
      (seq-do (lambda (edit)
                (plist-put edit :newText (string-replace "\r\n" "\n" (plist-get edit :newText))))
              (plist-get change :edits)))))

(advice-add 'eglot--apply-workspace-edit :before #'patchsight--prepare-edit)

(provide 'patchsight-eglot)
;;; patchsight-eglot.el ends here

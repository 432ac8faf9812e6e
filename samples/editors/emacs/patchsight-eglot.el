;;; patchsight-eglot.el --- Patchsight with Eglot  -*- lexical-binding: t -*-

;;; Commentary:
;; Put this folder on `load-path' and (require 'patchsight-eglot).
;; Problems show as you type, M-x eldoc says where a part lands, M-x eglot-code-actions applies.
;; M-x patchsight-apply applies the whole patch, or says why it cannot: Eglot hides what is not offered.
;; The keys are those of diff-mode, see patchsight-keys.el.
;; Eglot shows the server no files but patches, so the files are changed on disk: save them first. Buffers without
;; unsaved text are reloaded.

;;; Code:
(require 'eglot)
(require 'patchsight-mode)
(require 'patchsight-keys)

(dolist (entry patchsight-languages)
  (put (car entry) 'eglot-language-id (cdr entry))
  (add-hook (intern (format "%s-hook" (car entry))) #'eglot-ensure)
  (add-hook (intern (format "%s-hook" (car entry))) #'patchsight-keys-mode))

(setq patchsight-choose-function (lambda () (call-interactively #'eglot-code-actions))
      patchsight-status-function
      (lambda ()
        (jsonrpc-request (eglot--current-server-or-lose) :patchsight/status (eglot--TextDocumentIdentifier))))

(add-to-list 'eglot-server-programs
             (cons (mapcar #'car patchsight-languages) '("patchsight" "--stdio")))

(defun patchsight-apply ()
  "Apply the whole patch in this buffer, or say why it cannot be applied."
  (interactive)
  (eglot-execute-command (eglot--current-server-or-lose) 'patchsight.applyPatch
                         (vector (plist-get (eglot--TextDocumentIdentifier) :uri))))

(dolist (execute '(eglot-execute eglot-execute-command))
  (when (fboundp execute)
    (advice-add execute :after #'patchsight-reload)))

(provide 'patchsight-eglot)
;;; patchsight-eglot.el ends here

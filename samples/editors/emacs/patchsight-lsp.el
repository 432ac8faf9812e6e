;;; patchsight-lsp.el --- Patchsight with lsp-mode  -*- lexical-binding: t -*-

;;; Commentary:
;; Put this folder on `load-path' and (require 'patchsight-lsp).
;; M-x lsp-execute-code-action applies a patch. If lsp-mode is on in every file that it changes, the text stays unsaved
;; until you save it; else the files are changed on disk, and buffers without unsaved text are reloaded.
;; M-x patchsight-apply applies, or says why it cannot. The keys are those of diff-mode, see patchsight-keys.el.

;;; Code:
(require 'lsp-mode)
(require 'patchsight-mode)
(require 'patchsight-keys)

(dolist (entry patchsight-languages)
  (add-to-list 'lsp-language-id-configuration entry)
  (add-hook (intern (format "%s-hook" (car entry))) #'lsp-deferred)
  (add-hook (intern (format "%s-hook" (car entry))) #'patchsight-keys-mode))

(setq patchsight-choose-function
      (lambda ()
        (let ((lsp-auto-execute-action nil))
          (call-interactively #'lsp-execute-code-action)))
      patchsight-status-function
      (lambda ()
        (let ((status (lsp-request "patchsight/status" (lsp--text-document-identifier))))
          (if (hash-table-p status) (patchsight-as-plist status) status))))

(defun patchsight-apply ()
  "Apply the whole patch in this buffer, or say why it cannot be applied."
  (interactive)
  (lsp-send-execute-command "patchsight.applyPatch" (vector (lsp--buffer-uri))))

;; An add-on that is active in every file: where lsp-mode is on, the server sees unsaved text.
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection '("patchsight" "--stdio"))
                  :activation-fn (lambda (&rest _) t)
                  :add-on? t
                  :server-id 'patchsight))

(advice-add 'lsp-send-execute-command :after #'patchsight-reload)

(provide 'patchsight-lsp)
;;; patchsight-lsp.el ends here

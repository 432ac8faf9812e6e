;;; patchsight-lsp.el --- Patchsight with lsp-mode  -*- lexical-binding: t -*-

;;; Commentary:
;; Put this folder on `load-path' and (require 'patchsight-lsp).
;; M-x lsp-execute-code-action applies a patch; the files it changes stay unsaved until you save them,
;; those it renames, creates and deletes are changed on disk at once.

;;; Code:
(require 'lsp-mode)
(require 'patchsight-mode)

(dolist (entry patchsight-languages)
  (add-to-list 'lsp-language-id-configuration entry)
  (add-hook (intern (format "%s-hook" (car entry))) #'lsp-deferred))

;; An add-on that is active in every file: where lsp-mode is on, the server sees unsaved text.
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection '("patchsight" "--stdio"))
                  :activation-fn (lambda (&rest _) t)
                  :add-on? t
                  :server-id 'patchsight))

;; Elsewhere it does not, and would edit at the wrong places.
(defun patchsight--check-seen (edit &rest _)
  "Refuse EDIT if it changes a file whose unsaved text the server does not know."
  (let ((paths (mapcar (lambda (change)
                         (lsp--uri-to-path (lsp-get (lsp-get change :textDocument) :uri)))
                       (seq-filter (lambda (change) (lsp-get change :textDocument))
                                   (lsp-get edit :documentChanges)))))
    (when-let ((path (and (lsp-find-workspace 'patchsight nil)
                          (patchsight-find-unseen paths (lambda () (bound-and-true-p lsp-managed-mode))))))
      (patchsight-refuse path))))

(advice-add 'lsp--apply-workspace-edit :before #'patchsight--check-seen)

;; lsp-mode makes a new file after it has put the text into a buffer, and Emacs would ask about that on saving.
(defun patchsight--adopt-created (edit &rest _)
  "Let the buffers of files that EDIT created take them for their own."
  (seq-do (lambda (change)
            (when-let ((buffer (and (equal "create" (lsp-get change :kind))
                                    (find-buffer-visiting (lsp--uri-to-path (lsp-get change :uri))))))
              (with-current-buffer buffer
                (set-visited-file-modtime))))
          (lsp-get edit :documentChanges)))

(advice-add 'lsp--apply-workspace-edit :after #'patchsight--adopt-created)

(provide 'patchsight-lsp)
;;; patchsight-lsp.el ends here

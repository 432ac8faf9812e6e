;;; in-lsp-mode.el --- Patchsight in lsp-mode  -*- lexical-binding: t -*-

(require 'rig)
(require 'patchsight-lsp)

(setq lsp-restart 'ignore
      lsp-session-file (expand-file-name "session" (getenv "HOME"))
      lsp-server-install-dir (expand-file-name "servers" (getenv "HOME"))
      lsp-enable-file-watchers nil
      lsp-diagnostics-provider :none
      lsp-modeline-code-actions-enable nil
      lsp-headerline-breadcrumb-enable nil
      lsp-lens-enable nil
      lsp-enable-snippet nil
      lsp-completion-enable nil
      lsp-enabled-clients '(patchsight)
      lsp-enable-suggest-server-download nil)

(lsp-workspace-folders-add rig-here)

(defun rig-open (name)
  "Open the file NAME with its server running."
  (find-file (expand-file-name name rig-here))
  (lsp)
  (rig-wait "the server" (lambda () (and (lsp-workspaces) (lsp-feature? "textDocument/hover"))))
  (lsp-request "textDocument/hover" (lsp--text-document-position-params)))

(defun rig-problems ()
  "The diagnostics of this buffer, as (LINE CODE)."
  (mapcar (lambda (diagnostic)
            (list (1+ (lsp-get (lsp-get (lsp-get diagnostic :range) :start) :line))
                  (lsp-get diagnostic :code)))
          (lsp--get-buffer-diagnostics)))

(defun rig-apply () (rig-choose "Apply patch"))

(defun rig-choose (beginning)
  "Choose the code action whose title starts with BEGINNING, as a user would."
  (let ((lsp-auto-execute-action nil))
    (rig-answering beginning (call-interactively #'lsp-execute-code-action))))

;; Problems, with code and line.
(rig-open "stale.patch")
(rig-wait "the diagnostics" #'rig-problems)
(rig-equal '((6 "context_not_found")) (rig-problems) "problems")

(rig-try-keys)

;; Where a part lands; text that is not saved counts where lsp-mode is on.
(rig-open "shop/cart.py")
(goto-char (point-min))
(insert "# mine\n")
(rig-open "fine.patch")
(goto-char (point-min))
(forward-line 4)
(let* ((hover (lsp-request "textDocument/hover" (lsp--text-document-position-params)))
       (text (lsp-get (lsp-get hover :contents) :value)))
  (unless (string-match-p "shop/cart\\.py:40" text) (error "Hover: %s" text)))
(rig-undo "shop/cart.py")

;; Applying, with file operations, then saving.
(rig-open "fine.patch")
(rig-apply)
(rig-save-all)
(rig-expect-tree (getenv "EXPECTED"))

;; Undoing is per buffer.
(rig-undo "shop/cart.py")
(rig-save-all)
(rig-equal (rig-bytes (expand-file-name "shop/cart.py" (getenv "ORIGINAL"))) (rig-bytes "shop/cart.py") "undone")

;; A new file in a new folder.
(rig-open "folder.patch")
(rig-apply)
(rig-wait "the file" (lambda () (rig-bytes "new/folder/made.py")))
(rig-save-all)
(rig-equal "MADE = True\n" (rig-bytes "new/folder/made.py") "made")
(when (string-match-p "read-only" (rig-messages)) (error "Not made: %s" (rig-messages)))
;;; in-lsp-mode.el ends here

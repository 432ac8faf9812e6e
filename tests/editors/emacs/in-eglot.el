;;; in-eglot.el --- Patchsight in Eglot  -*- lexical-binding: t -*-

(require 'rig)
(require 'patchsight-eglot)

(setq eglot-sync-connect 20
      eglot-events-buffer-size 0
      eldoc-documentation-strategy #'ignore)

(defun rig-open (name)
  "Open the patch NAME with its server running."
  (find-file (expand-file-name name rig-here))
  (unless (eglot-managed-p)
    (apply #'eglot (eglot--guess-contact)))
  (flymake-start)
  (rig-hover 1))

(defun rig-hover (line)
  (let* ((position (list :line (1- line) :character 0))
         (answer (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                  (list :textDocument (eglot--TextDocumentIdentifier) :position position))))
    (plist-get (plist-get answer :contents) :value)))

(defun rig-problems ()
  "The diagnostics of this buffer, as (LINE CODE)."
  (mapcar (lambda (diagnostic)
            (list (line-number-at-pos (flymake-diagnostic-beg diagnostic))
                  (plist-get (cdr (assoc 'eglot-lsp-diag (flymake-diagnostic-data diagnostic))) :code)))
          (flymake-diagnostics)))

(defun rig-apply ()
  "Choose \"Apply patch\" among the code actions, as a user would."
  (let ((last-nonmenu-event ?x)) ; a key was pressed: no pop-up menu
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt choices &rest _) (rig-apply-title (all-completions "" choices)))))
      (call-interactively #'eglot-code-actions))))

;; Problems, with code and line.
(rig-open "stale.patch")
(rig-equal 'patchsight-v4a-mode major-mode "the content decides, not the name")
(rig-wait "the diagnostics" #'rig-problems)
(rig-equal '((6 "context_not_found")) (rig-problems) "problems")

;; Where a part lands.
(rig-open "text.patch")
(let ((hover (rig-hover 4)))
  (unless (string-match-p "shop/cart\\.py:39" hover) (error "Hover: %s" hover)))
(rig-equal nil (rig-problems) "a patch that fits")

;; Unsaved text that the server has not seen.
(with-current-buffer (rig-buffer "shop/cart.py")
  (goto-char (point-min))
  (insert "# mine\n"))
(rig-apply)
(rig-wait-message "shop/cart.py has unsaved changes that the server has not seen")
(with-current-buffer (rig-buffer "shop/cart.py")
  (rig-equal (concat "# mine\n" (rig-bytes "shop/cart.py")) (buffer-string) "the buffer is as it was")
  (set-buffer-modified-p nil)
  (kill-buffer))

;; Applying, saving, undoing.
(rig-open "text.patch")
(rig-apply)
(rig-wait-message "Edit successful!")
(rig-save-all)
(rig-expect-tree (getenv "EXPECTED"))
(rig-undo "shop/cart.py")
(rig-save-all)
(rig-equal (rig-bytes (expand-file-name "shop/cart.py" (getenv "ORIGINAL"))) (rig-bytes "shop/cart.py") "undone")

;; What needs file operations is refused, with the reason.
(rig-open "fine.patch")
(rig-equal nil (eglot-code-actions (point-min) (point-min) "refactor.patchsight.apply") "nothing is offered")
(patchsight-apply)
(rig-wait-message "This editor cannot create or delete or rename files, which the patch needs.")
(unless (and (rig-bytes "shop/mail.py") (not (rig-bytes "shop/notify.py"))) (error "Something was done"))

(eglot-shutdown (eglot-current-server))
;;; in-eglot.el ends here

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

(defun rig-apply () (rig-choose "Apply patch"))

(defun rig-choose (beginning)
  "Choose the code action whose title starts with BEGINNING, as a user would."
  (let ((last-nonmenu-event ?x)) ; a key was pressed: no pop-up menu
    (rig-answering beginning (call-interactively #'eglot-code-actions))))

;; Problems, with code and line.
(rig-open "stale.patch")
(rig-equal 'patchsight-v4a-mode major-mode "the content decides, not the name")
(rig-wait "the diagnostics" #'rig-problems)
(rig-equal '((6 "context_not_found")) (rig-problems) "problems")

(rig-try-keys)

;; A call of a tool is a patch as well.
(rig-open "call.stringedit")
(rig-equal 'patchsight-stringedit-mode major-mode "the name decides")
(rig-equal nil (rig-problems) "a call that fits")

;; Where a part lands.
(rig-open "text.patch")
(let ((hover (rig-hover 4)))
  (unless (string-match-p "shop/cart\\.py:39" hover) (error "Hover: %s" hover)))
(rig-equal nil (rig-problems) "a patch that fits")

;; Text that is not saved stays as it is; the patch lands on disk, where the server has seen it.
(let ((before (rig-bytes "shop/cart.py")))
  (with-current-buffer (rig-buffer "shop/cart.py")
    (goto-char (point-min))
    (insert "# mine\n"))
  (rig-buffer "shop.toml")
  (rig-apply)
  (rig-wait-message "Applied to ")
  (with-current-buffer (get-file-buffer "shop/cart.py")
    (rig-equal (concat "# mine\n" before) (buffer-string) "the buffer is as it was")
    (set-buffer-modified-p nil)
    (kill-buffer)))
(rig-expect-tree (getenv "EXPECTED"))

;; Taking it back; a buffer without unsaved text follows the disk, and can be undone.
(rig-buffer "shop/cart.py")
(rig-choose "Revert patch")
(rig-wait-message "Reverted 2 files")
(rig-expect-tree (getenv "ORIGINAL"))
(rig-equal (rig-bytes "shop/cart.py") (with-current-buffer (get-file-buffer "shop/cart.py") (buffer-string)) "reloaded")
(rig-undo "shop/cart.py")
(rig-equal (rig-bytes (expand-file-name "shop/cart.py" (getenv "EXPECTED")))
           (with-current-buffer (get-file-buffer "shop/cart.py") (buffer-string)) "undone")
(with-current-buffer (rig-buffer "shop/cart.py")
  (set-buffer-modified-p nil)
  (kill-buffer))

;; Files are made, in new folders too, moved and deleted.
(rig-open "fine.patch")
(patchsight-apply)
(unless (and (rig-bytes "shop/notify.py") (not (rig-bytes "shop/mail.py"))) (error "Not applied: %s" (rig-messages)))
(patchsight-apply)
(rig-wait-message "Nothing to do: everything is applied already.")
(when (string-match-p "does not have the change" (rig-messages)) (error "A false alarm"))

(eglot-shutdown (eglot-current-server))
;;; in-eglot.el ends here

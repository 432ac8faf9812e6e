;;; patchsight-mode.el --- Major modes for patches  -*- lexical-binding: t -*-

;;; Commentary:
;; The modes that patchsight-eglot.el and patchsight-lsp.el start the server for.
;; Unified diffs keep `diff-mode'.

;;; Code:
(require 'diff-mode)
(require 'seq)

(defconst patchsight-font-lock-keywords
  '(("^\\*\\*\\* \\(?:Begin\\|End\\) .*" . 'diff-header)
    ("^\\*\\*\\* \\(?:Update File\\|Add File\\|Delete File\\|Move to\\):.*" . 'diff-file-header)
    ("^>>> file:.*" . 'diff-file-header)
    ("^\\[/?SESSION CONTEXT\\]" . 'diff-header)
    ("^\\(?:@@.*\\|--- from *\\|--- to *\\|< *\\)$" . 'diff-hunk-header)
    ("^-.*" . 'diff-removed)
    ("^\\+.*" . 'diff-added)))

(defconst patchsight-ap-font-lock-keywords
  '(("^ *#.*" . 'font-lock-comment-face)
    ("^ *\\(?:- \\)?\\([a-z_]+\\):" 1 'font-lock-variable-name-face)
    ("\\_<\\(?:REPLACE\\|INSERT_AFTER\\|INSERT_BEFORE\\|DELETE\\|CREATE_FILE\\)$" . 'font-lock-keyword-face)))

(define-derived-mode patchsight-v4a-mode text-mode "v4a"
  "Patches as apply_patch takes them."
  (setq font-lock-defaults '(patchsight-font-lock-keywords t)))

(define-derived-mode patchsight-zenpatch-mode patchsight-v4a-mode "Zenpatch")

(define-derived-mode patchsight-applydiff-mode patchsight-v4a-mode "ApplyDiff")

(define-derived-mode patchsight-ap-mode text-mode "ap"
  "Patches written as YAML."
  (setq font-lock-defaults '(patchsight-ap-font-lock-keywords t)))

(defconst patchsight-languages
  '((patchsight-v4a-mode . "v4a")
    (patchsight-zenpatch-mode . "zenpatch")
    (patchsight-applydiff-mode . "applydiff")
    (patchsight-ap-mode . "ap")
    (diff-mode . "diff"))
  "The modes for patches, and what the server calls their languages.")

(dolist (entry '(("\\.v4a\\'" . patchsight-v4a-mode)
                 ("\\.zenpatch\\'" . patchsight-zenpatch-mode)
                 ("\\.applydiff\\'" . patchsight-applydiff-mode)
                 ("\\.ap\\'" . patchsight-ap-mode)))
  (add-to-list 'auto-mode-alist entry))

;; The content decides where it can: such a text in a .patch or .txt file is no unified diff.
(defun patchsight-is-v4a-p ()
  "Whether the buffer starts like a v4a patch and has no name of its own kind."
  (and (looking-at-p "\\*\\*\\* Begin Patch")
       (not (string-suffix-p ".zenpatch" (or buffer-file-name "")))))

(add-to-list 'magic-mode-alist '(patchsight-is-v4a-p . patchsight-v4a-mode))
(add-to-list 'magic-mode-alist '("\\(?:>>> file:\\|\\[SESSION CONTEXT\\]\\)" . patchsight-applydiff-mode))

(defun patchsight-find-unseen (paths is-synced)
  "The first of PATHS with unsaved text that the server does not know.
IS-SYNCED says, in a buffer, whether the server sees it."
  (seq-find (lambda (path)
              (when-let ((buffer (find-buffer-visiting path)))
                (with-current-buffer buffer
                  (and (buffer-modified-p) (not (funcall is-synced))))))
            paths))

(defun patchsight-refuse (path)
  "Say that PATH must be saved first, and stop."
  (let ((reason (format "%s has unsaved changes that the server has not seen: save it and apply again"
                        (file-relative-name path))))
    (message "[patchsight] %s" reason)
    (error "%s" reason)))

(provide 'patchsight-mode)
;;; patchsight-mode.el ends here

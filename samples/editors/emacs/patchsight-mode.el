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
    ("^\\(?:<\\{5,9\\}\\|-\\{5,9\\}\\) \\(?:SEARCH\\|ORIGINAL\\)$\\|^\\(?:=\\{5,9\\}\\|>\\{5,9\\}\\|\\+\\{5,9\\}\\)\\(?: .*\\)?$" . 'diff-hunk-header)
    ("^\\[/?SESSION CONTEXT\\]" . 'diff-header)
    ("^\\(?:@@.*\\|--- from *\\|--- to *\\|< *\\)$" . 'diff-hunk-header)
    ("^-.*" . 'diff-removed)
    ("^\\+.*" . 'diff-added)))

(defconst patchsight-yaml-font-lock-keywords
  '(("^ *#.*" . 'font-lock-comment-face)
    ("^ *\\(?:- \\)?\\([a-z_]+\\):" 1 'font-lock-variable-name-face)
    ("\\_<\\(?:REPLACE\\|INSERT_AFTER\\|INSERT_BEFORE\\|DELETE\\|CREATE_FILE\\)$" . 'font-lock-keyword-face)))

(defconst patchsight-json-font-lock-keywords
  '(("\"\\([a-z_A-Z]+\\)\"[ \t]*:" 1 'font-lock-variable-name-face)))

;; What the modes of the formats have in common.
(define-derived-mode patchsight-lines-mode text-mode "Patch"
  "Patches whose lines have signs in front, or markers between them."
  (setq font-lock-defaults '(patchsight-font-lock-keywords t)))

(define-derived-mode patchsight-yaml-mode text-mode "Patch"
  "Patches written as YAML."
  (setq font-lock-defaults '(patchsight-yaml-font-lock-keywords t)))

(define-derived-mode patchsight-json-mode text-mode "Patch"
  "Patches written as JSON."
  (setq font-lock-defaults '(patchsight-json-font-lock-keywords t)))

;; formats:begin
(define-derived-mode patchsight-v4a-mode patchsight-lines-mode "v4a")
(define-derived-mode patchsight-zenpatch-mode patchsight-lines-mode "Zenpatch")
(define-derived-mode patchsight-ap-mode patchsight-yaml-mode "ap")
(define-derived-mode patchsight-applydiff-mode patchsight-lines-mode "ApplyDiff")
(define-derived-mode patchsight-searchreplace-mode patchsight-lines-mode "SEARCH/REPLACE")
(define-derived-mode patchsight-stringedit-mode patchsight-json-mode "String edits")

(defconst patchsight-languages
  '((diff-mode . "diff")
    (patchsight-v4a-mode . "v4a")
    (patchsight-zenpatch-mode . "zenpatch")
    (patchsight-ap-mode . "ap")
    (patchsight-applydiff-mode . "applydiff")
    (patchsight-searchreplace-mode . "searchreplace")
    (patchsight-stringedit-mode . "stringedit"))
  "The modes for patches, and what the server calls their languages.")

(dolist (entry '(("\\.v4a\\'" . patchsight-v4a-mode)
                 ("\\.zenpatch\\'" . patchsight-zenpatch-mode)
                 ("\\.ap\\'" . patchsight-ap-mode)
                 ("\\.applydiff\\'" . patchsight-applydiff-mode)
                 ("\\.sr\\'" . patchsight-searchreplace-mode)
                 ("\\.stringedit\\'" . patchsight-stringedit-mode)))
  (add-to-list 'auto-mode-alist entry))
;; formats:end

;; The content decides where it can: such a text in a .patch or .txt file is no unified diff.
(defun patchsight-is-v4a-p ()
  "Whether the buffer starts like a v4a patch and has no name of its own kind."
  (and (looking-at-p "\\*\\*\\* Begin Patch")
       (not (string-suffix-p ".zenpatch" (or buffer-file-name "")))))

(add-to-list 'magic-mode-alist '(patchsight-is-v4a-p . patchsight-v4a-mode))
(add-to-list 'magic-mode-alist '("\\(?:>>> file:\\|\\[SESSION CONTEXT\\]\\)" . patchsight-applydiff-mode))

(defun patchsight-reload (&rest _)
  "Reload buffers whose files changed on disk, unless they have unsaved text."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and buffer-file-name
                 (not (buffer-modified-p))
                 (file-exists-p buffer-file-name)
                 (not (verify-visited-file-modtime buffer)))
        (revert-buffer-with-fine-grain t t)))))

(provide 'patchsight-mode)
;;; patchsight-mode.el ends here

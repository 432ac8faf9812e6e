;;; rig.el --- What every scenario needs  -*- lexical-binding: t -*-

(require 'cl-lib)
(require 'package)
(setq native-comp-jit-compilation nil ; a test is over before that pays
      native-comp-enable-subr-trampolines nil
      use-short-answers t)
(add-to-list 'package-directory-list (getenv "PACKAGES"))
(package-initialize)

(defvar rig-here default-directory "The workspace.")
(setq make-backup-files nil
      auto-save-default nil
      create-lockfiles nil
      vc-handled-backends nil)
(fset 'y-or-n-p (lambda (&rest _) t))

(defun rig-wait (what condition)
  "Wait until CONDITION holds; WHAT names it if it never does."
  (let ((end (+ (float-time) 20)) found)
    (while (not (or (setq found (funcall condition)) (> (float-time) end)))
      (accept-process-output nil 0.02))
    (or found (error "Waited in vain for %s" what))))

(defun rig-equal (expected got what)
  (unless (equal expected got)
    (error "%s\nexpected %S\ngot %S" what expected got)))

(defun rig-messages ()
  (with-current-buffer (messages-buffer) (buffer-string)))

(defun rig-wait-message (text)
  "Wait until the user is told TEXT."
  (rig-wait text (lambda () (string-match-p (regexp-quote text) (rig-messages)))))

(defun rig-bytes (path)
  "The bytes of the file PATH; nil if there is none."
  (when (file-exists-p (expand-file-name path rig-here))
    (with-temp-buffer
      (set-buffer-multibyte nil)
      (insert-file-contents-literally (expand-file-name path rig-here))
      (buffer-string))))

(defun rig-expect-tree (expected)
  "The same files with the same bytes stand here and in the folder EXPECTED."
  (dolist (folder (list expected rig-here))
    (dolist (path (directory-files-recursively folder ".*"))
      (let ((name (file-relative-name path folder)))
        (rig-equal (rig-bytes (expand-file-name name expected)) (rig-bytes name) name)))))

(defun rig-buffer (name)
  "The buffer of the file NAME, opened if need be."
  (find-file-noselect (expand-file-name name rig-here)))

(defun rig-undo (name)
  "Press undo in the buffer of the file NAME."
  (with-current-buffer (rig-buffer name)
    (undo-boundary)
    (let ((last-command 'ignore)) (undo-only))
    (undo-boundary)))

(defun rig-save-all ()
  (save-some-buffers t))

(defun rig-find-title (beginning titles)
  "The one of TITLES that starts with BEGINNING."
  (or (cl-find-if (lambda (title) (string-prefix-p beginning title)) titles)
      (error "No action %s: %S" beginning titles)))

(defmacro rig-answering (beginning &rest body)
  "Run BODY; who asks to choose among titles gets the one that starts with BEGINNING."
  (declare (indent 1))
  `(let ((completing-read-function
          (lambda (_prompt choices &rest _) (rig-find-title ,beginning (all-completions "" choices)))))
     ,@body))

(defun rig-press (&rest keys)
  "Press KEYS in the buffer that is shown; the line point is on then."
  (execute-kbd-macro (kbd (string-join keys " ")))
  (line-number-at-pos))

(defun rig-try-keys ()
  "The keys of diff-mode, in fine.patch; `rig-open' is the client's own."
  (rig-open "fine.patch")
  (switch-to-buffer (current-buffer))
  (goto-char (point-min))
  (rig-equal '(3 9 3) (list (rig-press "M-n") (rig-press "M-n") (rig-press "M-p")) "from part to part")
  (rig-press "C-c" "C-t")
  (rig-wait-message "Part 1 fits at line 39")
  (rig-press "C-c" "C-a")
  (rig-wait-message "Applied to 1 file")
  (rig-wait "the part" (lambda () (string-match-p "not self.lines" (rig-bytes "shop/cart.py"))))
  (rig-press "C-u" "C-c" "C-a")
  (rig-wait-message "Reverted 1 file")
  (rig-expect-tree (getenv "ORIGINAL"))
  (let ((before (buffer-string)))
    (rig-press "M-k")
    (rig-equal nil (string-match-p "not self.lines" (buffer-string)) "dropped")
    (rig-undo "fine.patch")
    (rig-equal before (buffer-string) "the part is back"))
  (set-buffer-modified-p nil)
  (rig-try-stale)
  (rig-open "fine.patch")
  (goto-char (point-min))
  (forward-line 4)
  (rig-press "C-c" "C-c")
  (rig-equal "cart.py" (file-name-nondirectory buffer-file-name) "where the part lands")
  (kill-buffer))

(defun rig-try-stale ()
  "A part that is stale, edited with the text of the file."
  (rig-open "stale.patch")
  (switch-to-buffer (current-buffer))
  (goto-char (point-min))
  (forward-line 5)
  (let ((before (buffer-string)))
    (rig-press "C-c" "RET" "e")
    (rig-wait "the file's text" (lambda () (not (equal before (buffer-string)))))
    (rig-press "C-c" "C-t")
    (rig-wait-message "Part 1 fits")
    (rig-undo "stale.patch")
    (rig-equal before (buffer-string) "the part is as it was"))
  (set-buffer-modified-p nil))

(provide 'rig)
;;; rig.el ends here

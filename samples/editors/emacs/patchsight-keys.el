;;; patchsight-keys.el --- The keys of diff-mode, for patches of any format  -*- lexical-binding: t -*-

;;; Commentary:
;; `patchsight-keys-mode' is on in every patch that patchsight-eglot.el or patchsight-lsp.el looks at. Its keys are those of
;; `diff-mode', and do what the server offers there:
;;   M-n M-p      next and previous part
;;   C-c C-c      go to where the part lands
;;   C-c C-t      say what the part would do
;;   C-c C-a      apply the part, or the rows in an active region; with a prefix argument take the part back
;;   C-c C-m a    apply the whole patch
;;   M-k          drop the part
;;   C-c C-s      split the part at point
;;   C-c C-l      write the part anew, from the lines of the file
;;   C-c C-e      see what the part expects, what is there, and what it wants
;;   C-c C-r      reverse the patch
;; Words that differ are marked by the highlighting at point of Eglot and lsp-mode.

;;; Code:
(require 'seq)
(require 'xref)

(defvar patchsight-choose-function nil
  "Shows the code actions at point and carries out the one that is chosen.")

(defvar patchsight-status-function nil
  "Asks the server for the status of the patch in this buffer, as a plist.")

(defun patchsight-do (&rest beginnings)
  "Carry out the first code action offered here whose title starts with one of BEGINNINGS."
  (let* ((last-nonmenu-event ?x) ; a key was pressed: no pop-up menu
         (current-prefix-arg nil)
         (find (lambda (titles)
                 (seq-some (lambda (beginning)
                             (seq-find (apply-partially #'string-prefix-p beginning) titles))
                           beginnings)))
         (completing-read-function
          (lambda (_prompt choices &rest _)
            (or (funcall find (all-completions "" choices))
                (user-error "Not offered here: %s" (car beginnings))))))
    (funcall patchsight-choose-function)))

(defmacro patchsight--define (name doc &rest beginnings)
  "Define the command NAME, described by DOC, for code actions that start with BEGINNINGS."
  `(defun ,name () ,doc (interactive) (patchsight-do ,@beginnings)))

(patchsight--define patchsight-drop-part "Drop the part at point." "Drop this part")
(patchsight--define patchsight-split-part "Split the part at point." "Split this part here")
(patchsight--define patchsight-refresh-part "Write the part at point anew." "Refresh this part")
(patchsight--define patchsight-compare-part "Compare a stale part with its file." "Compare this part")
(patchsight--define patchsight-edit-part "Put the file's text into a stale part, to edit it from there." "Edit this part")
(patchsight--define patchsight-reverse "Turn the patch into one that takes it back." "Reverse the patch")

(defun patchsight-apply-part (revert)
  "Apply the part at point, or the rows in an active region; with REVERT take the part back."
  (interactive "P")
  (cond (revert (patchsight-do "Revert this part only" "Revert patch ("))
        ((use-region-p) (patchsight-do "Apply the selected rows only"))
        (t (patchsight-do "Apply this part only" "Apply patch ("))))

;; ---- from part to part

(defun patchsight--parts ()
  "The parts of the patch, each with its :line and :description."
  (seq-into (plist-get (funcall patchsight-status-function) :parts) 'list))

(defun patchsight-as-plist (value)
  "VALUE of JSON with every object as a plist, as Eglot has them and lsp-mode may."
  (cond ((hash-table-p value)
         (let (plist)
           (maphash (lambda (key one)
                      (setq plist (plist-put plist (intern (format ":%s" key)) (patchsight-as-plist one))))
                    value)
           plist))
        ((and (vectorp value) (not (stringp value))) (mapcar #'patchsight-as-plist value))
        (t value)))

(defun patchsight--row (part) (1+ (plist-get part :line)))

(defun patchsight-next-part (count)
  "Go COUNT parts on."
  (interactive "p")
  (let* ((here (line-number-at-pos nil t))
         (rows (mapcar #'patchsight--row (patchsight--parts)))
         (ahead (seq-filter (lambda (row) (if (> count 0) (> row here) (< row here))) rows))
         (row (nth (1- (min (abs count) (length ahead))) (if (> count 0) ahead (reverse ahead)))))
    (unless ahead
      (user-error "This is the %s part" (if (> count 0) "last" "first")))
    (push-mark nil t)
    (goto-char (point-min))
    (forward-line (1- row))))

(defun patchsight-previous-part (count)
  "Go COUNT parts back."
  (interactive "p")
  (patchsight-next-part (- count)))

(defun patchsight-test-part ()
  "Say what becomes of the part at point."
  (interactive)
  (let* ((here (line-number-at-pos nil t))
         (above (seq-filter (lambda (part) (<= (patchsight--row part) here)) (patchsight--parts)))
         (part (or (car (last above)) (user-error "Point is in no part of the patch"))))
    (message "Part %d %s" (1+ (plist-get part :index)) (plist-get part :description))))

(defun patchsight-goto ()
  "Go to where the part at point lands."
  (interactive)
  (let ((xref-prompt-for-identifier nil))
    (call-interactively #'xref-find-definitions)))

(defvar patchsight-keys-mode-map
  (let ((map (make-sparse-keymap)))
    (dolist (entry '(("M-n" . patchsight-next-part)
                     ("M-p" . patchsight-previous-part)
                     ("M-k" . patchsight-drop-part)
                     ("C-c C-c" . patchsight-goto)
                     ("C-c C-t" . patchsight-test-part)
                     ("C-c C-a" . patchsight-apply-part)
                     ("C-c C-m a" . patchsight-apply)
                     ("C-c C-s" . patchsight-split-part)
                     ("C-c C-l" . patchsight-refresh-part)
                     ("C-c C-e" . patchsight-compare-part)
                     ("C-c C-m e" . patchsight-edit-part)
                     ("C-c C-r" . patchsight-reverse)))
      (define-key map (kbd (car entry)) (cdr entry)))
    map)
  "The keys of `diff-mode' for patches of any format.")

(define-minor-mode patchsight-keys-mode
  "Keys that do to patches of any format what those of `diff-mode' do to diffs.")

(provide 'patchsight-keys)
;;; patchsight-keys.el ends here

/**
 * Taking back what was applied, by an edit of its own. VS Code's undo works only in the changed files, and forgets what
 * it could undo as soon as one of them was changed on disk; this needs neither.
 */

import * as vscode from "vscode";
import { type Applied, type AppliedFile, normalise } from "./applied";
import { readText } from "../views/texts";
import { findReplacement } from "./replacement";

/**
 * Put every file back as it was, all at once. The files must stand as the patch left them. Texts come before names, the
 * other way round than in applying: else VS Code remembers another text for the new name than the one that stands there
 * when the patch is applied again, and then forgets half of what its own undo needs.
 */
export async function undoEdit(applied: Applied): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  for (const file of applied.files)
    if (file.before !== undefined && file.after !== undefined)
      await undoText(edit, file, file.before);
  for (const file of applied.files) undoOperation(edit, file);
  return edit;
}

function undoOperation(edit: vscode.WorkspaceEdit, file: AppliedFile): void {
  if (file.op === "create") edit.deleteFile(file.to);
  if (file.op === "rename") edit.renameFile(file.to, file.from);
  if (file.op === "delete") edit.createFile(file.from, { contents: file.bytes });
}

async function undoText(
  edit: vscode.WorkspaceEdit,
  file: AppliedFile,
  before: string,
): Promise<void> {
  const now = (await readText(file.to)) ?? "";
  const { start, end, text } = findReplacement(normalise(now), normalise(before));
  if (start === end && !text) return;
  const at = (offset: number): vscode.Position => positionIn(normalise(now), offset);
  edit.replace(file.to, new vscode.Range(at(start), at(end)), text);
}

function positionIn(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split("\n");
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}

/** The texts that VS Code holds of files: changed where they are not saved, and waited for where their file was written. */

import * as vscode from "vscode";
import { decode, type EditorChange, type FileChange, normalise } from "./fileChange";
import { findReplacement } from "./replacement";

/** How long VS Code may take to see a file that was written; it looks by itself, but not where `files.watcherExclude` says so. */
const PATIENCE = 5000;

export function findDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri }) => uri.scheme === "file" && uri.fsPath === path,
  );
}

/** Change unsaved texts, all at once; they stay unsaved. */
export async function setTexts(changes: readonly EditorChange[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { path, before, after } of changes) {
    const document = await vscode.workspace.openTextDocument(path);
    if (normalise(document.getText()) !== normalise(before)) return false;
    const { start, end, text } = findReplacement(normalise(before), normalise(after));
    const at = (offset: number): vscode.Position => positionIn(normalise(before), offset);
    edit.replace(document.uri, new vscode.Range(at(start), at(end)), text);
  }
  return vscode.workspace.applyEdit(edit);
}

function positionIn(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split("\n");
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}

/** Wait until VS Code shows what was written: texts of changed files, tabs only of files that are there. */
export async function showWritten(changes: readonly FileChange[]): Promise<void> {
  for (const { from, to } of changes) if (from !== null && from !== to) await leave(from, to);
  await Promise.all(changes.map((change) => catchUp(change)));
}

async function catchUp({ to, after }: FileChange): Promise<void> {
  const document = to === null ? undefined : findDocument(to);
  const text = after && decode(after.bytes);
  if (!document || text === null || text === undefined) return;
  const isSettled = (): boolean =>
    document.isClosed || document.isDirty || normalise(document.getText()) === normalise(text);
  if (!(await until(isSettled))) await reload(document);
}

/** Wait until something holds that only changes with texts. */
function until(holds: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (result: boolean): void => {
      subscriptions.dispose();
      clearTimeout(timer);
      resolve(result);
    };
    const look = (): void => void (holds() && end(true));
    const timer = setTimeout(() => end(holds()), PATIENCE);
    const subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(look),
    );
    look();
  });
}

/** Show what is on disk, whatever the editor shows; one that cannot be shown will see it later by itself. */
export async function reload(document: vscode.TextDocument): Promise<void> {
  try {
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand("workbench.action.files.revert");
  } catch {
    // The files are written: what VS Code shows of them must not stop what follows.
  }
}

/** Close the tabs of a file that is gone. Where it was shown, its new name is. */
async function leave(from: string, to: string | null): Promise<void> {
  for (const group of vscode.window.tabGroups.all) {
    const tabs = group.tabs.filter(
      ({ input, isDirty }) =>
        !isDirty && input instanceof vscode.TabInputText && input.uri.fsPath === from,
    );
    const shown = tabs.some(({ isActive }) => isActive);
    if (!tabs.length) continue;
    await vscode.window.tabGroups.close(tabs, true);
    if (to !== null && shown)
      await vscode.window.showTextDocument(vscode.Uri.file(to), {
        viewColumn: group.viewColumn,
        preserveFocus: true,
        preview: false,
      });
  }
}

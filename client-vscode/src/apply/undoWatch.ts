/**
 * VS Code's own undo, in a file that a patch changed, takes the patch back in that editor and nowhere else; nothing on
 * disk changes. Whoever meant the whole patch is offered the rest. Where VS Code saves by itself, that editor's file would
 * be the half of an undo on disk, so the rest is undone, too.
 */

import * as vscode from "vscode";
import { decode, normalise } from "./fileChange";
import type { History } from "./history";
import { type Entry, pathsOf } from "./journal";
import { nameFor } from "./plan";
import { count, withoutLinks } from "../views/words";

const ALL = "Undo in All Files";

export function watchUndo(history: History): vscode.Disposable {
  let looking = false; // one undo is told more than once; an offer that nobody answers must not keep the next from being seen
  return vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
    if (
      reason !== vscode.TextDocumentChangeReason.Undo ||
      document.uri.scheme !== "file" ||
      looking
    )
      return;
    looking = true;
    void findUndone(history, document)
      .finally(() => (looking = false))
      .then((entry) => entry && takeRestBack(history, entry, document));
  });
}

/** What was applied last to a file and to others, if the editor shows the file as it was before. */
async function findUndone(
  history: History,
  document: vscode.TextDocument,
): Promise<Entry | undefined> {
  const path = document.uri.fsPath;
  const entry = (await history.list()).find(
    (one) => one.progress === "done" && pathsOf(one).includes(path),
  );
  const isOne = entry && othersOf(entry, path) && (await isBack(history, entry, document));
  return isOne ? entry : undefined;
}

async function takeRestBack(
  history: History,
  entry: Entry,
  document: vscode.TextDocument,
): Promise<void> {
  const path = document.uri.fsPath;
  if (savesByItself(document)) return void (await history.undo(entry));
  const others = count(othersOf(entry, path), "other file");
  const choice = await vscode.window.showInformationMessage(
    `Undone in this editor only: ${nameFor(path)} is not saved, and ${withoutLinks(entry.name)} stays applied in ${others}.`,
    ALL,
  );
  if (choice) await history.undo(entry);
}

function othersOf(entry: Entry, path: string): number {
  return pathsOf(entry).filter((other) => other !== path).length;
}

function savesByItself(document: vscode.TextDocument): boolean {
  return vscode.workspace.getConfiguration("files", document).get("autoSave") !== "off";
}

async function isBack(
  history: History,
  entry: Entry,
  document: vscode.TextDocument,
): Promise<boolean> {
  const changes = await history.journal.changesOf(entry);
  const change = changes?.disk.find(({ to }) => to === document.uri.fsPath);
  const before = change?.before && decode(change.before.bytes);
  return typeof before === "string" && normalise(before) === normalise(document.getText());
}

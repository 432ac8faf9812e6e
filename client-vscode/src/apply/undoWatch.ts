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
  let busy = false;
  return vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
    if (reason !== vscode.TextDocumentChangeReason.Undo || document.uri.scheme !== "file" || busy)
      return;
    busy = true;
    void offerRest(history, document).finally(() => (busy = false));
  });
}

async function offerRest(history: History, document: vscode.TextDocument): Promise<void> {
  const path = document.uri.fsPath;
  const entry = (await history.list()).find(
    (one) => one.progress === "done" && pathsOf(one).includes(path),
  );
  const others = entry ? pathsOf(entry).filter((other) => other !== path).length : 0;
  if (!entry || !others || !(await isBack(history, entry, document))) return;
  if (savesByItself(document)) return void (await history.undo(entry));
  const choice = await vscode.window.showInformationMessage(
    `Undone in this editor only: ${nameFor(path)} is not saved, and ${withoutLinks(entry.name)} stays applied in ${count(others, "other file")}.`,
    ALL,
  );
  if (choice) await history.undo(entry);
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

/** Runs that were cut off, by a crash or because the machine went off, are offered to be taken back. */

import * as vscode from "vscode";
import type { History } from "./history";
import { type Entry, isAlive } from "./journal";
import { withoutLinks } from "../views/words";

const TAKE_BACK = "Take It Back";
const SHOW = "Show Changes";
const KEEP = "Keep It";

export async function offerInterrupted(history: History): Promise<void> {
  for (const entry of await history.list())
    if (entry.progress === "begun" && !isAlive(entry)) await offer(history, entry);
}

async function offer(history: History, entry: Entry): Promise<void> {
  const choice = await vscode.window.showWarningMessage(
    `Applying ${withoutLinks(entry.name)} was cut off, so some of its files may be changed and others not.`,
    TAKE_BACK,
    SHOW,
    KEEP,
  );
  if (choice === TAKE_BACK) await history.undo(entry);
  if (choice === KEEP) await history.settle(entry);
  if (choice === SHOW) {
    await history.show(entry);
    await offer(history, entry);
  }
}

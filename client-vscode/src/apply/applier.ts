/**
 * The one way in which the files of a patch are changed, whatever asks for it. A file that has no unsaved changes is
 * written on disk, where nothing but the patch touches it: VS Code would run formatters and trimmers when it saves. One
 * that has unsaved changes is changed in the editor and stays unsaved.
 */

import * as vscode from "vscode";
import type { CodeAction, WorkspaceEdit } from "vscode-languageclient/node";
import { carryOut, WriteError } from "./disk";
import { setTexts, showWritten } from "./documents";
import { type ChangeSet, reverseText } from "./fileChange";
import { type History, nameUnsaved } from "./history";
import { type Entry, markOf } from "./journal";
import type { Rejections } from "../rejections";
import { nameFor, planChanges, readTargets, Refusal } from "./plan";
import { APPLY_KIND, isSome, REVERT_KIND, type Selection, type Status } from "../server/protocol";
import type { Condition, Server } from "../server/server";
import { count, withoutLinks } from "../views/words";

const REVERTED = "Reverted";
const UNDO = "Undo";
const SHOW = "Show Changes";
const SHOW_PROBLEM = "Show Problem";
const SILENCE: Partial<Record<Condition, string>> = {
  off: "Patchsight does not run.",
  starting: "Patchsight is still starting. Repeat it when the status bar counts the parts.",
  silent: "the Patchsight server does not answer.",
  failed: "the Patchsight server is stopped. The log says why.",
};

export class Applier {
  constructor(
    private readonly server: Server,
    private readonly history: History,
    private readonly rejections: Rejections,
  ) {}

  /** Apply a patch, or some of it; a reason is shown if that may not be. */
  async apply(patch: vscode.Uri, selection: Selection = {}): Promise<void> {
    await this.history.inTurn(() => this.run(patch, selection, APPLY_KIND));
  }

  /** Apply the parts that fit, whatever is wrong with the others: these stay as they are, in the patch. */
  async applyFitting(patch: vscode.Uri): Promise<void> {
    const status = await this.server.status(patch);
    const parts = status ? this.fitting(patch, status) : [];
    if (status && !parts.length)
      return void vscode.window.showInformationMessage("No part fits that is not applied already.");
    await this.apply(patch, { parts });
  }

  /** Take some of a patch back, by what the patch says. */
  async takeBack(patch: vscode.Uri, selection: Selection): Promise<void> {
    await this.history.inTurn(() => this.run(patch, selection, REVERT_KIND));
  }

  /** Take a patch back: by what is kept of its last run, else by what the patch itself says; some of it always by that. */
  async revert(patch: vscode.TextDocument, selection: Selection = {}): Promise<void> {
    if (isSome(selection)) return this.takeBack(patch.uri, selection);
    const entry = await this.history.find(patch);
    if (!entry || !(await this.history.undo(entry)))
      await this.history.inTurn(() => this.run(patch.uri, {}, REVERT_KIND));
  }

  private async run(patch: vscode.Uri, selection: Selection, kind: string): Promise<void> {
    const { status, chosen } = await this.look(patch, selection, kind);
    if (!status) return void this.explainSilence();
    // With parts, what the server says of the patch is about these; of any other selection it says so when it is asked for the edit.
    const whole = !isSome({ ...chosen, parts: undefined });
    if (kind === APPLY_KIND && whole && status.refusal) return void this.refuse(status, patch);
    try {
      const changes = await this.plan(patch, chosen, kind);
      if (changes) await this.carryOut(patch, titleOf(patch, chosen, kind, status), changes);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof WriteError)) throw error;
      complain(error);
    }
  }

  /** How the patch stands, and what of it is meant: all of it means all that is not rejected. */
  private async look(
    patch: vscode.Uri,
    selection: Selection,
    kind: string,
  ): Promise<{ status: Status | undefined; chosen: Selection }> {
    const status = await this.server.status(patch, false, selection.parts);
    if (kind !== APPLY_KIND || isSome(selection)) return { status, chosen: selection };
    const kept = this.rejections.kept(patch, status);
    if (!kept) return { status, chosen: selection };
    return { status: await this.server.status(patch, false, kept), chosen: { parts: kept } };
  }

  private fitting(patch: vscode.Uri, status: Status): number[] {
    return status.parts
      .filter((part) => part.state === "fits" && !this.rejections.has(patch, part))
      .map(({ index }) => index);
  }

  /** The server reads the files after we did, so if they still say the same when they are written, it saw the same. */
  private async plan(
    patch: vscode.Uri,
    selection: Selection,
    kind: string,
  ): Promise<ChangeSet | undefined> {
    const first = await this.ask(patch, selection, kind);
    const contents = first && (await readTargets(first, this.server.client!));
    const edit = first && (await this.ask(patch, selection, kind));
    return edit && contents && planChanges(edit, this.server.client!, contents);
  }

  private async ask(
    patch: vscode.Uri,
    selection: Selection,
    kind: string,
  ): Promise<WorkspaceEdit | undefined> {
    const uri = this.server.client?.code2ProtocolConverter.asUri(patch);
    const action = { title: "", kind, data: { ...selection, uri } };
    return (await this.server.request<CodeAction>("codeAction/resolve", action))?.edit;
  }

  private async carryOut(patch: vscode.Uri, title: string, changes: ChangeSet): Promise<void> {
    const { journal } = this.history;
    const entry = await journal.begin(await this.describe(patch, title), changes);
    try {
      if (changes.editor.length && !(await setTexts(changes.editor)))
        throw new Refusal("VS Code did not take the change of a file that is not saved.");
      entry.folders = await carryOut(changes.disk);
    } catch (error) {
      await setTexts(changes.editor.map(reverseText)).catch(() => false);
      // What could not be put back can still be taken back by the entry.
      if (error instanceof WriteError && error.left.length) throw error;
      await journal.remove(entry);
      throw error;
    }
    await this.history.settle(entry);
    await showWritten(changes.disk);
    void this.tell(entry, changes);
  }

  private async describe(
    patch: vscode.Uri,
    title: string,
  ): Promise<Parameters<History["journal"]["begin"]>[0]> {
    const document = await vscode.workspace.openTextDocument(patch);
    const name = vscode.workspace.asRelativePath(patch);
    return { patch: patch.toString(), name, mark: markOf(document.getText()), title };
  }

  /** Say what was done, and where it is saved. */
  private async tell({ id, title }: Entry, { disk, editor }: ChangeSet): Promise<void> {
    const files = count(disk.length + editor.length, "file");
    const saved = editor.length
      ? `. ${nameUnsaved(editor.map(({ path }) => path))}`
      : ", all saved";
    const choice = await vscode.window.showInformationMessage(
      `${title.startsWith(REVERTED) ? "Reverted in" : "Applied to"} ${files}${saved}.`,
      UNDO,
      SHOW,
    );
    const entry = choice && (await this.history.get(id));
    if (entry && choice === UNDO) await this.history.undo(entry);
    if (entry && choice === SHOW) await this.history.show(entry);
  }

  private async refuse(status: Status, patch: vscode.Uri): Promise<void> {
    const fitting = this.fitting(patch, status).length;
    const rest = `Apply What Fits (${fitting} of ${status.total})`;
    const buttons = status.applicable ? [] : [SHOW_PROBLEM, ...(fitting ? [rest] : [])];
    const choice = await vscode.window.showWarningMessage(
      `Nothing was applied. ${withoutLinks(status.refusal ?? "")}`,
      ...buttons,
    );
    if (choice === rest) return this.applyFitting(patch);
    if (choice !== SHOW_PROBLEM) return;
    await vscode.window.showTextDocument(patch);
    await vscode.commands.executeCommand("editor.action.marker.next");
  }

  /** Nobody says how the patch stands. */
  private async explainSilence(): Promise<void> {
    const reason = SILENCE[this.server.condition];
    if (!reason) return void vscode.window.showWarningMessage("There is no patch to apply here.");
    const button = this.server.condition === "starting" ? [] : ["Restart the Server"];
    const choice = await vscode.window.showWarningMessage(
      `Nothing was applied: ${reason}`,
      ...button,
    );
    if (choice) await this.server.restart();
  }
}

function complain(error: Refusal | WriteError): void {
  if (error instanceof Refusal)
    return void vscode.window.showWarningMessage(`Nothing was applied. ${error.message}`);
  const reason = `${nameFor(error.path)} ${error.message}.`;
  if (error.left.length)
    void vscode.window.showErrorMessage(
      `The patch was not applied: ${reason} Not everything could be put back: look at ${error.left.map(nameFor).join(", ")}, and undo the patch.`,
    );
  else void vscode.window.showWarningMessage(`Nothing was applied: ${reason}`);
}

/** What is done, for the list of what was applied. */
function titleOf(patch: vscode.Uri, selection: Selection, kind: string, status: Status): string {
  const name = vscode.workspace.asRelativePath(patch).split("/").at(-1);
  const done = kind === REVERT_KIND ? REVERTED : "Applied";
  const some = nameSome(selection, status);
  return some ? `${done} ${some} of ${name}` : `${done} ${name}`;
}

/** What of a patch is meant; nothing if that is all of it. */
function nameSome({ file, part, parts, block, rows }: Selection, status: Status): string {
  if (rows) return `rows ${rows.map((row) => row + 1).join(" to ")}`;
  if (parts) return count(parts.length, "part");
  if (part !== undefined) return `part ${part + 1}`;
  if (block !== undefined) return `block ${block + 1}`;
  return status.parts.find(({ section }) => section === file)?.path ?? "";
}

/** Applying: one edit for all files, one notification afterwards, and an Undo that takes everything back. */

import * as vscode from "vscode";
import type { CodeAction, LanguageClient, WorkspaceEdit } from "vscode-languageclient/node";
import { type Applied, findStrays, remember, saveClean, showApplied } from "./applied";
import { buildEdit, isStale } from "./edit";
import { APPLY_KIND, filesOf, type Selection, type Status } from "../server/protocol";
import type { Server } from "../server/server";
import { readText, type Texts } from "../views/texts";
import { undoEdit } from "./undo";
import { count } from "../views/words";

const UNDO = "Undo";
const SHOW = "Show Changes";

export class Applier {
  private runs = 0;
  private last: Applied | undefined;

  constructor(
    private readonly server: Server,
    private readonly texts: Texts,
  ) {}

  /** Apply a patch, or one of its sections; a reason is shown if that may not be. */
  async apply(patch: vscode.Uri, section?: number): Promise<void> {
    const status = await this.server.status(patch, true);
    const client = this.server.client;
    if (!status || !client)
      return void vscode.window.showWarningMessage("There is no patch to apply here.");
    if (section === undefined && status.refusal) return this.refuse(status, patch);
    const edit = await this.ask(client, patch, { file: section });
    if (!edit) return;
    const applied = await remember(patch, filesOf(status, { file: section }));
    if (isStale(edit, client) || !(await vscode.workspace.applyEdit(buildEdit(edit, client))))
      return this.complain();
    await saveClean(applied.files, "after");
    await this.conclude(applied, section === undefined);
  }

  /** Give an action from the light bulb its edit, and a command that concludes it. */
  async resolve<Action extends vscode.CodeAction>(
    action: Action,
    patch: vscode.Uri,
    selection: Selection,
  ): Promise<Action> {
    const status = await this.server.status(patch, true);
    const client = this.server.client;
    const edit = status && client && (await this.ask(client, patch, selection));
    if (!edit) return action;
    const applied = await remember(patch, filesOf(status, selection));
    action.edit = buildEdit(edit, client);
    action.command = { title: "", command: "patchsight.afterApply", arguments: [applied] };
    return action;
  }

  /** An action from the light bulb was carried out, or discarded in its preview. */
  async afterAction(applied: Applied): Promise<void> {
    if ((await findStrays(applied.files, "before")).length) await this.conclude(applied, false);
  }

  private async ask(
    client: LanguageClient,
    patch: vscode.Uri,
    { file, part, fingerprint }: Selection,
  ): Promise<WorkspaceEdit | undefined> {
    const uri = client.code2ProtocolConverter.asUri(patch);
    const data = { uri, file: file ?? null, part: part ?? null, fingerprint: fingerprint ?? null };
    const action = await client.sendRequest<CodeAction>("codeAction/resolve", {
      title: "Apply",
      kind: APPLY_KIND,
      data,
    });
    return action.edit;
  }

  /** Look at what really stands there, and say so. */
  private async conclude(applied: Applied, whole: boolean): Promise<void> {
    const strays = whole ? await findStrays(applied.files, "after") : [];
    if (strays.length) {
      void vscode.window.showWarningMessage(
        `The patch was applied, but ${strays.join(", ")} does not read as it should. Check the files.`,
      );
    }
    const settled = { ...applied, files: await Promise.all(applied.files.map(asItIs)) };
    this.last = settled;
    const choice = await vscode.window.showInformationMessage(
      `Applied to ${count(applied.files.length, "file")}`,
      UNDO,
      SHOW,
    );
    if (choice === UNDO) await this.undo(settled);
    if (choice === SHOW) await showApplied(settled, this.texts, `applied=${++this.runs}`);
  }

  /** Take back what was applied last, for when its notification is gone. */
  async undoLast(): Promise<void> {
    if (this.last) await this.undo(this.last);
    else
      void vscode.window.showInformationMessage(
        "There is nothing to undo: no patch was applied in this window, or it was undone already.",
      );
  }

  /** Take everything back, unless something was changed since. */
  private async undo(applied: Applied): Promise<void> {
    const strays = await findStrays(applied.files, "after");
    if (strays.length) {
      return void vscode.window.showWarningMessage(
        `Nothing was undone: ${strays.join(", ")} changed since the patch was applied. Undo there, step by step.`,
      );
    }
    await vscode.workspace.applyEdit(await undoEdit(applied));
    await saveClean(applied.files, "before");
    if (this.last === applied) this.last = undefined;
    const left = await findStrays(applied.files, "before");
    if (left.length)
      void vscode.window.showWarningMessage(
        `Not everything was undone: look at ${left.join(", ")}.`,
      );
    else
      vscode.window.setStatusBarMessage(
        `$(discard) Undone in ${count(applied.files.length, "file")}`,
        5000,
      );
  }

  private async refuse(status: Status, patch: vscode.Uri): Promise<void> {
    const button = status.applicable ? [] : ["Show Problem"];
    const choice = await vscode.window.showWarningMessage(
      `Nothing was applied. ${status.refusal ?? ""}`,
      ...button,
    );
    if (!choice) return;
    await vscode.window.showTextDocument(patch);
    await vscode.commands.executeCommand("editor.action.marker.next");
  }

  private complain(): void {
    void vscode.window.showErrorMessage(
      "VS Code did not apply the patch: the files changed in the meantime, or cannot be written. Look at the patch again and repeat.",
    );
  }
}

/** The text that really stands in a file after applying is what Undo and Show Changes compare with. */
async function asItIs(file: Applied["files"][number]): Promise<Applied["files"][number]> {
  return file.after === undefined
    ? file
    : { ...file, after: (await readText(file.to)) ?? file.after };
}

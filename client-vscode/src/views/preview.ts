/** Preview: the files as they are beside the files as they would be, live while the patch is edited. */

import * as vscode from "vscode";
import type { Patches } from "../patches";
import type { Rejections } from "../rejections";
import { type FilePlan, filesOf, type Selection, type Status } from "../server/protocol";
import type { Server } from "../server/server";
import {
  type Comparison,
  patchBehind,
  previewGroup,
  readText,
  showComparisons,
  type Texts,
} from "./texts";
import { withoutLinks } from "./words";

const SIDES = ["before", "after"] as const;

/**
 * Both sides are texts of our own: the preview would else keep the files open, also those that the patch renames or
 * deletes, and VS Code would go on showing what is not there any more.
 */
export class Preview implements vscode.Disposable {
  /** What is shown for each patch: the address that a file will have, and the one it has now. */
  private readonly open = new Map<string, Map<string, string>>();
  /** The patches whose preview VS Code has opened; one that is about to be opened has no texts there yet. */
  private readonly opened = new Set<string>();
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly server: Server,
    private readonly patches: Patches,
    private readonly texts: Texts,
    private readonly rejections: Rejections,
  ) {
    this.subscription = vscode.Disposable.from(
      patches.onDidChange((uri) => void this.refresh(uri)),
      rejections.onDidChange((uri) => void this.refresh(uri)),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        const patch = patchBehind(uri);
        if (patch) this.opened.add(patch.toString());
      }),
    );
  }

  /** Show what a patch would change, or the files that some of it would. */
  async show(patch: vscode.Uri, selection: Selection = {}): Promise<void> {
    const status = await this.look(patch);
    const files = status ? filesOf(status, selection) : [];
    if (!status || !files.length) {
      void vscode.window.showInformationMessage(withoutLinks(explainEmpty(status)));
      return;
    }
    const shown = files.map((file): [string, string] => [nameOf(file), file.uri]);
    this.open.set(
      patch.toString(),
      new Map([...(this.open.get(patch.toString()) ?? []), ...shown]),
    );
    const name = vscode.workspace.asRelativePath(patch).split("/").at(-1);
    await goBeside(patch);
    await showComparisons(
      `Preview: ${name}`,
      files.map((file) => this.compare(patch, file)),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Bring what is shown up to date. A file that the patch no longer changes is shown unchanged. */
  private async refresh(patch: vscode.Uri): Promise<void> {
    const shown = this.open.get(patch.toString());
    if (shown && this.opened.has(patch.toString()) && !isShown(patch)) return this.forget(patch);
    const status = shown && (await this.look(patch));
    if (!status) return;
    for (const file of status.files) this.compare(patch, file);
    const untouched = [...shown].filter(
      ([name]) => !status.files.some((file) => nameOf(file) === name),
    );
    await Promise.all(
      untouched.map(([name, uri]) =>
        this.showUnchanged(patch, vscode.Uri.parse(name), vscode.Uri.parse(uri)),
      ),
    );
  }

  /** How a patch stands without the parts that are rejected. */
  private async look(patch: vscode.Uri): Promise<Status | undefined> {
    const kept = this.rejections.kept(patch, this.patches.get(patch));
    return this.server.status(patch, true, kept);
  }

  private forget(patch: vscode.Uri): void {
    this.open.delete(patch.toString());
    this.opened.delete(patch.toString());
    for (const side of SIDES) this.texts.drop(previewGroup(side, patch));
  }

  /** A file that was renamed since is unchanged under its new name. */
  private async showUnchanged(patch: vscode.Uri, name: vscode.Uri, uri: vscode.Uri): Promise<void> {
    const text = (await readText(uri)) ?? (await readText(name)) ?? "";
    this.texts.put(uri, previewGroup("before", patch), text);
    this.texts.put(name, previewGroup("after", patch), text);
  }

  private compare(patch: vscode.Uri, file: FilePlan): Comparison {
    const name = vscode.Uri.parse(nameOf(file));
    const before =
      file.op === "create"
        ? undefined
        : this.texts.put(
            vscode.Uri.parse(file.uri),
            previewGroup("before", patch),
            file.before ?? "",
          );
    const after =
      file.op === "delete"
        ? undefined
        : this.texts.put(name, previewGroup("after", patch), file.after ?? "");
    this.texts.describe([before, after], {
      patch: patch.toString(),
      before: file.before ?? "",
      after: file.after ?? "",
      parts: file.parts,
    });
    return { name, before, after };
  }
}

/** Where a preview opens: in the group on the right of the patch, which is made if there is none. */
async function goBeside(patch: vscode.Uri): Promise<void> {
  if (vscode.window.activeTextEditor?.document.uri.toString() !== patch.toString()) return;
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const hasRight = all.some(({ viewColumn }) => viewColumn > activeTabGroup.viewColumn);
  await vscode.commands.executeCommand(
    hasRight ? "workbench.action.focusRightGroup" : "workbench.action.newGroupRight",
  );
}

/** Whether a preview of a patch is open in any tab. */
function isShown(patch: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some(
    ({ uri }) => patchBehind(uri)?.toString() === patch.toString(),
  );
}

/** The address a file will have. */
function nameOf(file: FilePlan): string {
  return file.newUri ?? file.uri;
}

function explainEmpty(status: Status | undefined): string {
  if (!status) return "There is no patch to preview here.";
  return status.applicable
    ? "There is nothing to preview: everything is applied already."
    : `There is nothing to preview. ${status.refusal ?? ""}`;
}

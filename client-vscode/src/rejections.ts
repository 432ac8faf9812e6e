/** Parts that the user turned down. They stay in the patch, but are left out where it is previewed and applied. */

import * as vscode from "vscode";
import type { Patches } from "./patches";
import type { Part, Status } from "./server/protocol";

export class Rejections implements vscode.Disposable {
  /** The paths of rejected parts by their numbers, and how many parts there were. */
  private readonly rejected = new Map<string, { total: number; paths: Map<number, string> }>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscription: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor(private readonly patches: Patches) {
    this.subscription = vscode.Disposable.from(
      patches.onDidChange((uri) => this.check(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.rejected.delete(uri.toString())),
    );
  }

  set(patch: vscode.Uri, part: Part, rejected: boolean): void {
    const total = this.patches.get(patch)?.total ?? 0;
    const known = this.rejected.get(patch.toString()) ?? { total, paths: new Map() };
    if (rejected) known.paths.set(part.index, part.path);
    else known.paths.delete(part.index);
    this.rejected.set(patch.toString(), known);
    this.changed.fire(patch);
  }

  has(patch: vscode.Uri, part: Part): boolean {
    return this.rejected.get(patch.toString())?.paths.has(part.index) ?? false;
  }

  count(patch: vscode.Uri): number {
    return this.rejected.get(patch.toString())?.paths.size ?? 0;
  }

  /** The numbers of the other parts; undefined if no part is rejected. */
  kept(patch: vscode.Uri, status: Status | undefined): number[] | undefined {
    if (!status?.parts.some((part) => this.has(patch, part))) return undefined;
    return status.parts.filter((part) => !this.has(patch, part)).map(({ index }) => index);
  }

  dispose(): void {
    vscode.Disposable.from(this.subscription, this.changed).dispose();
  }

  /** In a patch that has other parts now, nobody knows which are meant. */
  private check(patch: vscode.Uri): void {
    const known = this.rejected.get(patch.toString());
    const status = this.patches.get(patch);
    if (!known || !status) return;
    const same =
      known.total === status.total &&
      [...known.paths].every(([index, path]) => status.parts[index]?.path === path);
    if (same) return;
    this.rejected.delete(patch.toString());
    if (known.paths.size)
      vscode.window.setStatusBarMessage("The patch has other parts now: none is rejected", 5000);
    this.changed.fire(patch);
  }
}

/** Rejected parts are faded and struck through in the patch. */

import * as vscode from "vscode";
import type { Patches } from "../patches";
import type { Rejections } from "../rejections";

export class RejectedParts implements vscode.Disposable {
  private readonly struck = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    opacity: "0.5",
    textDecoration: "line-through",
  });
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly patches: Patches,
    private readonly rejections: Rejections,
  ) {
    this.subscriptions = [
      patches.onDidChange(() => this.show()),
      rejections.onDidChange(() => this.show()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.show()),
      this.struck,
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private show(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { uri } = editor.document;
      const parts = this.patches.get(uri)?.parts ?? [];
      const ranges = parts
        .filter((part) => this.rejections.has(uri, part))
        .map(({ line, end }) => new vscode.Range(line, 0, Math.max(line, end - 1), 0));
      editor.setDecorations(this.struck, ranges);
    }
  }
}

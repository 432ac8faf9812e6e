/** Marks in the target files, on demand: where the patch that was looked at last would land. */

import * as vscode from "vscode";
import type { Patches } from "../patches";
import type { Lines, Part } from "../server/protocol";
import { escapeMarkdown, withoutIcons } from "./words";

export class Decorations implements vscode.Disposable {
  private wanted = vscode.workspace.getConfiguration("patchsight").get("targetDecorations", false);
  private readonly lands: vscode.TextEditorDecorationType;
  private readonly maybe: vscode.TextEditorDecorationType;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly patches: Patches,
    media: vscode.Uri,
  ) {
    this.lands = makeType(vscode.Uri.joinPath(media, "lands.svg"), "charts.blue");
    this.maybe = makeType(vscode.Uri.joinPath(media, "maybe.svg"), "charts.yellow");
    this.subscriptions = [
      patches.onDidChange(() => this.show()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      vscode.workspace.onDidChangeConfiguration(
        (event) => event.affectsConfiguration("patchsight.targetDecorations") && this.follow(),
      ),
      this.lands,
      this.maybe,
    ];
  }

  toggle(): void {
    this.wanted = !this.wanted;
    this.show();
    const patch = this.patches.recent;
    const name = patch ? vscode.workspace.asRelativePath(patch.uri) : "the next patch you open";
    vscode.window.setStatusBarMessage(
      this.wanted
        ? `Marking in the files where ${withoutIcons(name)} lands`
        : "Marks in the files are off",
      5000,
    );
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private follow(): void {
    this.wanted = vscode.workspace.getConfiguration("patchsight").get("targetDecorations", false);
    this.show();
  }

  private show(): void {
    const patch = this.wanted ? this.patches.recent : undefined;
    const parts = patch ? (this.patches.get(patch.uri)?.parts ?? []) : [];
    for (const editor of vscode.window.visibleTextEditors) {
      const mine = parts.filter(
        (part) =>
          part.uri !== null &&
          vscode.Uri.parse(part.uri).toString() === editor.document.uri.toString(),
      );
      const mark = (part: Part, lines: Lines): vscode.DecorationOptions =>
        makeMark(part, lines, editor.document, patch!);
      editor.setDecorations(
        this.lands,
        mine.flatMap((part) =>
          part.where && part.state !== "ambiguous" ? [mark(part, part.where)] : [],
        ),
      );
      editor.setDecorations(
        this.maybe,
        mine.flatMap((part) =>
          part.state === "ambiguous" ? part.candidates.map((lines) => mark(part, lines)) : [],
        ),
      );
    }
  }
}

function makeType(icon: vscode.Uri, colour: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    gutterIconPath: icon,
    gutterIconSize: "contain",
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor(colour),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
}

function makeMark(
  part: Part,
  lines: Lines,
  target: vscode.TextDocument,
  patch: vscode.TextDocument,
): vscode.DecorationOptions {
  const last = target.lineCount - 1;
  const end = target.lineAt(Math.min(Math.max(lines.end - 1, lines.start), last)).range.end;
  const range = new vscode.Range(new vscode.Position(Math.min(lines.start, last), 0), end);
  const link = vscode.Uri.parse(
    `command:patchsight.goTo?${encodeURIComponent(JSON.stringify([patch.uri.toJSON(), part.line]))}`,
  );
  const name = vscode.workspace.asRelativePath(patch.uri);
  const hover = new vscode.MarkdownString(
    `Part ${part.index + 1} of [${escapeMarkdown(name)}](${link.toString()}) ${escapeMarkdown(part.description)}.`,
  );
  hover.isTrusted = { enabledCommands: ["patchsight.goTo"] };
  return { range, hoverMessage: hover };
}

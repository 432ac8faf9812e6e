/**
 * What the patch under review does, shown in the file itself: what goes is marked as VS Code's diffs mark it, and what comes
 * is written beside it. The file stays as it is until a part is accepted.
 */

import * as vscode from "vscode";
import { normalise } from "../apply/fileChange";
import type { Rejections } from "../rejections";
import type { Patches } from "../patches";
import type { FilePlan } from "../server/protocol";
import type { Server } from "../server/server";
import { findChanges, findWords, type LineChange } from "./lineChanges";
import type { Review } from "./review";
import { makeTypes } from "./shading";
import { describeAdded } from "./words";

const KINDS = ["gone", "goneWords", "added"] as const;
type Kind = (typeof KINDS)[number];
type Marks = Record<Kind, vscode.DecorationOptions[]>;

export class ReviewMarks implements vscode.Disposable {
  private types = make();
  /** Counts the looks: an answer that comes after the next look is not shown. */
  private look = 0;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly patches: Patches,
    private readonly rejections: Rejections,
    private readonly review: Review,
  ) {
    this.subscriptions = [
      review.onDidChangeCodeLenses(() => void this.show()),
      vscode.window.onDidChangeVisibleTextEditors(() => void this.show()),
      vscode.window.onDidChangeActiveColorTheme(() => this.repaint()),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, ...Object.values(this.types)).dispose();
  }

  private repaint(): void {
    vscode.Disposable.from(...Object.values(this.types)).dispose();
    this.types = make();
    void this.show();
  }

  private async show(): Promise<void> {
    const look = ++this.look;
    const files = await this.findFiles();
    if (look !== this.look) return;
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const plan = files.find(
        ({ uri }) => vscode.Uri.parse(uri).toString() === document.uri.toString(),
      );
      const marks = plan ? changesIn(document, plan).map((one) => mark(one, document)) : [];
      for (const kind of KINDS)
        editor.setDecorations(
          this.types[kind],
          marks.flatMap((one) => one[kind]),
        );
    }
  }

  /** What the patch under review would do to files that are shown, without what is rejected. */
  private async findFiles(): Promise<FilePlan[]> {
    const patch = this.review.current;
    const shown = new Set(
      vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()),
    );
    const status = patch && this.patches.get(patch);
    const isShown = status?.files.some(({ uri }) => shown.has(vscode.Uri.parse(uri).toString()));
    if (!patch || !isShown) return [];
    const kept = this.rejections.kept(patch, status);
    return (await this.server.status(patch, true, kept))?.files ?? [];
  }
}

/** A file that reads otherwise by now is looked at again soon. */
function changesIn(document: vscode.TextDocument, plan: FilePlan): LineChange[] {
  const before = normalise(plan.before ?? "");
  if (normalise(document.getText()) !== before) return [];
  const after = plan.op === "delete" ? [] : normalise(plan.after ?? "").split("\n");
  return findChanges(before.split("\n"), after);
}

/**
 * Where as many lines come as go, each is compared with the one in its place: what differs stands where it belongs. Else whole
 * lines are marked, and what comes is written behind the last that goes, or behind the line that it follows.
 */
function mark(change: LineChange, document: vscode.TextDocument): Marks {
  const lines = Array.from({ length: change.end - change.start }, (_, at) => change.start + at);
  const words = lines.map((line, at) =>
    findWords(document.lineAt(line).text, change.added[at] ?? ""),
  );
  const marks: Marks = { gone: [], goneWords: [], added: [] };
  if (lines.length && lines.length === change.added.length && words.every(Boolean)) {
    lines.forEach((line, at) => {
      const { start, end, added } = words[at]!;
      marks.goneWords.push({ range: new vscode.Range(line, start, line, end) });
      if (added) marks.added.push(write(added, new vscode.Position(line, end), change, document));
    });
    return marks;
  }
  marks.gone.push(...lines.map((line) => ({ range: new vscode.Range(line, 0, line, 0) })));
  if (change.added.length) {
    const line = Math.min(Math.max(change.end - 1, 0), document.lineCount - 1);
    marks.added.push(
      write(describeAdded(change), document.lineAt(line).range.end, change, document),
    );
  }
  return marks;
}

/** A text that is not in the file; a hover has all of what comes. */
function write(
  text: string,
  place: vscode.Position,
  { added }: LineChange,
  document: vscode.TextDocument,
): vscode.DecorationOptions {
  const hoverMessage = new vscode.MarkdownString();
  hoverMessage.appendCodeblock(added.join("\n"), document.languageId);
  // VS Code would else leave out white space at either end.
  const contentText = text.replaceAll(" ", "\u00a0");
  return {
    range: new vscode.Range(place, place),
    hoverMessage,
    renderOptions: { after: { contentText } },
  };
}

function make(): Record<Kind, vscode.TextEditorDecorationType> {
  const { removed, added } = makeTypes();
  added.dispose();
  const colour = (name: string): vscode.ThemeColor => new vscode.ThemeColor(`diffEditor.${name}`);
  return {
    gone: removed,
    goneWords: vscode.window.createTextEditorDecorationType({
      backgroundColor: colour("removedTextBackground"),
      textDecoration: "line-through",
    }),
    added: vscode.window.createTextEditorDecorationType({
      after: {
        backgroundColor: colour("insertedTextBackground"),
        border: "1px solid",
        borderColor: colour("insertedTextBorder"),
      },
    }),
  };
}

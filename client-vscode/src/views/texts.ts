/** Texts that are shown but stand in no file: a target as it would be, or as it was. */

import * as vscode from "vscode";

export const SCHEME = "patchsight";
const PREVIEWED = /^(?:before|after)=(.*)$/s;

/** The texts on one side of the preview of a patch. */
export function previewGroup(side: "before" | "after", patch: vscode.Uri): string {
  return `${side}=${patch.toString()}`;
}

/** The patch that a text is previewed for; undefined for every other text. */
export function patchBehind(uri: vscode.Uri): vscode.Uri | undefined {
  const patch = uri.scheme === SCHEME ? PREVIEWED.exec(uri.query)?.[1] : undefined;
  return patch === undefined ? undefined : vscode.Uri.parse(patch);
}

/** What a preview shows of a file: both of its sides, and the numbers of the parts that make the difference. */
export interface Shown {
  patch: string;
  before: string;
  after: string;
  parts: readonly number[];
}

export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly previews = new Map<string, Shown>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  constructor() {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      this.changed,
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Show a text under an address beside that of a file, whose path gives it its name and colours. */
  put(file: vscode.Uri, group: string, text: string): vscode.Uri {
    const uri = file.with({ scheme: SCHEME, query: group });
    const before = this.texts.get(uri.toString());
    this.texts.set(uri.toString(), text);
    if (before !== undefined && before !== text) this.changed.fire(uri);
    return uri;
  }

  /** Keep what both sides of a preview belong to. */
  describe(sides: readonly (vscode.Uri | undefined)[], shown: Shown): void {
    for (const side of sides) if (side) this.previews.set(side.toString(), shown);
  }

  /** What is known of a text in a preview. */
  preview(side: vscode.Uri): Shown | undefined {
    return this.previews.get(side.toString());
  }

  /** Forget the texts of a group. */
  drop(group: string): void {
    for (const key of this.texts.keys())
      if (vscode.Uri.parse(key, true).query === group) {
        this.texts.delete(key);
        this.previews.delete(key);
      }
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }
}

export interface Comparison {
  name: vscode.Uri;
  before: vscode.Uri | undefined;
  after: vscode.Uri | undefined;
}

/** Open VS Code's own diff editor: the plain one for one changed file, the multi-file one for all else. */
export async function showComparisons(
  title: string,
  comparisons: readonly Comparison[],
): Promise<void> {
  const [only] = comparisons;
  if (comparisons.length === 1 && only?.before && only.after) {
    await vscode.commands.executeCommand("vscode.diff", only.before, only.after, title);
    return;
  }
  const resources = comparisons.map(({ name, before, after }) => [name, before, after]);
  await vscode.commands.executeCommand("vscode.changes", title, resources);
}

/**
 * What the editor shows for a file, saved or not; undefined if there is no such file. A file that is not open is read
 * from disk: opening it would keep it open for minutes, even after it is gone.
 */
export async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  );
  if (open) return open.getText();
  return vscode.workspace.fs.readFile(uri).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => undefined,
  );
}

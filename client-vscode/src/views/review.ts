/**
 * Review, part by part: accept or reject what a patch does to the file one looks at, be that the file itself, its preview
 * or the patch. What is accepted is applied at once; what is rejected stays in the patch and is left out from then on.
 */

import * as vscode from "vscode";
import type { Applier } from "../apply/applier";
import { normalise } from "../apply/fileChange";
import type { Patches } from "../patches";
import type { Rejections } from "../rejections";
import type { Part } from "../server/protocol";
import { findRegions } from "./regions";
import { SCHEME, type Texts } from "./texts";
import { count } from "./words";

interface Place {
  part: Part;
  /** Lines of the editor: from 0, up to but without `end`. */
  start: number;
  end: number;
}

const CONTEXT = "patchsight.isReviewed";

export class Review implements vscode.CodeLensProvider, vscode.Disposable {
  /** The patch under review. */
  private patch: vscode.Uri | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly patches: Patches,
    private readonly rejections: Rejections,
    private readonly applier: Applier,
    private readonly texts: Texts,
  ) {
    const anyFile = [{ scheme: "file" }, { scheme: SCHEME }];
    this.subscriptions = [
      vscode.languages.registerCodeLensProvider(anyFile, this),
      patches.onDidChange(() => this.refresh()),
      rejections.onDidChange(() => this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
      this.changed,
    ];
  }

  /** Review a patch from now on, until it is closed or nothing is left to decide. */
  begin(patch: vscode.Uri): void {
    this.patch = patch;
    this.refresh();
  }

  /** The patch under review, if there is one. */
  get current(): vscode.Uri | undefined {
    return this.patch;
  }

  end(): void {
    this.patch = undefined;
    this.refresh();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    if (uri.toString() === this.patch?.toString()) return [];
    return this.placesIn(uri).flatMap((place) => this.lensesFor(place));
  }

  /** Apply the part at the cursor, and go on to the next. */
  async accept(): Promise<void> {
    const place = this.atCursor();
    const patch = this.patch;
    if (!place || !patch) return this.sayNothingThere();
    if (this.rejections.has(patch, place.part)) this.rejections.set(patch, place.part, false);
    await this.decide(place.part, () => this.applier.apply(patch, { part: place.part.index }));
  }

  /** Turn the part at the cursor down, and go on to the next; one that is applied is taken back first. */
  async reject(): Promise<void> {
    const place = this.atCursor();
    if (!place) return this.sayNothingThere();
    await this.rejectPart(this.patch!, place.part);
  }

  /** The same for a part that was chosen elsewhere. */
  async acceptPart(patch: vscode.Uri, part: Part): Promise<void> {
    this.begin(patch);
    if (this.rejections.has(patch, part)) this.rejections.set(patch, part, false);
    await this.applier.apply(patch, { part: part.index });
  }

  async rejectPart(patch: vscode.Uri, part: Part): Promise<void> {
    this.begin(patch);
    await this.decide(part, async () => {
      if (part.state === "applied") await this.applier.takeBack(patch, { part: part.index });
      this.rejections.set(patch, part, true);
    });
  }

  reconsider(patch: vscode.Uri, part: Part): void {
    this.rejections.set(patch, part, false);
  }

  /** Go to the next part that is not decided, or the one before: in this file, then in the others. */
  async go(direction: 1 | -1): Promise<void> {
    const pending = this.pending();
    const here = this.atCursor()?.part;
    const rest = pending.filter((part) => part !== here);
    const next =
      direction === 1
        ? (rest.find(({ index }) => index > (here?.index ?? -1)) ?? rest[0])
        : (rest.findLast(({ index }) => index < (here?.index ?? Infinity)) ?? rest.at(-1));
    if (next) await this.show(next);
    else this.sayDone();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async decide(part: Part, work: () => Promise<void>): Promise<void> {
    const patch = this.patch!;
    const editor = vscode.window.activeTextEditor;
    await work();
    await this.patches.settled(patch);
    const left = this.pending();
    const next = left.find(({ index }) => index > part.index) ?? left[0];
    if (!left.length) this.sayDone();
    else if (next && editor?.document.uri.scheme !== SCHEME) await this.show(next);
  }

  /** The parts that could be applied and are not decided. */
  private pending(): Part[] {
    const parts = this.patch ? (this.patches.get(this.patch)?.parts ?? []) : [];
    return parts.filter((part) => part.state === "fits" && !this.rejections.has(this.patch!, part));
  }

  /** Where it lands, or the patch itself for a file that is not there yet. */
  private async show(part: Part): Promise<void> {
    const inPatch =
      vscode.window.activeTextEditor?.document.uri.toString() === this.patch?.toString();
    const [uri, line] =
      part.uri !== null && part.where && !inPatch
        ? [vscode.Uri.parse(part.uri), part.where.start]
        : [this.patch!, part.line];
    await vscode.commands.executeCommand("patchsight.goTo", uri, line);
  }

  private atCursor(): Place | undefined {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return undefined;
    const { document, selection } = editor;
    if (!this.patch || !this.isAbout(document.uri))
      this.patch = this.patches.active?.uri ?? this.patch;
    const line = selection.active.line;
    const distance = ({ start, end }: Place): number =>
      line < start ? start - line : Math.max(0, line - Math.max(end - 1, start));
    return this.placesIn(document.uri).sort((a, b) => distance(a) - distance(b))[0];
  }

  private isAbout(uri: vscode.Uri): boolean {
    return this.placesIn(uri).length > 0;
  }

  /** Where the parts of the reviewed patch stand in what an editor shows. */
  private placesIn(uri: vscode.Uri): Place[] {
    const patch = this.patch;
    const parts = patch ? (this.patches.get(patch)?.parts ?? []) : [];
    if (uri.toString() === patch?.toString())
      return parts.map((part) => ({ part, start: part.line, end: part.end }));
    if (uri.scheme !== SCHEME)
      return parts
        .filter(
          (part) => part.uri !== null && vscode.Uri.parse(part.uri).toString() === uri.toString(),
        )
        .flatMap((part) => (part.where ? [{ part, ...part.where }] : []));
    return this.placesInPreview(uri, parts);
  }

  private placesInPreview(uri: vscode.Uri, parts: readonly Part[]): Place[] {
    const shown = this.texts.preview(uri);
    if (!shown || shown.patch !== this.patch?.toString()) return [];
    const mine = shown.parts.flatMap((index) => parts[index] ?? []);
    const regions = findRegions(
      normalise(shown.before),
      normalise(shown.after),
      mine.map(({ where }) => where ?? { start: 0, end: 0 }),
    );
    const side = uri.query.startsWith("before") ? "before" : "after";
    return mine.map((part, at) => ({ part, ...regions[at]![side] }));
  }

  private lensesFor({ part, start }: Place): vscode.CodeLens[] {
    const range = new vscode.Range(start, 0, start, 0);
    const patch = this.patch!;
    const lens = (title: string, command: string): vscode.CodeLens =>
      new vscode.CodeLens(range, {
        title,
        command: `patchsight.${command}`,
        arguments: [{ patch, part }],
      });
    const name = `part ${part.index + 1}`;
    if (this.rejections.has(patch, part))
      return [lens(`$(circle-slash) Rejected ${name}: reconsider`, "reconsiderPart")];
    if (part.state === "applied") return [lens(`$(discard) Undo ${name}`, "takeBackPart")];
    if (part.state !== "fits") return [];
    const left = this.pending();
    return [
      lens(`$(check) Accept ${name}`, "acceptPart"),
      lens("$(close) Reject", "rejectPart"),
      lens(`Next (${left.length} left)`, "nextPart"),
    ];
  }

  private refresh(): void {
    if (this.patch && !this.patches.find(this.patch)) this.patch = undefined;
    const shown = vscode.window.activeTextEditor?.document.uri;
    const isReviewed =
      shown !== undefined && (this.isAbout(shown) || this.patches.active !== undefined);
    void vscode.commands.executeCommand("setContext", CONTEXT, isReviewed);
    this.changed.fire();
  }

  private sayNothingThere(): void {
    void vscode.window.showInformationMessage("There is no part of a patch under review here.");
  }

  private sayDone(): void {
    const parts = this.patch ? (this.patches.get(this.patch)?.parts ?? []) : [];
    const applied = parts.filter(({ state }) => state === "applied").length;
    vscode.window.setStatusBarMessage(
      `$(check-all) Nothing is left to decide: ${count(applied, "part")} of ${parts.length} applied`,
      5000,
    );
  }
}

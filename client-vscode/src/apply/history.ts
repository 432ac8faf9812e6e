/** What was applied in this workspace, and taking it back: to the byte, file by file, whatever was applied or edited since. */

import * as vscode from "vscode";
import { carryOut, isReady, removeFolders, WriteError } from "./disk";
import { findDocument, reload, setTexts, showWritten } from "./documents";
import {
  type ChangeSet,
  decode,
  type EditorChange,
  type FileChange,
  nameOf,
  normalise,
  reverse,
  reverseText,
} from "./fileChange";
import { type Entry, Journal, markOf, pathsOf } from "./journal";
import { nameFor } from "./plan";
import { showComparisons, type Texts } from "../views/texts";
import { count, withoutLinks } from "../views/words";

/** What can be taken back of an entry, by the numbers of its files. */
interface Outlook {
  /** They stand as the patch left them. */
  ready: number[];
  /** They stand as they stood before. */
  back: number[];
  edited: number[];
}

export class History implements vscode.Disposable {
  readonly journal: Journal;
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly focus: vscode.Disposable;
  private shown = 0;

  constructor(
    folder: string,
    private readonly texts: Texts,
  ) {
    this.journal = new Journal(folder);
    // Another window of this workspace may have applied or undone something.
    this.focus = vscode.window.onDidChangeWindowState(
      ({ focused }) => focused && this.changed.fire(),
    );
  }

  /** Do one thing after the other: two runs at once would not know of each other. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work, work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  /** An entry was carried out. */
  async settle(entry: Entry): Promise<void> {
    entry.progress = "done";
    await this.journal.save(entry);
    this.changed.fire();
  }

  list(): Promise<Entry[]> {
    return this.journal.list();
  }

  async get(id: string): Promise<Entry | undefined> {
    return (await this.list()).find((entry) => entry.id === id);
  }

  /** The last run of a patch that stands, if its text is still the same. */
  async find(patch: vscode.TextDocument): Promise<Entry | undefined> {
    const mark = markOf(patch.getText());
    return (await this.list()).find(
      (entry) =>
        entry.progress === "done" && entry.patch === patch.uri.toString() && entry.mark === mark,
    );
  }

  /** Take back what was applied last; once more for what was applied before it. */
  async undoLast(): Promise<void> {
    for (const entry of await this.list())
      if (entry.progress === "done" && (await this.undo(entry))) return;
    void vscode.window.showInformationMessage(
      "There is nothing to undo: no patch was applied in this folder, or every one was undone.",
    );
  }

  /** Take an entry back, but for files that were edited since: these are named and left alone. False if all was back. */
  async undo({ id }: Entry): Promise<boolean> {
    return this.inTurn(async () => {
      const entry = await this.get(id);
      const changes = entry && (await this.journal.changesOf(entry));
      if (entry && changes) return this.takeBack(entry, changes);
      void vscode.window.showWarningMessage(
        "This cannot be undone: what was there before is not kept any more.",
      );
      return true;
    });
  }

  /** Show what an entry changed: left as it was, right as it is. */
  async show(entry: Entry): Promise<void> {
    const changes = await this.journal.changesOf(entry);
    const group = `applied=${++this.shown}`;
    const comparisons = [...(changes?.disk ?? []), ...(changes?.editor ?? [])].map((change) => {
      const { from, to, before } = "path" in change ? asPaths(change) : asTexts(change);
      const name = vscode.Uri.file(to ?? from ?? "");
      return {
        name,
        before:
          before === undefined ? undefined : this.texts.put(vscode.Uri.file(from!), group, before),
        after: to === null ? undefined : name,
      };
    });
    await showComparisons("Applied changes", comparisons);
  }

  dispose(): void {
    this.focus.dispose();
    this.changed.dispose();
  }

  /** Where a file is saved between the look at it and the writing, all are looked at once more. */
  private async takeBack(entry: Entry, changes: ChangeSet, again = true): Promise<boolean> {
    try {
      return await this.tryBack(entry, changes);
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      if (again && !error.left.length) return this.takeBack(entry, changes, false);
      const reason = `${nameFor(error.path)} ${error.message}`;
      void vscode.window.showErrorMessage(`Nothing was undone: ${reason}.`);
      return true;
    }
  }

  private async tryBack(entry: Entry, changes: ChangeSet): Promise<boolean> {
    const { ready, back, edited } = await this.look(entry, changes);
    const size = changes.disk.length;
    const disk = ready.filter((at) => at < size).map((at) => reverse(changes.disk[at]!));
    const texts = ready.filter((at) => at >= size).map((at) => changes.editor[at - size]!);
    await carryOut(disk.reverse());
    await removeFolders(entry.folders);
    await setTexts(texts.map(reverseText));
    for (const at of [...ready, ...back]) entry.files[at]!.undone = true;
    if (!edited.length) entry.progress = "undone";
    await this.journal.save(entry);
    await showWritten(disk);
    this.changed.fire();
    if (ready.length || edited.length)
      await this.tell(entry, ready.length + back.length, edited, texts);
    return ready.length > 0 || edited.length > 0;
  }

  private async look(entry: Entry, { disk, editor }: ChangeSet): Promise<Outlook> {
    const outlook: Outlook = { ready: [], back: [], edited: [] };
    for (const [at, { undone }] of entry.files.entries()) {
      if (undone) continue;
      const change = disk[at];
      const state = change ? await lookAt(change) : await lookInto(editor[at - disk.length]!);
      outlook[state].push(at);
    }
    return outlook;
  }

  private async tell(
    entry: Entry,
    undone: number,
    edited: number[],
    texts: EditorChange[],
  ): Promise<void> {
    const unsaved = texts.length ? ` ${nameUnsaved(texts.map(({ path }) => path))}.` : "";
    const all = count(undone + edited.length, "file");
    if (!edited.length)
      return void vscode.window.setStatusBarMessage(`$(discard) Undone in ${all}.${unsaved}`, 5000);
    const done = undone ? `Undone in ${undone} of ${all}.` : "Nothing was undone.";
    const reasons = await this.explain(entry, edited);
    void vscode.window.showWarningMessage(`${done} ${reasons}${unsaved}`);
  }

  /** Why files cannot be put back: they were edited, or a later patch changed them. */
  private async explain(entry: Entry, edited: number[]): Promise<string> {
    const paths = edited.map((at) => entry.files[at]!.to ?? entry.files[at]!.from!);
    const later = (await this.list()).filter(
      ({ id, progress }) => id > entry.id && progress === "done",
    );
    const other = later.find((one) => pathsOf(one).some((path) => paths.includes(path)));
    const names = paths.map(nameFor).join(", ");
    return other
      ? `${names} changed since, by ${withoutLinks(other.name)}: undo that first.`
      : `${names} ${paths.length > 1 ? "were" : "was"} edited since and ${paths.length > 1 ? "are" : "is"} left alone.`;
  }
}

/** How a file stands, compared with what was done to it. */
async function lookAt(change: FileChange): Promise<keyof Outlook> {
  const document = findDocument(nameOf(change));
  const before = change.before && decode(change.before.bytes);
  if (document?.isDirty) {
    // Taken back in the editor by Ctrl+Z, but not on disk: the editor starts anew from there.
    const same = typeof before === "string" && normalise(before) === normalise(document.getText());
    if (!same) return "edited";
    // It may also be saved at this very moment.
    if (await isReady(reverse(change))) await reload(document);
  }
  if (await isReady(reverse(change))) return "ready";
  return (await isReady(change)) ? "back" : "edited";
}

/** The same for a text that was not saved. */
async function lookInto({ path, before, after }: EditorChange): Promise<keyof Outlook> {
  const document = await vscode.workspace.openTextDocument(path).then(
    (found) => found,
    () => undefined,
  );
  const text = document && normalise(document.getText());
  if (text === normalise(after)) return "ready";
  return text === normalise(before) ? "back" : "edited";
}

function asPaths({ path, before }: EditorChange): {
  from: string | null;
  to: string | null;
  before: string | undefined;
} {
  return { from: path, to: path, before };
}

function asTexts({ from, to, before }: FileChange): {
  from: string | null;
  to: string | null;
  before: string | undefined;
} {
  return { from, to, before: before ? (decode(before.bytes) ?? "") : undefined };
}

export function nameUnsaved(paths: readonly string[]): string {
  return `Not saved: ${paths.map(nameFor).join(", ")}, which had unsaved changes`;
}

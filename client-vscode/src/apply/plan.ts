/** From the server's edit to what becomes of each file: on disk where the disk holds what the editor shows, else in the editor. */

import * as vscode from "vscode";
import type { LanguageClient, TextDocumentEdit, WorkspaceEdit } from "vscode-languageclient/node";
import { readContent } from "./disk";
import { findDocument } from "./documents";
import { type ChangeSet, type Content, decode, type FileChange, normalise } from "./fileChange";
import { withoutLinks } from "../views/words";
import { applyTextEdits, type TextEdit } from "./textEdits";

/** Why an edit is not carried out, in a sentence. */
export class Refusal extends Error {}

const UTF8 = ["utf8", "utf8bom"];

/** The files that an edit changes, as they stand. */
export async function readTargets(
  edit: WorkspaceEdit,
  client: LanguageClient,
): Promise<Map<string, Content>> {
  const uris = (edit.documentChanges ?? []).flatMap((change) => {
    if ("textDocument" in change) return [change.textDocument.uri];
    return change.kind === "rename" ? [change.oldUri] : [change.uri];
  });
  const contents = new Map<string, Content>();
  for (const uri of new Set(uris)) {
    const path = client.protocol2CodeConverter.asUri(uri).fsPath;
    const content = await readContent(path);
    if (content) contents.set(path, content);
  }
  return contents;
}

/** What an edit does to each file. It must have been made after the files were read. */
export function planChanges(
  edit: WorkspaceEdit,
  client: LanguageClient,
  contents: ReadonlyMap<string, Content>,
): ChangeSet {
  const pathOf = (uri: string): string => client.protocol2CodeConverter.asUri(uri).fsPath;
  const planner = new Planner(contents);
  for (const change of edit.documentChanges ?? []) {
    if ("textDocument" in change) planner.text(pathOf(change.textDocument.uri), change);
    else if (change.kind === "create") planner.create(pathOf(change.uri));
    else if (change.kind === "delete") planner.remove(pathOf(change.uri));
    else planner.rename(pathOf(change.oldUri), pathOf(change.newUri));
  }
  return planner.changes;
}

class Planner {
  private readonly disk = new Map<string, FileChange>();
  readonly changes: ChangeSet = { disk: [], editor: [] };

  constructor(private readonly contents: ReadonlyMap<string, Content>) {}

  create(path: string): void {
    this.add(path, {
      from: null,
      to: path,
      before: null,
      after: { bytes: Buffer.alloc(0), mode: null },
    });
  }

  remove(path: string): void {
    this.requireSaved(path, "deleted");
    this.add(path, { from: path, to: null, before: this.contentOf(path), after: null });
  }

  rename(path: string, to: string): void {
    this.requireSaved(path, "renamed");
    const change = this.disk.get(path) ?? this.unchanged(path);
    change.to = to;
  }

  text(path: string, { textDocument, edits }: TextDocumentEdit): void {
    const textEdits = edits.filter((edit): edit is TextEdit => "newText" in edit);
    const document = findDocument(path);
    const made = this.disk.get(path);
    if (made) return fill(made, textEdits);
    if (document && textDocument.version !== null && document.version !== textDocument.version)
      throw new Refusal(`${nameFor(path)} changed in the meantime.`);
    if (document && !isOnDisk(document, this.contents.get(path))) {
      const before = document.getText();
      const after = applyTextEdits(before, textEdits, false);
      this.changes.editor.push({ path, before, after });
      return;
    }
    const change = this.unchanged(path);
    const text = decode(change.before!.bytes);
    if (text === undefined) throw new Refusal(`${nameFor(path)} is not UTF-8 text.`);
    change.after = {
      ...change.before!,
      bytes: Buffer.from(applyTextEdits(text, textEdits, document !== undefined)),
    };
  }

  private unchanged(path: string): FileChange {
    const content = this.contentOf(path);
    return this.add(path, { from: path, to: path, before: content, after: content });
  }

  private add(path: string, change: FileChange): FileChange {
    this.disk.set(path, change);
    this.changes.disk.push(change);
    return change;
  }

  private contentOf(path: string): Content {
    const content = this.contents.get(path);
    if (!content) throw new Refusal(`${nameFor(path)} changed in the meantime.`);
    return content;
  }

  private requireSaved(path: string, what: string): void {
    if (findDocument(path)?.isDirty)
      throw new Refusal(
        `${nameFor(path)} has unsaved changes and would be ${what}. Save it first.`,
      );
  }
}

/** The text of a file that is made; the server fills it over a range that stands for all of it. */
function fill(change: FileChange, edits: readonly TextEdit[]): void {
  const text = edits.map(({ newText }) => newText).join("");
  change.after = { bytes: Buffer.from(text), mode: null };
}

/** Whether the disk holds what an editor shows, so that the file can be written there. */
function isOnDisk(document: vscode.TextDocument, content: Content | undefined): boolean {
  if (document.isDirty) return false;
  const text = content && decode(content.bytes);
  if (text !== undefined && normalise(text) === normalise(document.getText())) return true;
  const { encoding } = document as { encoding?: string }; // VS Code 1.100 and newer
  if (text !== undefined && (encoding === undefined || UTF8.includes(encoding)))
    throw new Refusal(
      `${nameFor(document.uri.fsPath)} was changed on disk just now, and the editor does not show it yet. Try again.`,
    );
  return false;
}

/** A file in a message. */
export function nameFor(path: string): string {
  return withoutLinks(vscode.workspace.asRelativePath(path));
}

/** What becomes of a file: the bytes that stand there before and after. Taking it back is the same, the other way round. */

/** A file as it stands on disk. */
export interface Content {
  bytes: Buffer;
  /** Permissions, as `chmod` takes them; null for those that new files get. */
  mode: number | null;
}

/** On disk. A file that is made has no `from`, one that is deleted no `to`; they differ for one that is renamed. */
export interface FileChange {
  from: string | null;
  to: string | null;
  before: Content | null;
  after: Content | null;
}

/** In an editor, for a file with unsaved changes: they stay unsaved. */
export interface EditorChange {
  path: string;
  before: string;
  after: string;
}

export interface ChangeSet {
  disk: FileChange[];
  editor: EditorChange[];
}

export function reverse({ from, to, before, after }: FileChange): FileChange {
  return { from: to, to: from, before: after, after: before };
}

export function reverseText({ path, before, after }: EditorChange): EditorChange {
  return { path, before: after, after: before };
}

/** The path that a change is called by. */
export function nameOf(change: FileChange): string {
  return change.to ?? change.from ?? "";
}

/** A text without a byte order mark, with one kind of line ends: as VS Code shows it. */
export function normalise(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** The text of a file, with its byte order mark; undefined if it is not UTF-8. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

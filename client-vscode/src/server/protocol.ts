/** What the server offers beyond the protocol. In answers to `patchsight/status` lines count from 0 and ranges end before `end`. */

export const STATUS = "patchsight/status";
export const FEEDBACK = "patchsight.feedback";
/** A command of ours that the server may put into code actions. */
export const COPY_FEEDBACK = "patchsight.copyFeedback";
export const APPLY_COMMAND = "patchsight.applyPatch";
export const CHOOSE_FOLDER = "patchsight.chooseFolder";
export const REVERT_COMMAND = "patchsight.revertPatch";
export const APPLY_KIND = "refactor.patchsight.apply";
export const REVERT_KIND = "refactor.patchsight.revert";

export type State =
  "fits" | "applied" | "skipped" | "ambiguous" | "missing" | "conflict" | "invalid";

export interface Lines {
  start: number;
  end: number;
}

export interface Part {
  index: number;
  /** The number of its file section. */
  section: number | null;
  /** The number of its fence, if that has several files of the patch, but not all. */
  block: number | null;
  /** Its lines in the patch. */
  line: number;
  end: number;
  path: string;
  uri: string | null; // null where the path leads to no file of the workspace folder
  state: State;
  /** Whether it stands where it should, or has nothing left to do. */
  sound: boolean;
  /** What became of it, as the end of a sentence. */
  description: string;
  where: Lines | null;
  /** The first of the places where it may stand; `description` counts all of them. */
  candidates: Lines[];
}

export interface FilePlan {
  op: "edit" | "create" | "delete" | "rename";
  path: string;
  newPath: string | null;
  uri: string;
  newUri: string | null;
  parts: number[];
  /** Only when asked for; null where the file does not exist. */
  before?: string | null;
  after?: string | null;
}

export interface Status {
  version: number | null;
  format: string | null;
  total: number;
  sound: number;
  applicable: boolean;
  refusal: string | null;
  /** One short line for the status bar. */
  summary: string;
  /** The folder that it is about, and those that one may choose instead. */
  folder: Folder | null;
  otherFolders: Folder[];
  parts: Part[];
  files: FilePlan[];
}

export interface Folder {
  uri: string;
  path: string;
  /** Short, and tells it from the others. */
  name: string;
}

/** What an action is about: a section, a part, several parts, a fence, rows of a part, or, with none of them, the whole patch. */
export interface Selection {
  file?: number;
  part?: number;
  parts?: number[];
  block?: number;
  /** The first and the last one. */
  rows?: number[];
  /** Which edit was offered; the server refuses if it would make another one now. */
  fingerprint?: string;
}

/** What a command was called for; menus call it with something else. */
export function readSelection(given: unknown): Selection {
  const read = (given ?? {}) as Record<keyof Selection, unknown>;
  const number = (value: unknown): number | undefined =>
    typeof value === "number" ? value : undefined;
  const numbers = (value: unknown): number[] | undefined =>
    Array.isArray(value) ? value.filter((one) => typeof one === "number") : undefined;
  return {
    file: number(read.file),
    part: number(read.part),
    parts: numbers(read.parts),
    block: number(read.block),
    rows: numbers(read.rows),
    fingerprint: typeof read.fingerprint === "string" ? read.fingerprint : undefined,
  };
}

/** Whether some of a patch is meant, and not all of it. */
export function isSome({ file, part, parts, block, rows }: Selection): boolean {
  return [file, part, parts, block, rows].some((one) => one !== undefined);
}

/** What the server's code action asks to copy: feedback on a problem, on a part, or, with neither, on the whole patch. */
export interface About {
  uri: string;
  part?: number;
  problem?: { code: string; line: number };
}

/** Whether a command was called by a code action; menus call it with something else. */
export function isAbout(given: unknown): given is About {
  return typeof (given as About | undefined)?.uri === "string";
}

/** The files that a selection of a patch changes. */
export function filesOf(status: Status, { file, part, block }: Selection): FilePlan[] {
  const chosen = (one: Part): boolean =>
    (part ?? one.index) === one.index &&
    (file ?? one.section) === one.section &&
    (block ?? one.block) === one.block;
  const parts = new Set(status.parts.filter(chosen).map((one) => one.index));
  return status.files.filter(
    (plan) => !plan.parts.length || plan.parts.some((index) => parts.has(index)),
  );
}

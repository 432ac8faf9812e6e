/** What was applied, remembered for as long as its notification is of use: to look at it, and to take it back. */

import * as vscode from "vscode";
import type { FilePlan } from "../server/protocol";
import { readText, showComparisons, type Texts } from "../views/texts";

export interface AppliedFile {
  op: FilePlan["op"];
  path: string;
  /** Where the file stood, and where it stands now. */
  from: vscode.Uri;
  to: vscode.Uri;
  before: string | undefined;
  after: string | undefined;
  /** It had no unsaved changes of the user's own. */
  wasClean: boolean;
  /** What stood on disk, for a file that is deleted. */
  bytes?: Uint8Array;
}

export interface Applied {
  patch: vscode.Uri;
  files: AppliedFile[];
}

/** The files of a plan as they stand before it is carried out. */
export async function remember(patch: vscode.Uri, plans: readonly FilePlan[]): Promise<Applied> {
  const dirty = new Set(
    vscode.workspace.textDocuments
      .filter((document) => document.isDirty)
      .map((document) => document.uri.toString()),
  );
  return { patch, files: await Promise.all(plans.map((plan) => asFile(plan, dirty))) };
}

async function asFile(plan: FilePlan, dirty: ReadonlySet<string>): Promise<AppliedFile> {
  const from = vscode.Uri.parse(plan.uri);
  const to = plan.newUri ? vscode.Uri.parse(plan.newUri) : from;
  const [before, after] = [plan.before ?? undefined, plan.after ?? undefined];
  const bytes = plan.op === "delete" ? await vscode.workspace.fs.readFile(from) : undefined;
  return {
    op: plan.op,
    path: plan.newPath ?? plan.path,
    from,
    to,
    before,
    after,
    wasClean: !dirty.has(from.toString()),
    bytes,
  };
}

/** The files that do not hold what they should. */
export async function findStrays(
  files: readonly AppliedFile[],
  side: "before" | "after",
): Promise<string[]> {
  const strays: string[] = [];
  for (const file of files) {
    const uri = side === "before" ? file.from : file.to;
    const wanted = file[side];
    const exists = await isThere(uri);
    const text = exists ? await readText(uri) : undefined;
    if (
      exists !== (wanted !== undefined) ||
      (wanted !== undefined && (text === undefined || normalise(text) !== normalise(wanted)))
    )
      strays.push(file.path);
  }
  return strays;
}

/** Save what was clean before, unless the user does not want refactorings saved. Unsaved work of theirs stays unsaved. */
export async function saveClean(
  files: readonly AppliedFile[],
  side: "before" | "after",
): Promise<void> {
  if (!vscode.workspace.getConfiguration("files").get("refactoring.autoSave", true)) return;
  const uris = new Set(
    files
      .filter((file) => file.wasClean)
      .map((file) => (side === "before" ? file.from : file.to).toString()),
  );
  const open = vscode.workspace.textDocuments.filter(
    (document) => document.isDirty && uris.has(document.uri.toString()),
  );
  await Promise.all(open.map((document) => document.save()));
}

/** Show what was changed: left as it was, right as it is. */
export async function showApplied(applied: Applied, texts: Texts, group: string): Promise<void> {
  const comparisons = applied.files.map((file) => ({
    name: file.to,
    before: file.before === undefined ? undefined : texts.put(file.from, group, file.before),
    after: file.after === undefined ? undefined : file.to,
  }));
  await showComparisons("Applied changes", comparisons);
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** VS Code makes line ends uniform and hides a BOM; neither is a difference here. */
export function normalise(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** Carrying out changes on disk: all of them or none, and only where every file stands as it should. */

import { constants } from "node:fs";
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  rmdir,
  unlink,
} from "node:fs/promises";
import { dirname } from "node:path";
import { type Content, type FileChange, nameOf, reverse } from "./fileChange";

const PERMISSIONS = 0o7777;
/** What Windows answers while a scanner or an indexer holds a file; it lets go soon. */
const HELD = ["EBUSY", "EPERM", "EACCES"];
const TRIES = 6;

/** Why nothing was written, in a sentence. */
export class WriteError extends Error {
  constructor(
    readonly path: string,
    reason: string,
    /** Files that could not be put back. */
    readonly left: readonly string[] = [],
  ) {
    super(reason);
  }
}

/** Write all changes, or put back what was written and throw. Returns the folders that had to be made, the outer first. */
export async function carryOut(changes: readonly FileChange[]): Promise<string[]> {
  for (const change of changes) await require(change);
  const done: FileChange[] = [];
  const folders: string[] = [];
  try {
    for (const change of changes) {
      if (change.to !== null) folders.push(...(await makeFolders(dirname(change.to))));
      await retry(() => carryOutOne(change));
      done.push(change);
    }
  } catch (error) {
    const { path, message } = asWriteError(error, changes[done.length]!);
    const left = await putBack(done.reverse());
    await removeFolders(folders);
    throw new WriteError(path, message, left);
  }
  return folders;
}

/** Remove folders that nobody has put anything into. */
export async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of [...folders].reverse()) await rmdir(folder).catch(() => undefined);
}

/** What stands at a path; undefined if that is nothing, or no plain file. Links are followed. */
export async function readContent(path: string): Promise<Content | undefined> {
  const handle = await openPlain(path, constants.O_RDONLY).catch(() => undefined);
  try {
    return handle && (await readFrom(handle));
  } finally {
    await handle?.close();
  }
}

/** Whether a change can be carried out as things stand. */
export async function isReady(change: FileChange): Promise<boolean> {
  return require(change).then(
    () => true,
    () => false,
  );
}

async function require({ from, to, before }: FileChange): Promise<void> {
  if (from !== null && before) {
    const found = await readContent(from);
    if (!found) throw new WriteError(from, "is not there any more");
    if (!found.bytes.equals(before.bytes)) throw new WriteError(from, "changed in the meantime");
  }
  if (to !== null && to !== from && (await isThere(to)))
    throw new WriteError(to, "is there already");
}

/** Each step that fails half-way cleans up after itself. */
async function carryOutOne({ from, to, before, after }: FileChange): Promise<void> {
  if (to === null) return unlink(from!);
  if (from === null) return create(to, after!);
  if (to !== from) await rename(from, to);
  try {
    if (!after!.bytes.equals(before!.bytes)) await overwrite(to, before!.bytes, after!.bytes);
  } catch (error) {
    if (to !== from) await rename(to, from);
    throw error;
  }
}

async function create(path: string, { bytes, mode }: Content): Promise<void> {
  const handle = await open(path, "wx", mode ?? undefined);
  try {
    await handle.writeFile(bytes);
    if (mode !== null) await handle.chmod(mode); // whatever the umask says
  } catch (error) {
    await unlink(path);
    throw error;
  } finally {
    await handle.close();
  }
}

/** In place: the file keeps its mode, its owner and its other names. What it says is looked at once more. */
async function overwrite(path: string, before: Buffer, after: Buffer): Promise<void> {
  const handle = await openPlain(path, constants.O_RDWR);
  try {
    const found = await readFrom(handle);
    if (!found.bytes.equals(before)) throw new WriteError(path, "changed in the meantime");
    await fill(handle, after).catch(async (error: unknown) => {
      await fill(handle, before);
      throw error;
    });
  } finally {
    await handle.close();
  }
}

async function fill(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await handle.write(bytes, at, bytes.length - at, at)).bytesWritten;
  await handle.truncate(bytes.length);
  await handle.sync();
}

/** Open a file where its links lead, through no link that was put there since. */
async function openPlain(path: string, flags: number): Promise<FileHandle> {
  const handle = await open(await realpath(path), flags | (constants.O_NOFOLLOW ?? 0));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new WriteError(path, "is no file");
}

async function readFrom(handle: FileHandle): Promise<Content> {
  const { mode } = await handle.stat();
  return { bytes: await handle.readFile(), mode: mode & PERMISSIONS };
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function makeFolders(folder: string): Promise<string[]> {
  const first = await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw ["EEXIST", "ENOTDIR"].includes(error.code ?? "")
      ? new WriteError(folder, "is not a folder")
      : error;
  });
  if (first === undefined) return [];
  const made = [folder];
  while (made[0] !== first && dirname(made[0]!) !== made[0]) made.unshift(dirname(made[0]!));
  return made;
}

/** Undo changes; the names of those that could not be. */
async function putBack(changes: readonly FileChange[]): Promise<string[]> {
  const left: string[] = [];
  for (const change of changes) {
    const back = reverse(change);
    const undone =
      (await isReady(back)) &&
      (await retry(() => carryOutOne(back)).then(
        () => true,
        () => false,
      ));
    if (!undone) left.push(nameOf(change));
  }
  return left;
}

async function retry(work: () => Promise<void>): Promise<void> {
  for (let left = process.platform === "win32" ? TRIES - 1 : 0; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!left || !HELD.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * (TRIES - left)));
    }
  }
}

const REASONS: Record<string, string> = {
  EACCES: "may not be written: its permissions forbid it",
  EPERM: "may not be written: its permissions forbid it",
  EROFS: "lies on a disk that cannot be written",
  ENOSPC: "does not fit on the disk any more",
  EBUSY: "is held by another program",
};

function asWriteError(error: unknown, change: FileChange): WriteError {
  if (error instanceof WriteError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new WriteError(nameOf(change), REASONS[code ?? ""] ?? `could not be written: ${message}`);
}

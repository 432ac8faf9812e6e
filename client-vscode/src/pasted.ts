/**
 * Patches from the clipboard, each a small file in the extension's own storage: unlike an untitled text it is saved from the
 * start, so its tab closes without a question and is still there after a restart.
 */

import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { FORMATS, PASTED } from "./formats";

const KEPT = 50;

export class Pasted implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly registration: vscode.Disposable;

  constructor(private readonly folder: string) {
    this.registration = vscode.workspace.registerFileSystemProvider(PASTED, this, {
      isCaseSensitive: true,
    });
  }

  /** Keep a text as the next patch. */
  async add(text: string, language: string): Promise<vscode.Uri> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const suffix = FORMATS.find((format) => format.language === language)?.suffixes[0] ?? "md";
    const numbers = (await this.names()).map((name) => Number(/ (\d+)\./.exec(name)?.[1] ?? 0));
    const name = `Pasted ${Math.max(0, ...numbers) + 1}.${suffix}`;
    await writeFile(join(this.folder, name), text, { mode: 0o600, flag: "wx" });
    await this.prune();
    return vscode.Uri.from({ scheme: PASTED, path: `/${name}` });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const found = await stat(this.pathOf(uri)).catch(() => {
      throw vscode.FileSystemError.FileNotFound(uri);
    });
    const type = found.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File;
    return { type, ctime: found.ctimeMs, mtime: found.mtimeMs, size: found.size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return readFile(this.pathOf(uri)).catch(() => {
      throw vscode.FileSystemError.FileNotFound(uri);
    });
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await writeFile(this.pathOf(uri), content, { mode: 0o600 });
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  async delete(uri: vscode.Uri): Promise<void> {
    await rm(this.pathOf(uri), { force: true });
    this.changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  async readDirectory(): Promise<[string, vscode.FileType][]> {
    return (await this.names()).map((name) => [name, vscode.FileType.File]);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    vscode.Disposable.from(this.registration, this.changed).dispose();
  }

  /** There are no folders in it, and no way out. */
  private pathOf(uri: vscode.Uri): string {
    return join(this.folder, basename(uri.path));
  }

  private async names(): Promise<string[]> {
    return readdir(this.folder).catch(() => []);
  }

  private async prune(): Promise<void> {
    const byNumber = (name: string): number => Number(/ (\d+)\./.exec(name)?.[1] ?? 0);
    const oldest = (await this.names()).sort((a, b) => byNumber(b) - byNumber(a)).slice(KEPT);
    for (const name of oldest) await rm(join(this.folder, name), { force: true });
  }
}

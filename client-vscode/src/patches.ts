/** The open patches and how each of them stands, kept up to date for everything that shows it. */

import * as vscode from "vscode";
import type { Status } from "./server/protocol";
import { isPatchLanguage, SCHEMES } from "./formats";
import type { Server } from "./server/server";
import { patchBehind } from "./views/texts";
import { isWanted, looksLikePatch } from "./wanted";

export class Patches implements vscode.Disposable {
  private readonly statuses = new Map<string, Status>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly subscriptions: vscode.Disposable[];
  private latest: vscode.TextDocument | undefined;
  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server) {
    this.subscriptions = [
      server.onDidPublish((uri) => void this.refresh(uri)),
      server.onDidChange(
        (condition) => condition !== "running" && condition !== "silent" && this.clear(),
      ),
      vscode.workspace.onDidOpenTextDocument((document) => this.startFor(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.follow(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document.uri)),
      vscode.window.onDidChangeActiveTextEditor(() => this.look()),
      this.changed,
    ];
    vscode.workspace.textDocuments.forEach((document) => this.startFor(document));
    this.look();
  }

  get(uri: vscode.Uri): Status | undefined {
    return this.statuses.get(uri.toString());
  }

  /** The texts in tabs in which there is a patch. */
  get all(): vscode.Uri[] {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const shown = new Set(
      tabs.map(({ input }) => (input instanceof vscode.TabInputText ? input.uri.toString() : "")),
    );
    return [...this.statuses]
      .filter(([uri, { format }]) => format !== null && shown.has(uri))
      .map(([uri]) => vscode.Uri.parse(uri, true));
  }

  /** The patch in the active editor, or the one that is previewed there. */
  get active(): vscode.TextDocument | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && this.find(uri);
  }

  /** The open patch that an address stands for: its own, or that of a text in its preview. */
  find(uri: vscode.Uri): vscode.TextDocument | undefined {
    const wanted = (patchBehind(uri) ?? uri).toString();
    return vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === wanted && this.isPatch(document),
    );
  }

  /** The patch that was in the active editor last and is still open. */
  get recent(): vscode.TextDocument | undefined {
    return this.latest?.isClosed ? undefined : this.latest;
  }

  isPatch(document: vscode.TextDocument): boolean {
    if (!SCHEMES.includes(document.uri.scheme) || !isWanted(document)) return false;
    return isPatchLanguage(document.languageId) || Boolean(this.get(document.uri)?.format);
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** How a patch stands as soon as the server says so; undefined if it never does. */
  async settled(uri: vscode.Uri): Promise<Status | undefined> {
    this.server.ensure();
    if (!this.get(uri)) await this.firstNews(uri);
    await this.refresh(uri);
    return this.get(uri);
  }

  private firstNews(uri: vscode.Uri): Promise<void> {
    return new Promise((resolve) => {
      const subscription = vscode.Disposable.from(
        this.changed.event((one) => one.toString() === uri.toString() && end()),
        this.server.onDidChange((condition) => condition === "failed" && end()),
      );
      const end = (): void => {
        subscription.dispose();
        resolve();
      };
    });
  }

  private async refresh(uri: vscode.Uri): Promise<void> {
    const status = await this.server.status(uri);
    if (status) this.statuses.set(uri.toString(), status);
    else this.statuses.delete(uri.toString());
    this.look();
    this.changed.fire(uri);
  }

  private follow(document: vscode.TextDocument): void {
    if (document.isUntitled) this.startFor(document);
    if (this.isPatch(document)) this.server.check();
  }

  /** Look again at what is open, after the user has turned something on or off. */
  restart(): void {
    vscode.workspace.textDocuments.forEach((document) => this.startFor(document));
    this.look();
  }

  private startFor(document: vscode.TextDocument): void {
    const mayBe = SCHEMES.includes(document.uri.scheme) && looksLikePatch(document);
    if (mayBe && isWanted(document)) this.server.ensure();
  }

  private look(): void {
    this.latest = this.active ?? this.latest;
    if (this.active) this.server.check();
    const shown = vscode.window.activeTextEditor?.document.uri;
    const status = this.active && this.get(this.active.uri);
    const contexts = {
      isPatch: this.active !== undefined,
      isPreview: shown !== undefined && patchBehind(shown) !== undefined,
      hasBlocks: status?.parts.some(({ block }) => block !== null) ?? false,
    };
    for (const [name, value] of Object.entries(contexts))
      void vscode.commands.executeCommand("setContext", `patchsight.${name}`, value);
  }

  private forget(uri: vscode.Uri): void {
    if (this.statuses.delete(uri.toString())) this.changed.fire(uri);
  }

  private clear(): void {
    const uris = [...this.statuses.keys()];
    this.statuses.clear();
    uris.forEach((uri) => this.changed.fire(vscode.Uri.parse(uri, true)));
  }
}

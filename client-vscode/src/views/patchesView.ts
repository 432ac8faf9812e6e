/** One view of it all: the open patches with their parts, and what was applied, each of which can be applied or undone there. */

import * as vscode from "vscode";
import type { Entry } from "../apply/journal";
import type { History } from "../apply/history";
import type { Patches } from "../patches";
import type { Rejections } from "../rejections";
import type { Part } from "../server/protocol";
import { count, iconOf } from "./words";

export interface PartNode {
  patch: vscode.Uri;
  part: Part;
}

type Node =
  | { kind: "patch"; patch: vscode.Uri }
  | ({ kind: "part" } & PartNode)
  | { kind: "applied" }
  | { kind: "entry"; entry: Entry };

export const VIEW = "patchsight.patches";
const SHOWN = 20;

export class PatchesView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly subscriptions: vscode.Disposable[];
  private shown = ""; // all that the rows are made of

  constructor(
    private readonly patches: Patches,
    private readonly rejections: Rejections,
    private readonly history: History,
  ) {
    this.subscriptions = [
      vscode.window.createTreeView(VIEW, { treeDataProvider: this }),
      patches.onDidChange(() => void this.refresh()),
      rejections.onDidChange(() => void this.refresh()),
      vscode.window.tabGroups.onDidChangeTabs(() => void this.refresh()),
      history.onDidChange(() => void this.refresh()),
      this.changed,
    ];
    void this.refresh();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node?.kind === "patch")
      return (this.patches.get(node.patch)?.parts ?? []).map((part) => ({
        kind: "part",
        patch: node.patch,
        part,
      }));
    if (node?.kind === "applied")
      return (await this.entries()).slice(0, SHOWN).map((entry) => ({ kind: "entry", entry }));
    if (node) return [];
    const open = this.patches.all.map((patch): Node => ({ kind: "patch", patch }));
    return (await this.entries()).length ? [...open, { kind: "applied" }] : open;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    if (node.kind === "patch") return this.patchItem(node.patch);
    if (node.kind === "part") return partItem(node, this.rejections.has(node.patch, node.part));
    if (node.kind === "entry") return entryItem(node.entry);
    const item = new vscode.TreeItem("Applied", vscode.TreeItemCollapsibleState.Expanded);
    item.iconPath = new vscode.ThemeIcon("history");
    return item;
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async entries(): Promise<Entry[]> {
    return (await this.history.list()).filter(({ progress }) => progress !== "begun");
  }

  /** Only where something is new: a row that is drawn again at that moment takes no click. A window that has seen no patch shows no view. */
  private async refresh(): Promise<void> {
    const open = this.patches.all.map((patch) => {
      const status = this.patches.get(patch);
      const rejected = status?.parts.map((part) => this.rejections.has(patch, part));
      return [patch.toString(), status, rejected];
    });
    const entries = await this.entries();
    const shown = JSON.stringify([open, entries]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.changed.fire();
    const some = open.length + entries.length > 0;
    await vscode.commands.executeCommand("setContext", "patchsight.hasPatches", some);
  }

  private patchItem(patch: vscode.Uri): vscode.TreeItem {
    const status = this.patches.get(patch);
    const item = new vscode.TreeItem(
      vscode.workspace.asRelativePath(patch),
      vscode.TreeItemCollapsibleState.Expanded,
    );
    item.id = patch.toString();
    item.description = status?.summary;
    item.tooltip = status?.refusal ?? status?.summary;
    item.iconPath = new vscode.ThemeIcon("diff");
    item.contextValue = status?.refusal ? "patch" : "patch.fits";
    item.command = goTo(patch, 0);
    return item;
  }
}

function partItem({ patch, part }: PartNode, rejected: boolean): vscode.TreeItem {
  const item = new vscode.TreeItem(`Part ${part.index + 1}: ${part.path}`);
  item.id = `${patch.toString()}#${part.index}`;
  item.description = rejected ? "is rejected" : part.description;
  item.tooltip = part.description;
  item.iconPath = new vscode.ThemeIcon(rejected ? "circle-slash" : iconOf(part).slice(2, -1));
  item.contextValue = rejected ? "part.rejected" : `part.${part.state}`;
  item.command = goTo(patch, part.line);
  return item;
}

function entryItem(entry: Entry): vscode.TreeItem {
  const item = new vscode.TreeItem(entry.title);
  const undone = entry.progress === "undone";
  const when = new Date(entry.time).toLocaleString();
  item.id = entry.id;
  item.description = `${count(entry.files.length, "file")}, ${when}${undone ? ", undone" : ""}`;
  item.iconPath = new vscode.ThemeIcon(undone ? "discard" : "check-all");
  item.contextValue = undone ? "entry" : "entry.done";
  return item;
}

function goTo(uri: vscode.Uri, line: number): vscode.Command {
  return { title: "Go There", command: "patchsight.goTo", arguments: [uri, line] };
}

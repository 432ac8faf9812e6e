/** The status item: how many parts of the patch fit, in colour; a click lists them. */

import * as vscode from "vscode";
import type { Patches } from "../patches";
import type { Folder, Part, Status } from "../server/protocol";
import type { Condition, Server } from "../server/server";
import { iconOf, type Mood, moodOf, tellingLine, withoutIcons } from "./words";

const ICONS: Record<Mood, string> = {
  good: "$(pass)",
  done: "$(check-all)",
  mixed: "$(warning)",
  bad: "$(error)",
  none: "$(circle-slash)",
};
const BACKGROUNDS: Partial<Record<Mood, string>> = {
  mixed: "statusBarItem.warningBackground",
  bad: "statusBarItem.errorBackground",
};
const COLOURS: Partial<Record<Mood, string>> = { good: "charts.green" };

/** What to show in the place of a patch's state: icon, text, tooltip, the command behind a click, colour. */
type Look = [icon: string, text: string, tooltip: string, command: string, mood: Mood];
const STARTING: Look = [
  "$(loading~spin)",
  "Patchsight is starting",
  "Show the log",
  "showLog",
  "none",
];
const SERVER: Partial<Record<Condition, Look>> = {
  silent: ["$(error)", "Patchsight does not answer", "Restart the server", "restart", "bad"],
  failed: ["$(error)", "Patchsight stopped", "Restart the server", "restart", "bad"],
};

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    "patchsight.status",
    vscode.StatusBarAlignment.Left,
    10,
  );
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly patches: Patches,
  ) {
    this.item.name = "Patchsight";
    this.subscriptions = [
      patches.onDidChange(() => this.show()),
      server.onDidChange(() => this.show()),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      this.item,
    ];
    this.show();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private show(): void {
    const document = this.patches.active;
    const status = document && this.patches.get(document.uri);
    if (!document) return this.item.hide();
    if (status && this.server.condition === "running")
      this.paint(
        ICONS[moodOf(status)],
        status.summary + nameFolder(document, status),
        status.refusal ?? "Show the parts of the patch",
        "patchsight.showParts",
        moodOf(status),
      );
    else this.showServer(this.server.condition);
    this.item.show();
  }

  private showServer(condition: Condition): void {
    const [icon, text, tooltip, command, mood] = SERVER[condition] ?? STARTING;
    this.paint(icon, text, tooltip, `patchsight.${command}`, mood);
  }

  private paint(icon: string, text: string, tooltip: string, command: string, mood: Mood): void {
    const [background, colour] = [BACKGROUNDS[mood], COLOURS[mood]];
    this.item.text = `${icon} ${text}`;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.backgroundColor = background ? new vscode.ThemeColor(background) : undefined;
    this.item.color = colour ? new vscode.ThemeColor(colour) : undefined;
  }
}

/** Whether it is plain which folder a patch is about: it lies in that one, and no other is open. */
function isPlain({ uri }: vscode.TextDocument, { folder, otherFolders }: Status): boolean {
  const around = vscode.workspace.getWorkspaceFolder(uri);
  return !otherFolders.length || (folder !== null && around?.uri.fsPath === folder.path);
}

function nameFolder(document: vscode.TextDocument, status: Status): string {
  const { folder } = status;
  return folder && !isPlain(document, status) ? ` in ${withoutIcons(folder.name)}` : "";
}

const LOOKED_AT = 5;

interface PartItem extends vscode.QuickPickItem {
  part?: Part;
  folder?: Folder;
}

const TARGET: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon("go-to-file"),
  tooltip: "Open the file there",
};

/** List the parts of a patch: one goes to the part, its button to where it lands. */
export function listParts(document: vscode.TextDocument, patches: Patches, server: Server): void {
  const status = patches.get(document.uri);
  if (!status) return;
  const list = vscode.window.createQuickPick<PartItem>();
  list.title = status.summary;
  list.placeholder = "Go to a part of the patch";
  list.matchOnDescription = true;
  list.items = [
    ...status.parts.map((part) => asItem(part, document)),
    ...(isPlain(document, status) ? [] : folderItems(status)),
  ];
  list.onDidAccept(() => {
    const [item] = list.selectedItems;
    list.hide();
    if (item?.part) void goTo(document.uri, item.part.line);
    if (item?.folder) void server.chooseFolder(document.uri, item.folder.uri);
  });
  list.onDidTriggerItemButton(({ item }) => {
    list.hide();
    if (item.part && item.part.uri !== null)
      void goTo(vscode.Uri.parse(item.part.uri), placeOf(item.part));
  });
  list.onDidHide(() => list.dispose());
  list.show();
}

/** The folder that the patch is about, and those that one may choose instead. */
function folderItems({ folder, otherFolders }: Status): PartItem[] {
  const asFolder = (one: Folder): PartItem => ({
    folder: one,
    label: `$(folder) Take it to be about ${withoutIcons(one.name)}`,
    description: withoutIcons(one.path),
  });
  const title = folder ? `About the folder ${folder.name}` : "About no folder";
  return [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...otherFolders.map(asFolder),
  ];
}

function asItem(part: Part, document: vscode.TextDocument): PartItem {
  const line = tellingLine(
    document.getText(new vscode.Range(part.line, 0, part.line + LOOKED_AT, 0)).split(/\r?\n/),
  );
  const buttons = part.where || part.candidates.length ? [TARGET] : [];
  return {
    part,
    label: `${iconOf(part)} Part ${part.index + 1} ${part.description}`,
    description: withoutIcons(part.path),
    detail: `line ${part.line + 1}: ${withoutIcons(line)}`,
    buttons,
  };
}

function placeOf(part: Part): number {
  return (part.where ?? part.candidates[0])?.start ?? 0;
}

/** Show a line of a file. */
export async function goTo(uri: vscode.Uri, line: number): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const at = new vscode.Position(Math.min(line, document.lineCount - 1), 0);
  const editor = await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(at, at),
  });
  editor.revealRange(
    new vscode.Range(at, at),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
}

/** The commands, by name. Each works on the patch it is given, else on the one in the active editor. */

import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";
import type { Applier } from "./apply/applier";
import type { History } from "./apply/history";
import type { Entry } from "./apply/journal";
import { showDebugInformation } from "./server/debugInformation";
import type { Decorations } from "./views/decorations";
import { findProblem } from "./views/navigation";
import type { Patches } from "./patches";
import type { PartNode } from "./views/patchesView";
import type { Preview } from "./views/preview";
import {
  type About,
  APPLY_COMMAND,
  isAbout,
  readSelection,
  REVERT_COMMAND,
  type Selection,
} from "./server/protocol";
import { guessLanguage } from "./formats";
import { openSample } from "./sample";
import type { Server } from "./server/server";
import { goTo, listParts } from "./views/statusItem";

export interface Pieces {
  context: vscode.ExtensionContext;
  server: Server;
  patches: Patches;
  applier: Applier;
  history: History;
  preview: Preview;
  decorations: Decorations;
}

export function registerCommands(pieces: Pieces): vscode.Disposable[] {
  const { server, patches, applier, history, preview, decorations, context } = pieces;
  const patchOf = (given: unknown): vscode.TextDocument | undefined =>
    (given instanceof vscode.Uri && patches.find(given)) || patches.active;
  const commands: Record<string, (...args: never[]) => unknown> = {
    apply: (given: unknown, selection: unknown) =>
      withPatch(patchOf(given), ({ uri }) => applier.apply(uri, readSelection(selection))),
    preview: (given: unknown, selection: unknown) =>
      withPatch(patchOf(given), ({ uri }) => preview.show(uri, readSelection(selection))),
    revert: (given: unknown) => withPatch(patchOf(given), (patch) => applier.revert(patch)),
    undo: () => history.undoLast(),
    applyPart: ({ patch, part }: PartNode) => applier.apply(patch, { part: part.index }),
    applyOpen: ({ patch }: { patch: vscode.Uri }) => applier.apply(patch),
    undoEntry: ({ entry }: { entry: Entry }) => history.undo(entry),
    showEntry: ({ entry }: { entry: Entry }) => history.show(entry),
    paste: () => pastePatch(),
    copyFeedback: (given: unknown) => {
      const about = isAbout(given) ? given : undefined;
      return withPatch(patchOf(about && vscode.Uri.parse(about.uri)), ({ uri }) =>
        copyFeedback(uri, server, about),
      );
    },
    nextProblem: () => goToProblem(patches, 1),
    previousProblem: () => goToProblem(patches, -1),
    showParts: () => patches.active && listParts(patches.active, patches),
    goTo: (uri: vscode.Uri, line: number) => goTo(vscode.Uri.from(uri), line),
    toggleTargets: () => decorations.toggle(),
    openSample: () => openSample(context),
    restart: () => server.restart(),
    showLog: () => server.log.show(),
    debugInformation: () => showDebugInformation(server, context),
  };
  return Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(`patchsight.${name}`, run),
  );
}

/** The server's own commands, which a user may have bound to keys, go the same way as ours. */
export const commandMiddleware: ExecuteCommandMiddleware = {
  executeCommand: (command, args: unknown[], next): vscode.ProviderResult<unknown> => {
    const own = command === APPLY_COMMAND ? "apply" : command === REVERT_COMMAND ? "revert" : "";
    const asked = args[0] as (Selection & { uri?: string }) | string | undefined;
    const uri = typeof asked === "string" ? asked : asked?.uri;
    if (!own || !uri) return next(command, args);
    return vscode.commands.executeCommand(`patchsight.${own}`, vscode.Uri.parse(uri), asked);
  },
};

async function withPatch(
  patch: vscode.TextDocument | undefined,
  work: (patch: vscode.TextDocument) => Promise<void>,
): Promise<void> {
  if (patch) await work(patch);
  else void vscode.window.showInformationMessage("Open a patch first.");
}

/** Open what is on the clipboard as an untitled patch. */
async function pastePatch(): Promise<void> {
  const content = await vscode.env.clipboard.readText();
  if (!content.trim())
    return void vscode.window.showInformationMessage("The clipboard holds no text.");
  const language = guessLanguage(content);
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content, language: language ?? "plaintext" }),
  );
  if (!language) void vscode.window.showInformationMessage("This does not look like a patch.");
  else if (!vscode.workspace.workspaceFolders?.length) await offerFolder();
}

async function offerFolder(): Promise<void> {
  const open = "Open Folder";
  const choice = await vscode.window.showInformationMessage(
    "No folder is open, so the files that the patch names cannot be found.",
    open,
  );
  if (choice === open) await vscode.commands.executeCommand("workbench.action.files.openFolder");
}

function goToProblem(patches: Patches, direction: 1 | -1): void {
  const editor = vscode.window.activeTextEditor;
  const status = editor && patches.get(editor.document.uri);
  if (!editor || !status) return;
  const part = findProblem(status.parts, editor.selection.active.line, direction);
  if (part) void goTo(editor.document.uri, part.line);
  else vscode.window.setStatusBarMessage(`$(pass) Every part fits`, 3000);
}

/** Put on the clipboard what the model that wrote the patch needs to know. */
async function copyFeedback(uri: vscode.Uri, server: Server, about?: About): Promise<void> {
  const text = await server.feedback(uri, about);
  if (!text)
    return void vscode.window.showInformationMessage(
      "There is no patch here to say anything about.",
    );
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage("$(clippy) Feedback for the model copied", 5000);
}

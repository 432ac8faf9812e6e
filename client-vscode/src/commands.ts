/** The commands, by name. Each works on the patch it is given, else on the one in the active editor. */

import * as vscode from "vscode";
import type { ExecuteCommandMiddleware } from "vscode-languageclient/node";
import { registerAgents, sendToChat } from "./agents";
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
  APPLY_KIND,
  isAbout,
  readSelection,
  REVERT_COMMAND,
  type Selection,
} from "./server/protocol";
import { guessLanguage } from "./formats";
import type { Pasted } from "./pasted";
import { openSample } from "./sample";
import type { Server } from "./server/server";
import type { Review } from "./views/review";
import { goTo, listParts } from "./views/statusItem";
import { withoutLinks } from "./views/words";

export interface Pieces {
  context: vscode.ExtensionContext;
  server: Server;
  patches: Patches;
  applier: Applier;
  history: History;
  preview: Preview;
  decorations: Decorations;
  review: Review;
  pasted: Pasted;
}

export function registerCommands(pieces: Pieces): vscode.Disposable[] {
  const { server, patches, applier, history, preview, decorations, context, review } = pieces;
  const showPreview = async (patch: vscode.Uri, selection: Selection = {}): Promise<void> => {
    review.begin(patch);
    await preview.show(patch, selection);
  };
  /** Show a patch as soon as the server has read it: what it does if that may be done, else what is wrong with it. */
  const showReview = async (patch: vscode.Uri): Promise<void> => {
    const status = await patches.settled(patch);
    if (status?.files.length) await showPreview(patch);
    else if (status?.refusal) void vscode.window.showWarningMessage(withoutLinks(status.refusal));
  };
  const patchOf = (given: unknown): vscode.TextDocument | undefined =>
    (given instanceof vscode.Uri && patches.find(given)) || patches.active;
  const commands: Record<string, (...args: never[]) => unknown> = {
    apply: (given: unknown, selection: unknown) =>
      withPatch(patchOf(given), ({ uri }) => applier.apply(uri, readSelection(selection))),
    preview: (given: unknown, selection: unknown) =>
      withPatch(patchOf(given), ({ uri }) => showPreview(uri, readSelection(selection))),
    applyFitting: (given: unknown) =>
      withPatch(patchOf(given), ({ uri }) => applier.applyFitting(uri)),
    review: async () => {
      const patch = await pastePatch(pieces.pasted);
      if (patch) await showReview(patch);
    },
    reviewFile: async (file: vscode.Uri) => {
      await vscode.window.showTextDocument(file);
      await showReview(file);
    },
    reviewHere: async (folder: vscode.Uri) => {
      const patch = await findPatch(pieces.pasted);
      if (!patch) return;
      await patches.settled(patch);
      await server.chooseFolder(patch, folder.toString());
      await showReview(patch);
    },
    accept: () => review.accept(),
    reject: () => review.reject(),
    nextPart: () => review.go(1),
    previousPart: () => review.go(-1),
    acceptPart: ({ patch, part }: PartNode) => review.acceptPart(patch, part),
    rejectPart: ({ patch, part }: PartNode) => review.rejectPart(patch, part),
    reconsiderPart: ({ patch, part }: PartNode) => review.reconsider(patch, part),
    takeBackPart: ({ patch, part }: PartNode) => applier.takeBack(patch, { part: part.index }),
    revert: (given: unknown, selection: unknown) =>
      withPatch(patchOf(given), (patch) => applier.revert(patch, readSelection(selection))),
    applyBlock: () => withPatch(patches.active, ({ uri }) => applyBlock(uri, applier)),
    undo: () => history.undoLast(),
    applyOpen: ({ patch }: { patch: vscode.Uri }) => applier.apply(patch),
    undoEntry: ({ entry }: { entry: Entry }) => history.undo(entry),
    showEntry: ({ entry }: { entry: Entry }) => history.show(entry),
    paste: () => pastePatch(pieces.pasted),
    copyFeedback: (given: unknown) => {
      const about = isAbout(given) ? given : undefined;
      return withPatch(patchOf(about && vscode.Uri.parse(about.uri)), ({ uri }) =>
        copyFeedback(uri, server, about),
      );
    },
    sendFeedback: (given: unknown) =>
      withPatch(patchOf(given), ({ uri }) => sendFeedback(uri, server)),
    nextProblem: () => goToProblem(patches, 1),
    previousProblem: () => goToProblem(patches, -1),
    showParts: () => patches.active && listParts(patches.active, patches, server),
    goTo: (uri: vscode.Uri, line: number) => goTo(vscode.Uri.from(uri), line),
    toggleTargets: () => decorations.toggle(),
    openSample: () => openSample(context),
    restart: () => server.restart(),
    showLog: () => server.log.show(),
    debugInformation: () => showDebugInformation(server, context),
  };
  return [
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`patchsight.${name}`, run),
    ),
    ...registerAgents(server, patches, pieces.pasted, showReview),
  ];
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

/** Open the patch that is on the clipboard, with all that stands around it there. */
async function pastePatch(pasted: Pasted): Promise<vscode.Uri | undefined> {
  const content = await vscode.env.clipboard.readText();
  const language = guessLanguage(content);
  if (!language) {
    void vscode.window.showInformationMessage(
      content.trim()
        ? "What is on the clipboard does not look like a patch."
        : "The clipboard holds no text.",
    );
    return undefined;
  }
  const patch = await pasted.add(content, language);
  const document = await vscode.workspace.openTextDocument(patch);
  await vscode.window.showTextDocument(
    await vscode.languages.setTextDocumentLanguage(document, language),
    { preview: false },
  );
  if (!vscode.workspace.workspaceFolders?.length) void offerFolder();
  return patch;
}

/** The patch on the clipboard, else one that the user chooses. */
async function findPatch(pasted: Pasted): Promise<vscode.Uri | undefined> {
  if (guessLanguage(await vscode.env.clipboard.readText())) return pastePatch(pasted);
  const [file] =
    (await vscode.window.showOpenDialog({ title: "Choose a patch", openLabel: "Review" })) ?? [];
  if (file) await vscode.window.showTextDocument(file);
  return file;
}

async function offerFolder(): Promise<void> {
  const open = "Open Folder";
  const choice = await vscode.window.showInformationMessage(
    "No folder is open, so the files that the patch names cannot be found.",
    open,
  );
  if (choice === open) await vscode.commands.executeCommand("workbench.action.files.openFolder");
}

/** Apply the fence in which the cursor is, as the server offers it there. */
async function applyBlock(patch: vscode.Uri, applier: Applier): Promise<void> {
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[] | undefined>(
    "vscode.executeCodeActionProvider",
    patch,
    vscode.window.activeTextEditor?.selection ?? new vscode.Range(0, 0, 0, 0),
    APPLY_KIND,
  );
  const offered = actions?.map(({ command }) => readSelection(command?.arguments?.[1]));
  const selection = offered?.find(({ block }) => block !== undefined);
  if (selection) return applier.apply(patch, selection);
  void vscode.window.showInformationMessage(
    "Put the cursor into a block that changes several files, all of which it fits.",
  );
}

function goToProblem(patches: Patches, direction: 1 | -1): void {
  const editor = vscode.window.activeTextEditor;
  const status = editor && patches.get(editor.document.uri);
  if (!editor || !status) return;
  const part = findProblem(status.parts, editor.selection.active.line, direction);
  if (part) void goTo(editor.document.uri, part.line);
  else vscode.window.setStatusBarMessage(`$(pass) Every part fits`, 3000);
}

/** Put into the chat what the model that wrote the patch needs to know; on the clipboard where there is no chat. */
async function sendFeedback(uri: vscode.Uri, server: Server): Promise<void> {
  const text = await server.feedback(uri);
  if (!text || (await sendToChat(text))) return;
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage(
    "There is no chat to send to, so the feedback for the model was copied.",
  );
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

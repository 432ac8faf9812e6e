/** Puts the pieces together. */

import * as vscode from "vscode";
import { actionMiddleware } from "./apply/codeActions";
import { Applier } from "./apply/applier";
import { History } from "./apply/history";
import { markOf } from "./apply/journal";
import { offerInterrupted } from "./apply/interrupted";
import { commandMiddleware, registerCommands } from "./commands";
import { Decorations } from "./views/decorations";
import { lensMiddleware, watchLenses } from "./views/codeLenses";
import { Pasted } from "./pasted";
import { Patches } from "./patches";
import { Rejections } from "./rejections";
import { PatchesView } from "./views/patchesView";
import { Preview } from "./views/preview";
import { RejectedParts } from "./views/rejectedParts";
import { Review } from "./views/review";
import { ReviewMarks } from "./views/reviewMarks";
import { Server } from "./server/server";
import { Shading } from "./views/shading";
import { StatusItem } from "./views/statusItem";
import { Texts } from "./views/texts";
import { watchUndo } from "./apply/undoWatch";
import { colourUntitled } from "./views/untitled";
import { SETTINGS, wantedMiddleware } from "./wanted";

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Patchsight", { log: true });
  const server = new Server(context, log);
  const texts = new Texts();
  const history = new History(journalFolder(context), texts);
  server.middleware = {
    ...wantedMiddleware,
    ...lensMiddleware((patch) => rejections.count(patch)),
    ...actionMiddleware,
    ...commandMiddleware,
  };
  const patches = new Patches(server);
  const rejections = new Rejections(patches);
  const applier = new Applier(server, history, rejections);
  const preview = new Preview(server, patches, texts, rejections);
  const review = new Review(patches, rejections, applier, texts);
  const pasted = new Pasted(vscode.Uri.joinPath(context.globalStorageUri, "pasted").fsPath);
  const decorations = new Decorations(patches, vscode.Uri.joinPath(context.extensionUri, "media"));
  const pieces = {
    context,
    server,
    patches,
    applier,
    history,
    preview,
    decorations,
    review,
    pasted,
  };
  const skins = [
    new StatusItem(server, patches),
    watchLenses(server, rejections),
    colourUntitled(patches),
    watchUndo(history),
    new PatchesView(patches, rejections, history),
    new RejectedParts(patches, rejections),
    rejections,
    review,
    new ReviewMarks(server, patches, rejections, review),
    pasted,
    new Shading(),
    preview,
    decorations,
    ...registerCommands(pieces),
  ];
  const restart = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("patchsight.server") && server.condition !== "off")
      void server.restart();
    if (SETTINGS.some((name) => event.affectsConfiguration(name)))
      void server.stop().then(() => patches.restart());
  });
  void offerInterrupted(history);
  context.subscriptions.push(log, restart, ...skins, patches, history, texts, server);
}

/**
 * One journal for all windows of a workspace. VS Code's own storage for a workspace will not do: a second window of the same
 * folder gets another one, and so does a window that is reloaded before the old one has let go of its storage.
 */
function journalFolder({ globalStorageUri }: vscode.ExtensionContext): string {
  const { workspaceFile, workspaceFolders } = vscode.workspace;
  const place = (workspaceFile ?? workspaceFolders?.[0]?.uri)?.toString() ?? "";
  return vscode.Uri.joinPath(globalStorageUri, "journals", markOf(place).slice(0, 16)).fsPath;
}

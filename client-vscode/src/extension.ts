/** Puts the pieces together. */

import * as vscode from "vscode";
import { actionMiddleware } from "./apply/codeActions";
import { Applier } from "./apply/applier";
import { History } from "./apply/history";
import { offerInterrupted } from "./apply/interrupted";
import { commandMiddleware, registerCommands } from "./commands";
import { Decorations } from "./views/decorations";
import { lensMiddleware, watchLenses } from "./views/codeLenses";
import { Patches } from "./patches";
import { PatchesView } from "./views/patchesView";
import { Preview } from "./views/preview";
import { Server } from "./server/server";
import { Shading } from "./views/shading";
import { StatusItem } from "./views/statusItem";
import { Texts } from "./views/texts";
import { watchUndo } from "./apply/undoWatch";
import { colourUntitled } from "./views/untitled";

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Patchsight", { log: true });
  const server = new Server(context, log);
  const texts = new Texts();
  const storage = context.storageUri ?? context.globalStorageUri;
  const history = new History(vscode.Uri.joinPath(storage, "journal").fsPath, texts);
  const applier = new Applier(server, history);
  server.middleware = { ...lensMiddleware, ...actionMiddleware, ...commandMiddleware };
  const patches = new Patches(server);
  const preview = new Preview(server, patches, texts);
  const decorations = new Decorations(patches, vscode.Uri.joinPath(context.extensionUri, "media"));
  const pieces = { context, server, patches, applier, history, preview, decorations };
  const skins = [
    new StatusItem(server, patches),
    watchLenses(server),
    colourUntitled(patches),
    watchUndo(history),
    new PatchesView(patches, history),
    new Shading(),
    preview,
    decorations,
    ...registerCommands(pieces),
  ];
  const restart = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("patchsight.server") && server.condition !== "off")
      void server.restart();
  });
  void offerInterrupted(history);
  context.subscriptions.push(log, restart, ...skins, patches, history, texts, server);
}

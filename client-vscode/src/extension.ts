/** Puts the pieces together. */

import * as vscode from "vscode";
import { actionMiddleware } from "./actions";
import { Applier } from "./apply";
import { registerCommands } from "./commands";
import { Decorations } from "./decorations";
import { lensMiddleware, watchLenses } from "./lenses";
import { Patches } from "./patches";
import { Preview } from "./preview";
import { releaseRenamed } from "./release";
import { Server } from "./server";
import { Shading } from "./shading";
import { StatusItem } from "./status";
import { Texts } from "./texts";
import { colourUntitled } from "./untitled";

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("Patchsight", { log: true });
  const server = new Server(context, log);
  const texts = new Texts();
  const applier = new Applier(server, texts);
  server.middleware = { ...lensMiddleware, ...actionMiddleware(applier) };
  const patches = new Patches(server);
  const preview = new Preview(server, patches, texts);
  const decorations = new Decorations(patches, vscode.Uri.joinPath(context.extensionUri, "media"));
  const pieces = { context, server, patches, applier, preview, decorations };
  const skins = [new StatusItem(server, patches), watchLenses(server), colourUntitled(patches), releaseRenamed(), new Shading(), preview, decorations, ...registerCommands(pieces)];
  const restart = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("patchsight.server") && server.condition !== "off") void server.restart();
  });
  context.subscriptions.push(log, restart, ...skins, patches, texts, server);
}

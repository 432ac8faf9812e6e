/** Puts the pieces together. */

import * as vscode from "vscode";
import { actionMiddleware } from "./apply/codeActions";
import { Applier } from "./apply/applier";
import { registerCommands } from "./commands";
import { Decorations } from "./views/decorations";
import { lensMiddleware, watchLenses } from "./views/codeLenses";
import { Patches } from "./patches";
import { Preview } from "./views/preview";
import { releaseRenamed } from "./apply/renames";
import { Server } from "./server/server";
import { Shading } from "./views/shading";
import { StatusItem } from "./views/statusItem";
import { Texts } from "./views/texts";
import { colourUntitled } from "./views/untitled";

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
  const skins = [
    new StatusItem(server, patches),
    watchLenses(server),
    colourUntitled(patches),
    releaseRenamed(),
    new Shading(),
    preview,
    decorations,
    ...registerCommands(pieces),
  ];
  const restart = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("patchsight.server") && server.condition !== "off")
      void server.restart();
  });
  context.subscriptions.push(log, restart, ...skins, patches, texts, server);
}

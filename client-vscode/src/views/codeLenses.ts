/** Code lenses above each file section: the server's, with Preview beside every Apply and the list of parts behind the count. */

import * as vscode from "vscode";
import type { CodeLensMiddleware, CodeLensRequest } from "vscode-languageclient/node";
import { APPLY_COMMAND, REVERT_COMMAND, type Selection } from "../server/protocol";
import type { Server } from "../server/server";

/** The server's commands, and ours in their place, which know how to undo. */
const COMMANDS: Record<string, string> = {
  [APPLY_COMMAND]: "patchsight.apply",
  [REVERT_COMMAND]: "patchsight.revert",
};

const METHOD: typeof CodeLensRequest.method = "textDocument/codeLens";

export const lensMiddleware: CodeLensMiddleware = {
  provideCodeLenses: async (document, token, next) => {
    const wanted = vscode.workspace.getConfiguration("patchsight", document).get("codeLens", true);
    const lenses = wanted ? ((await next(document, token)) ?? []) : [];
    return lenses.flatMap((lens) => translate(lens, document.uri));
  },
};

/** Lenses are asked for again when they are turned on or off. */
export function watchLenses(server: Server): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration("patchsight.codeLens")) return;
    const feature = server.client?.getFeature(METHOD);
    vscode.workspace.textDocuments.forEach((document) =>
      feature?.getProvider(document)?.onDidChangeCodeLensEmitter.fire(),
    );
  });
}

function translate(lens: vscode.CodeLens, uri: vscode.Uri): vscode.CodeLens[] {
  const { command, range } = lens;
  if (command?.command === "")
    return [new vscode.CodeLens(range, { ...command, command: "patchsight.showParts" })];
  const own = command && COMMANDS[command.command];
  if (!own) return [lens];
  const selection = command.arguments?.[0] as Selection | undefined;
  const make = (title: string, name: string): vscode.CodeLens =>
    new vscode.CodeLens(range, { title, command: name, arguments: [uri, selection] });
  const preview = own === "patchsight.apply" ? [make("Preview", "patchsight.preview")] : [];
  return [...preview, make(command.title, own)];
}

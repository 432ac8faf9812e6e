/** Code lenses above each file section: the server's, with Preview beside every Apply and the list of parts behind the count. */

import * as vscode from "vscode";
import { type CodeLensMiddleware, CodeLensRequest } from "vscode-languageclient/node";
import type { Server } from "../server/server";

const APPLY = "patchsight.applyPatch";

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
    const feature = server.client?.getFeature(CodeLensRequest.method);
    vscode.workspace.textDocuments.forEach((document) =>
      feature?.getProvider(document)?.onDidChangeCodeLensEmitter.fire(),
    );
  });
}

/** Applying goes through our own command, which knows how to undo. */
function translate(lens: vscode.CodeLens, uri: vscode.Uri): vscode.CodeLens[] {
  const { command, range } = lens;
  if (command?.command !== APPLY)
    return [
      command?.command === ""
        ? new vscode.CodeLens(range, { ...command, command: "patchsight.showParts" })
        : lens,
    ];
  const section = (command.arguments?.[0] as { file?: number } | undefined)?.file;
  const make = (title: string, name: string): vscode.CodeLens =>
    new vscode.CodeLens(range, { title, command: `patchsight.${name}`, arguments: [uri, section] });
  return [make("Preview", "preview"), make(command.title, "apply")];
}

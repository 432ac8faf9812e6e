/** Code lenses above each file section: the server's, with Preview beside every Apply and the list of parts behind the count. */

import * as vscode from "vscode";
import type { CodeLensMiddleware, CodeLensRequest } from "vscode-languageclient/node";
import type { Rejections } from "../rejections";
import { APPLY_COMMAND, isSome, REVERT_COMMAND, type Selection } from "../server/protocol";
import type { Server } from "../server/server";
import { count } from "./words";

/** The server's commands, and ours in their place, which know how to undo. */
const COMMANDS: Record<string, string> = {
  [APPLY_COMMAND]: "patchsight.apply",
  [REVERT_COMMAND]: "patchsight.revert",
};

const METHOD: typeof CodeLensRequest.method = "textDocument/codeLens";

/** How many parts of a patch are rejected is asked when lenses are shown. */
export const lensMiddleware = (rejectedIn: (patch: vscode.Uri) => number): CodeLensMiddleware => ({
  provideCodeLenses: async (document, token, next) => {
    const wanted = vscode.workspace.getConfiguration("patchsight", document).get("codeLens", true);
    const lenses = wanted ? ((await next(document, token)) ?? []) : [];
    return lenses.flatMap((lens) => translate(lens, document.uri, rejectedIn(document.uri)));
  },
});

/** Lenses are asked for again when they are turned on or off, and when a part is rejected. */
export function watchLenses(server: Server, rejections: Rejections): vscode.Disposable {
  const ask = (documents: readonly vscode.TextDocument[]): void => {
    const feature = server.client?.getFeature(METHOD);
    documents.forEach((one) => feature?.getProvider(one)?.onDidChangeCodeLensEmitter.fire());
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration(
      (event) =>
        event.affectsConfiguration("patchsight.codeLens") && ask(vscode.workspace.textDocuments),
    ),
    rejections.onDidChange((patch) =>
      ask(vscode.workspace.textDocuments.filter(({ uri }) => uri.toString() === patch.toString())),
    ),
  );
}

function translate(lens: vscode.CodeLens, uri: vscode.Uri, rejected: number): vscode.CodeLens[] {
  const { command, range } = lens;
  if (command?.command === "")
    return [new vscode.CodeLens(range, { ...command, command: "patchsight.showParts" })];
  const own = command && COMMANDS[command.command];
  if (!own) return [lens];
  const selection = command.arguments?.[0] as Selection | undefined;
  const make = (title: string, name: string): vscode.CodeLens =>
    new vscode.CodeLens(range, { title, command: name, arguments: [uri, selection] });
  const preview = own === "patchsight.apply" ? [make("Preview", "patchsight.preview")] : [];
  const isWhole = own === "patchsight.apply" && !(selection && isSome(selection));
  const but = isWhole && rejected ? ` but for ${count(rejected, "rejected part")}` : "";
  return [...preview, make(command.title + but, own)];
}

/** Code actions: applying and reverting go the same way as by command. */

import * as vscode from "vscode";
import type { CodeActionMiddleware } from "vscode-languageclient/node";
import { APPLY_KIND, REVERT_KIND, type Selection } from "../server/protocol";

const CHANGES_FILES = [APPLY_KIND, REVERT_KIND];

export const actionMiddleware: CodeActionMiddleware = {
  provideCodeActions: async (document, range, context, token, next) =>
    (await next(document, range, context, token))?.map(translate),
};

/** The edit is asked for when the action is chosen, by our own command. */
function translate(action: vscode.CodeAction | vscode.Command): vscode.CodeAction | vscode.Command {
  const { kind, data } = action as vscode.CodeAction & { data?: Selection & { uri?: string } };
  if (!kind || !data?.uri || !CHANGES_FILES.includes(kind.value)) return action;
  const command = kind.value === APPLY_KIND ? "patchsight.apply" : "patchsight.revert";
  const own = new vscode.CodeAction(action.title, kind);
  own.command = { title: action.title, command, arguments: [vscode.Uri.parse(data.uri), data] };
  return own;
}

/** Code actions: applying goes the same way as by command, and an action that is not possible says why. */

import * as vscode from "vscode";
import type { CodeActionMiddleware } from "vscode-languageclient/node";
import type { Applier } from "./applier";
import { APPLY_KIND, type Selection } from "../server/protocol";
import { shorten } from "../views/words";

const LONGEST = 110;

export function actionMiddleware(applier: Applier): CodeActionMiddleware {
  return {
    provideCodeActions: async (document, range, context, token, next) =>
      (await next(document, range, context, token))?.map(explain),
    resolveCodeAction: (action, token, next) => {
      const { data } = action as { data?: Selection & { uri?: string } };
      const patch = action.kind?.value === APPLY_KIND && data?.uri;
      return patch ? applier.resolve(action, vscode.Uri.parse(patch), data) : next(action, token);
    },
  };
}

/** VS Code greys such an action out, but does not show the reason anywhere. */
function explain(action: vscode.CodeAction | vscode.Command): vscode.CodeAction | vscode.Command {
  if (action instanceof vscode.CodeAction && action.disabled)
    action.title = `Apply patch: ${shorten(action.disabled.reason, LONGEST)}`;
  return action;
}

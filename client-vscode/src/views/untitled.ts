/** A patch in an untitled plain text is shown in the colours of its format. */

import * as vscode from "vscode";
import type { Patches } from "../patches";

const LANGUAGES: Record<string, string> = {
  ap: "ap",
  unified: "diff",
  v4a: "v4a",
  zenpatch: "zenpatch",
  applydiff: "applydiff",
};

/** The language is set once per buffer: whoever chooses another one afterwards keeps it. */
export function colourUntitled(patches: Patches): vscode.Disposable {
  const coloured = new Set<string>();
  const subscriptions = [
    patches.onDidChange((uri) => {
      const document = vscode.workspace.textDocuments.find(
        (one) => one.isUntitled && one.uri.toString() === uri.toString(),
      );
      const language = LANGUAGES[patches.get(uri)?.format ?? ""];
      if (
        !document ||
        !language ||
        document.languageId !== "plaintext" ||
        coloured.has(uri.toString())
      )
        return;
      coloured.add(uri.toString());
      void vscode.languages.setTextDocumentLanguage(document, language);
    }),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const { input } of closed)
        if (input instanceof vscode.TabInputText) coloured.delete(input.uri.toString());
    }),
  ];
  return vscode.Disposable.from(...subscriptions);
}

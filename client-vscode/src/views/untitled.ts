/** A patch in an untitled text is shown in the colours of its format, whatever VS Code takes it for at first. */

import * as vscode from "vscode";
import { FORMATS, guessLanguage } from "../formats";
import type { Patches } from "../patches";

/** The language is set once per buffer: whoever chooses another one afterwards keeps it. */
export function colourUntitled(patches: Patches): vscode.Disposable {
  const coloured = new Set<string>();
  const subscriptions = [
    patches.onDidChange((uri) => {
      const document = vscode.workspace.textDocuments.find(
        (open) => open.isUntitled && open.uri.toString() === uri.toString(),
      );
      const name = patches.get(uri)?.format;
      const language = FORMATS.find((format) => format.name === name)?.language;
      if (!document || !language || document.languageId === language) return;
      if (coloured.has(uri.toString()) || !mayColour(document, language)) return;
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

/** VS Code guesses the language of what is pasted, and may take a patch for Markdown; its first line tells better. */
function mayColour(document: vscode.TextDocument, language: string): boolean {
  return document.languageId === "plaintext" || guessLanguage(document.lineAt(0).text) === language;
}

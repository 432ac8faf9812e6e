/** Added and removed lines of a hunk get the background of VS Code's diff editors; their text keeps its own colours. */

import * as vscode from "vscode";
import { FORMATS } from "../formats";
import { sortLines } from "./lineKinds";

const NOTHING = { added: [], removed: [] };

export class Shading implements vscode.Disposable {
  private readonly added = makeType("diffEditor.insertedLineBackground");
  private readonly removed = makeType("diffEditor.removedLineBackground");
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors((editors) =>
        editors.forEach((editor) => this.shade(editor)),
      ),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.shadeAll(document)),
      // Also when its language is switched, which is told as the end of one document and the beginning of another.
      vscode.workspace.onDidOpenTextDocument((document) => this.shadeAll(document)),
      this.added,
      this.removed,
    ];
    vscode.window.visibleTextEditors.forEach((editor) => this.shade(editor));
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private shadeAll(document: vscode.TextDocument): void {
    vscode.window.visibleTextEditors
      .filter((editor) => editor.document === document)
      .forEach((editor) => this.shade(editor));
  }

  private shade(editor: vscode.TextEditor): void {
    const { document } = editor;
    const signedLines = FORMATS.find(
      ({ language }) => language === document.languageId,
    )?.signedLines;
    const { added, removed } = signedLines ? sortLines(document.getText(), signedLines) : NOTHING;
    editor.setDecorations(this.added, added.map(asRange));
    editor.setDecorations(this.removed, removed.map(asRange));
  }
}

function makeType(colour: string): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor(colour),
  });
}

function asRange(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}

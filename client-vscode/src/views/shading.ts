/** Added and removed lines of a hunk get the background of VS Code's diff editors; their text keeps its own colours. */

import * as vscode from "vscode";
import { FORMATS } from "../formats";
import { sortLines } from "./lineKinds";

const NOTHING = { added: [], removed: [] };

export class Shading implements vscode.Disposable {
  private types = makeTypes();
  private readonly subscriptions: vscode.Disposable[];

  constructor() {
    this.subscriptions = [
      vscode.window.onDidChangeVisibleTextEditors((editors) =>
        editors.forEach((editor) => this.shade(editor)),
      ),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.shadeAll(document)),
      // Also when its language is switched, which is told as the end of one document and the beginning of another.
      vscode.workspace.onDidOpenTextDocument((document) => this.shadeAll(document)),
      vscode.window.onDidChangeActiveColorTheme(() => this.repaint()),
    ];
    vscode.window.visibleTextEditors.forEach((editor) => this.shade(editor));
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions, this.types.added, this.types.removed).dispose();
  }

  private repaint(): void {
    vscode.Disposable.from(this.types.added, this.types.removed).dispose();
    this.types = makeTypes();
    vscode.window.visibleTextEditors.forEach((editor) => this.shade(editor));
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
    editor.setDecorations(this.types.added, added.map(asRange));
    editor.setDecorations(this.types.removed, removed.map(asRange));
  }
}

interface Types {
  added: vscode.TextEditorDecorationType;
  removed: vscode.TextEditorDecorationType;
}

/** Themes of high contrast have no such backgrounds: there added lines have a solid frame, removed lines a dashed one. */
export function makeTypes(): Types {
  const { kind } = vscode.window.activeColorTheme;
  const plain =
    kind !== vscode.ColorThemeKind.HighContrast && kind !== vscode.ColorThemeKind.HighContrastLight;
  const make = (colour: string, edge: string, style: string): vscode.TextEditorDecorationType =>
    vscode.window.createTextEditorDecorationType({
      isWholeLine: true,
      ...(plain
        ? { backgroundColor: new vscode.ThemeColor(colour) }
        : {
            borderColor: new vscode.ThemeColor(edge),
            borderStyle: style,
            borderWidth: "1px",
          }),
    });
  return {
    added: make("diffEditor.insertedLineBackground", "diffEditor.insertedTextBorder", "solid"),
    removed: make("diffEditor.removedLineBackground", "diffEditor.removedTextBorder", "dashed"),
  };
}

function asRange(line: number): vscode.Range {
  return new vscode.Range(line, 0, line, 0);
}

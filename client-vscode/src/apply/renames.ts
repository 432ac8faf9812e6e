/**
 * VS Code goes on holding a renamed file in memory that no tab shows any more, even when it is gone, and then a patch
 * would meet a file that is not there. Once somebody takes such a text and gives it back, VS Code lets go of it; asking
 * for its symbols does just that.
 */

import * as vscode from "vscode";

export function releaseRenamed(): vscode.Disposable {
  const renamed = new Set<string>();
  const release = (): void => {
    const shown = findShown();
    for (const { uri, isDirty } of vscode.workspace.textDocuments) {
      if (isDirty || shown.has(uri.toString()) || !renamed.delete(uri.toString())) continue;
      void vscode.commands
        .executeCommand("vscode.executeDocumentSymbolProvider", uri)
        .then(undefined, () => undefined);
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidRenameFiles(({ files }) => {
      for (const { newUri } of files) renamed.add(newUri.toString());
      release();
    }),
    vscode.workspace.onDidSaveTextDocument(release),
    vscode.window.tabGroups.onDidChangeTabs(release),
  );
}

/** The addresses of all texts in tabs. */
function findShown(): Set<string> {
  const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.input));
  return new Set(
    inputs.flatMap((input) => (input instanceof vscode.TabInputText ? [input.uri.toString()] : [])),
  );
}

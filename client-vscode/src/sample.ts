/** The sample workspace: a fresh copy of what the extension carries, for trying things out. */

import * as vscode from "vscode";

/** Make a fresh copy and open it, in this window if nothing else is open. */
export async function openSample(context: vscode.ExtensionContext): Promise<void> {
  const source = vscode.Uri.joinPath(context.extensionUri, "dist", "sample");
  const copy = vscode.Uri.joinPath(context.globalStorageUri, "sample");
  await vscode.workspace.fs.createDirectory(context.globalStorageUri);
  await vscode.workspace.fs.copy(source, copy, { overwrite: true });
  const forceNewWindow = Boolean(vscode.workspace.workspaceFolders?.length);
  await vscode.commands.executeCommand("vscode.openFolder", copy, { forceNewWindow });
}

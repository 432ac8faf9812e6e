/**
 * From the server's edit to one that VS Code can undo as a whole. Its undo needs every text that was changed alone to be
 * loaded, and lets go of texts that nobody shows: so a new file is created with its text instead of being filled
 * afterwards, and all other texts are changed in one step, after the files have their names.
 */

import * as vscode from "vscode";
import type {
  ChangeAnnotation,
  LanguageClient,
  TextDocumentEdit,
  WorkspaceEdit,
} from "vscode-languageclient/node";

type Change = NonNullable<WorkspaceEdit["documentChanges"]>[number];

export function buildEdit(edit: WorkspaceEdit, client: LanguageClient): vscode.WorkspaceEdit {
  const changes = edit.documentChanges ?? [];
  const texts = changes.filter((change): change is TextDocumentEdit => "textDocument" in change);
  const built = new vscode.WorkspaceEdit();
  const places = new Map<string, string>();
  const uriOf = (uri: string): vscode.Uri => client.protocol2CodeConverter.asUri(uri);
  for (const change of changes)
    addOperation(built, change, texts, places, uriOf, (id) => metadataOf(edit, id));
  for (const text of texts) {
    const target = places.get(text.textDocument.uri) ?? text.textDocument.uri;
    if (target) addText(built, text, uriOf(target), client, edit);
  }
  return built;
}

/** Add a file operation, and note where the texts of its file go: to a new name, or, for a new file, nowhere. */
function addOperation(
  built: vscode.WorkspaceEdit,
  change: Change,
  texts: readonly TextDocumentEdit[],
  places: Map<string, string>,
  uriOf: (uri: string) => vscode.Uri,
  metadata: (id: string | undefined) => vscode.WorkspaceEditEntryMetadata | undefined,
): void {
  if (!("kind" in change)) return;
  if (change.kind === "create") {
    const textEdits = texts
      .filter((text) => text.textDocument.uri === change.uri)
      .flatMap((text) => text.edits);
    const contents = new TextEncoder().encode(
      textEdits.map((textEdit) => ("newText" in textEdit ? textEdit.newText : "")).join(""),
    );
    built.createFile(uriOf(change.uri), { contents }, metadata(change.annotationId));
    places.set(change.uri, "");
  } else if (change.kind === "rename") {
    built.renameFile(uriOf(change.oldUri), uriOf(change.newUri), {}, metadata(change.annotationId));
    places.set(change.oldUri, change.newUri);
  } else {
    built.deleteFile(uriOf(change.uri), {}, metadata(change.annotationId));
  }
}

function addText(
  built: vscode.WorkspaceEdit,
  text: TextDocumentEdit,
  target: vscode.Uri,
  client: LanguageClient,
  edit: WorkspaceEdit,
): void {
  for (const textEdit of text.edits) {
    if (!("newText" in textEdit)) continue;
    const id = "annotationId" in textEdit ? textEdit.annotationId : undefined;
    built.replace(
      target,
      client.protocol2CodeConverter.asRange(textEdit.range),
      textEdit.newText,
      metadataOf(edit, id),
    );
  }
}

function metadataOf(
  edit: WorkspaceEdit,
  id: string | undefined,
): vscode.WorkspaceEditEntryMetadata | undefined {
  const annotation: ChangeAnnotation | undefined =
    id === undefined ? undefined : edit.changeAnnotations?.[id];
  return (
    annotation && {
      label: annotation.label,
      needsConfirmation: annotation.needsConfirmation ?? false,
      description: annotation.description,
    }
  );
}

/** Whether an open document moved on since the edit was made for it. */
export function isStale(edit: WorkspaceEdit, client: LanguageClient): boolean {
  const versions = new Map(
    vscode.workspace.textDocuments.map((document) => [document.uri.toString(), document.version]),
  );
  return (edit.documentChanges ?? []).some((change) => {
    if (!("textDocument" in change) || change.textDocument.version === null) return false;
    const version = versions.get(
      client.protocol2CodeConverter.asUri(change.textDocument.uri).toString(),
    );
    return version !== undefined && version !== change.textDocument.version;
  });
}

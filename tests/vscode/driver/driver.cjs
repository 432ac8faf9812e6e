/**
 * Runs in the workbench beside the extension, for tests that go through many cases: calls what menus, keys, lenses and the
 * light bulb call, without drawing them. It also formats: on save, every letter becomes a capital one.
 */

const { Buffer } = require("node:buffer");
const { writeFileSync } = require("node:fs");
const { createServer } = require("node:http");
const process = require("node:process");
const vscode = require("vscode");

const at = (path) => vscode.Uri.file(path);
const find = (path) =>
  vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === path && uri.scheme === "file");

const deeds = {
  /** As the Explorer does: a document that an extension opens stays open when its tab is closed. */
  async show(path) {
    await vscode.commands.executeCommand("vscode.open", at(path), { preview: false });
  },
  /** Put the cursor at the start of a line of the active editor. */
  async goTo(line) {
    const editor = vscode.window.activeTextEditor;
    const place = new vscode.Position(line - 1, 0);
    editor.selection = new vscode.Selection(place, place);
    editor.revealRange(
      new vscode.Range(place, place),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
    // The window is told in order: once it has answered this, the cursor is there, and what is typed goes in there.
    await vscode.commands.executeCommand("setContext", "patchsight-tests.line", line);
  },
  async closeAll() {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  },
  async set(settings) {
    const all = vscode.workspace.getConfiguration();
    for (const [name, value] of Object.entries(settings))
      await all.update(name, value ?? undefined, vscode.ConfigurationTarget.Workspace);
  },
  /** What the editor shows of a file, if it does. */
  text(path) {
    const document = find(path);
    return document && { text: document.getText(), dirty: document.isDirty };
  },
  /** Change a file as a user does, and save it. */
  async typeAndSave(path, text) {
    const document = await vscode.workspace.openTextDocument(at(path));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(at(path), new vscode.Position(0, 0), text);
    await vscode.workspace.applyEdit(edit);
    await document.save();
  },
  async command(name, ...args) {
    await vscode.commands.executeCommand(name, ...args);
  },
  /** The names of the tools that a model may call. */
  tools() {
    return vscode.lm.tools.map(({ name }) => name);
  },
  /** What a tool answers to a model. */
  async tool(name, input) {
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
    return content.map(({ value }) => value).join("");
  },
  async commandFor(name, path) {
    await vscode.commands.executeCommand(name, at(path));
  },
  /** Run the lenses of a patch with such a title, one after the other; how many there were. */
  async lenses(path, title) {
    return runEach(async () => {
      const lenses = await vscode.commands.executeCommand(
        "vscode.executeCodeLensProvider",
        at(path),
        100,
      );
      return lenses
        .map(({ command }) => command)
        .filter((one) => new RegExp(title).test(one?.title));
    });
  },
  /** The same for the actions of the light bulb, in one line after the other. */
  async actions(path, title) {
    let line = 0;
    return runEach(async () => {
      const document = find(path);
      for (; line < document.lineCount; line++) {
        const actions = await vscode.commands.executeCommand(
          "vscode.executeCodeActionProvider",
          at(path),
          document.lineAt(line).range,
          "refactor",
        );
        const found = actions.filter((one) => !one.disabled && new RegExp(title).test(one.title));
        if (found.length) return found.map(({ command }) => command);
      }
      return [];
    });
  },
};

/** What is offered changes with each deed, so it is looked up again. */
async function runEach(offered) {
  for (let count = 0; ; count++) {
    const [first] = await offered();
    if (!first) return count;
    await vscode.commands.executeCommand(first.command, ...(first.arguments ?? []));
  }
}

function formatDocument(document) {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const whole = new vscode.Range(new vscode.Position(0, 0), end);
  return [vscode.TextEdit.replace(whole, document.getText().toUpperCase())];
}

/** What `make editor` begins with: the walkthrough, and beside it a patch. */
async function guide(path) {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (!folder) return;
  const walkthrough = "patchsight.patchsight#start";
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough, false);
  await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, path), {
    viewColumn: vscode.ViewColumn.Beside,
    preview: false,
  });
}

exports.activate = (context) => {
  if (process.env.PATCHSIGHT_GUIDE) return void guide(process.env.PATCHSIGHT_GUIDE);
  context.subscriptions.push(
    vscode.languages.registerDocumentFormattingEditProvider("*", {
      provideDocumentFormattingEdits: formatDocument,
    }),
  );
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    try {
      const [name, ...args] = JSON.parse(Buffer.concat(chunks).toString());
      response.end(JSON.stringify({ result: await deeds[name](...args) }));
    } catch (error) {
      response.end(JSON.stringify({ error: String(error?.stack ?? error) }));
    }
  });
  server.listen(0, "127.0.0.1", () => {
    if (process.env.PATCHSIGHT_DRIVER)
      writeFileSync(process.env.PATCHSIGHT_DRIVER, String(server.address().port));
  });
  context.subscriptions.push({ dispose: () => server.close() });
};

/** What one needs to know to help someone else. */

import * as vscode from "vscode";
import { findPython, which } from "./programs";
import { run } from "./process";
import type { Server } from "./server";

export async function showDebugInformation(
  server: Server,
  context: vscode.ExtensionContext,
): Promise<void> {
  const { python, tooOld } = await findPython(run, process.env.PATH ?? "");
  const facts: [string, string | number | boolean | undefined][] = [
    ["extension", (context.extension.packageJSON as { version: string }).version],
    ["editor", `${vscode.env.appName} ${vscode.version}`],
    ["system", `${process.platform} ${process.arch}`],
    ["server", server.condition],
    [
      "started by",
      server.launch ? [server.launch.command, ...server.launch.args].join(" ") : "nothing yet",
    ],
    ["found by", server.launch?.origin],
    ["server version", server.client?.initializeResult?.serverInfo?.version],
    ["process", server.pid],
    ["patchsight on PATH", await which("patchsight", process.env.PATH ?? "")],
    [
      "Python",
      python
        ? `${python.command} ${python.version}`
        : `none that is new enough${tooOld.length ? `; ${tooOld.join(", ")}` : ""}`,
    ],
    ["private installations", context.globalStorageUri.fsPath],
    ["trusted workspace", vscode.workspace.isTrusted],
    ["folders", vscode.workspace.workspaceFolders?.length ?? 0],
    ["settings", JSON.stringify(vscode.workspace.getConfiguration("patchsight"), null, 2)],
  ];
  const content = facts.map(([name, value]) => `${name}: ${value ?? "none"}`).join("\n") + "\n";
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ content, language: "yaml" }),
  );
}

/**
 * The loop with a model inside VS Code: Patchsight's server for agents among VS Code's MCP servers, tools for its chat, and
 * feedback that goes to the chat. All of it is newer than the oldest VS Code the extension runs in, and left out there.
 */

import * as vscode from "vscode";
import { guessLanguage } from "./formats";
import type { Pasted } from "./pasted";
import type { Patches } from "./patches";
import type { Server } from "./server/server";

const OPEN_CHAT = "workbench.action.chat.open";

/** What newer versions of VS Code offer. */
interface Newer {
  McpStdioServerDefinition?: new (label: string, command: string, args: string[]) => Definition;
  LanguageModelToolResult?: new (parts: unknown[]) => unknown;
  LanguageModelTextPart?: new (text: string) => unknown;
  lm?: {
    registerMcpServerDefinitionProvider?: (id: string, provider: object) => vscode.Disposable;
    registerTool?: (name: string, tool: object) => vscode.Disposable;
  };
}

interface Definition {
  command: string;
  args: string[];
  cwd?: vscode.Uri;
}

interface Asked {
  input: { patch?: unknown };
}

const newer = vscode as unknown as Newer;

export function registerAgents(
  server: Server,
  patches: Patches,
  pasted: Pasted,
  review: (patch: vscode.Uri) => Promise<void>,
): vscode.Disposable[] {
  const check = async (asked: Asked, show: boolean): Promise<unknown> => {
    const text = await checkText(asked.input.patch, server, patches, pasted, show && review);
    return new newer.LanguageModelToolResult!([new newer.LanguageModelTextPart!(text)]);
  };
  const tools = {
    patchsight_check: { invoke: (asked: Asked) => check(asked, false) },
    patchsight_review: {
      prepareInvocation: () => ({ invocationMessage: "Showing the patch for review" }),
      invoke: (asked: Asked) => check(asked, true),
    },
  };
  return [
    newer.lm?.registerMcpServerDefinitionProvider?.("patchsight.mcp", new Provider(server)),
    ...Object.entries(tools).map(([name, tool]) => newer.lm?.registerTool?.(name, tool)),
  ].filter((one) => one !== undefined);
}

/** The server is found, and installed if need be, when VS Code starts it. */
class Provider {
  constructor(private readonly server: Server) {}

  provideMcpServerDefinitions(): Definition[] {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const Made = newer.McpStdioServerDefinition;
    if (!Made || !folder) return [];
    const definition = new Made("Patchsight", "patchsight", ["mcp"]);
    definition.cwd = folder;
    return [definition];
  }

  async resolveMcpServerDefinition(definition: Definition): Promise<Definition> {
    const { command, args } = await this.server.agent();
    definition.command = command;
    definition.args = args;
    return definition;
  }
}

/** What a model should know of a patch that it sends; a person decides about it, if it is to be reviewed. */
async function checkText(
  patch: unknown,
  server: Server,
  patches: Patches,
  pasted: Pasted,
  review: false | ((patch: vscode.Uri) => Promise<void>),
): Promise<string> {
  const language = typeof patch === "string" ? guessLanguage(patch) : undefined;
  if (!language || typeof patch !== "string") return "This is not a patch in any known format.";
  const uri = await pasted.add(patch, language);
  const document = await vscode.workspace.openTextDocument(uri);
  if (review) await vscode.window.showTextDocument(document, { preview: false });
  const status = await patches.settled(uri);
  if (!status) return "The patch could not be checked: the Patchsight server does not run.";
  if (review) await review(uri);
  const shown = review ? " The user was shown it, and decides." : "";
  return `${status.summary}.${shown}\n\n${(await server.feedback(uri)) ?? ""}`;
}

/** Put feedback into the chat's input, where the user sends it; false where there is no chat. */
export async function sendToChat(text: string): Promise<boolean> {
  const commands = await vscode.commands.getCommands(true);
  const off = vscode.workspace.getConfiguration("chat").get("disableAIFeatures", false);
  if (off || !commands.includes(OPEN_CHAT)) return false;
  return vscode.commands.executeCommand(OPEN_CHAT, { query: text, isPartialQuery: true }).then(
    () => true,
    () => false,
  );
}

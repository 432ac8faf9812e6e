/** Which texts are looked at: all, but for those that the user has turned off. */

import * as vscode from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { guessLanguage, isPatchLanguage, TEXT_LANGUAGES } from "./formats";

export const SETTINGS = ["patchsight.enable", "patchsight.exclude"];

/** Whether a text may be taken for a patch. */
export function isWanted(document: vscode.TextDocument): boolean {
  const settings = vscode.workspace.getConfiguration("patchsight", document);
  if (!settings.get("enable", true)) return false;
  const globs = settings.get<string[]>("exclude", []);
  return !globs.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}

/** Whether a text looks like a patch. The server has the last word. */
export function looksLikePatch(document: vscode.TextDocument): boolean {
  const { languageId, uri } = document;
  if (isPatchLanguage(languageId)) return true;
  const guessed = TEXT_LANGUAGES.includes(languageId)
    ? guessLanguage(document.getText())
    : undefined;
  // Many pages show whole files; one that somebody has just pasted is meant for something.
  return guessed !== undefined && (isPatchLanguage(guessed) || uri.scheme !== "file");
}

/** The server is not told of a patch that is turned off; of files that other patches name it is. */
export const wantedMiddleware: Middleware = {
  didOpen: (document, next) =>
    looksLikePatch(document) && !isWanted(document) ? Promise.resolve() : next(document),
};

/** The client of the language server's protocol. */

import type { ChildProcess } from "node:child_process";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
} from "vscode-languageclient/node";

/** A client that logs its errors and leaves it to us to show them. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** A client for a server that runs; whether it is started again is not the client's to decide. */
export function makeClient(child: ChildProcess, options: LanguageClientOptions): LanguageClient {
  const errorHandler = {
    error: () => ({ action: ErrorAction.Continue, handled: true }),
    closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
  };
  return new QuietClient("patchsight", "Patchsight", () => Promise.resolve(child), {
    ...options,
    errorHandler,
  });
}

/** Running other programs to their end. */

import { spawn, type SpawnOptions } from "node:child_process";

export interface Outcome {
  /** null if the program could not be started or was killed. */
  status: number | null;
  output: string;
}

export type Run = (command: string, args: readonly string[], timeout?: number) => Promise<Outcome>;

/**
 * What to start for a program. Windows starts scripts such as those of pyenv-win by its shell only, and Node refuses to do
 * that by itself: there every word is quoted for it.
 */
export function asProcess(
  command: string,
  args: readonly string[],
  platform: string = process.platform,
): { command: string; args: string[]; options: SpawnOptions } {
  if (platform !== "win32" || !/\.(?:bat|cmd)$/i.test(command))
    return { command, args: [...args], options: { windowsHide: true } };
  const words = [command, ...args].map((word) => `"${word.replaceAll('"', '""')}"`);
  return {
    command: process.env.ComSpec ?? "cmd.exe",
    args: ["/d", "/s", "/c", `"${words.join(" ")}"`],
    options: { windowsHide: true, windowsVerbatimArguments: true },
  };
}

/** Run a program without a shell; its output is kept, errors included. Never rejects. */
export const run: Run = (command, args, timeout = 30_000) =>
  new Promise((resolve) => {
    let output = "";
    const started = asProcess(command, args);
    const child = spawn(started.command, started.args, {
      ...started.options,
      stdio: ["ignore", "pipe", "pipe"],
      timeout,
    });
    const keep = (data: Buffer): void => void (output += data.toString());
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ status: null, output: error.message }));
    child.on("close", (status) => resolve({ status, output }));
  });

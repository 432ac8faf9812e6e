/** Running other programs to their end. */

import { spawn } from "node:child_process";

export interface Outcome {
  /** null if the program could not be started or was killed. */
  status: number | null;
  output: string;
}

export type Run = (command: string, args: readonly string[], timeout?: number) => Promise<Outcome>;

/** Run a program without a shell; its output is kept, errors included. Never rejects. */
export const run: Run = (command, args, timeout = 30_000) =>
  new Promise((resolve) => {
    let output = "";
    const child = spawn(command, [...args], {
      stdio: ["ignore", "pipe", "pipe"],
      timeout,
      windowsHide: true,
    });
    const keep = (data: Buffer): void => void (output += data.toString());
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ status: null, output: error.message }));
    child.on("close", (status) => resolve({ status, output }));
  });

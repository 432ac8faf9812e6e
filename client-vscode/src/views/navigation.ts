/** From one problem part to the next. */

import type { Part } from "../server/protocol";

/** The problem part after (1) or before (-1) a line, going round at the end; undefined if every part is sound. */
export function findProblem(
  parts: readonly Part[],
  line: number,
  direction: 1 | -1,
): Part | undefined {
  const problems = parts.filter((part) => !part.sound).sort((a, b) => a.line - b.line);
  if (direction === 1) return problems.find((part) => part.line > line) ?? problems[0];
  return problems.findLast((part) => part.line < line) ?? problems.at(-1);
}

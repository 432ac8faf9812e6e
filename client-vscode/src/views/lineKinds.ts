/** Which lines of a patch add and which remove. */

import type { SignedLines } from "../formats";

/** The numbers of the added and removed lines, from 0; prose around the patch is neither. */
export function sortLines(
  text: string,
  signedLines: SignedLines,
): { added: number[]; removed: number[] } {
  const added: number[] = [];
  const removed: number[] = [];
  const marker = new RegExp(signedLines.marker);
  const section = new RegExp(signedLines.section);
  const end = new RegExp(signedLines.end);
  let inside = false;
  text.split(/\r\n?|\n/).forEach((line, number) => {
    if (marker.test(line)) inside = section.test(line) || (inside && !end.test(line));
    else if (inside && line.startsWith("+")) added.push(number);
    else if (inside && line.startsWith("-")) removed.push(number);
  });
  return { added, removed };
}

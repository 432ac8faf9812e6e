/** Which lines of a v4a patch add and which remove. */

const SECTION = /^\s*\*\*\* (?:Update|Add|Delete) File:/;
const MARKER = /^\s*\*\*\* /;

/** The numbers of the added and removed lines, from 0; prose around the patch is neither. */
export function sortLines(text: string): { added: number[]; removed: number[] } {
  const found = { added: [] as number[], removed: [] as number[] };
  let inside = false;
  text.split(/\r\n?|\n/).forEach((line, number) => {
    if (MARKER.test(line)) inside = SECTION.test(line) || (inside && !line.includes("End Patch"));
    else if (inside && line.startsWith("+")) found.added.push(number);
    else if (inside && line.startsWith("-")) found.removed.push(number);
  });
  return found;
}

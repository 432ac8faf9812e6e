/** The smallest single replacement between two texts. */

export interface Replacement {
  /** Offsets in the old text. */
  start: number;
  end: number;
  text: string;
}

/** What to replace in `before` to get `after`; never inside a line end or a surrogate pair. */
export function findReplacement(before: string, after: string): Replacement {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  while (start > 0 && before[start - 1] !== "\n") start--;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  while (tail > 0 && before[before.length - tail - 1] !== "\n") tail--;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

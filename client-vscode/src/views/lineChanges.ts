/** What becomes of the lines of a text: which go, and which come in their place. */

export interface LineChange {
  /** The lines that go: from 0, up to but without `end`; none where lines only come. */
  start: number;
  end: number;
  added: string[];
}

/** Beyond so many pairs of lines, a stretch is told as one change: nobody reads such a one line by line. */
const MOST = 1_000_000;

/** The changes that lead from one text to another, in their order. */
export function findChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let [end, last] = [before.length, after.length];
  while (end > start && last > start && before[end - 1] === after[last - 1])
    [end, last] = [end - 1, last - 1];
  const [old, now] = [before.slice(start, end), after.slice(start, last)];
  if (!old.length && !now.length) return [];
  const whole = [{ start, end, added: now }];
  if (old.length * now.length > MOST) return whole;
  return walk(old, now, start);
}

/** Follow the longest lines that stay, from the first to the last. */
function walk(old: readonly string[], now: readonly string[], shift: number): LineChange[] {
  const lengths = longestFrom(old, now);
  const changes: LineChange[] = [];
  let current: LineChange | undefined;
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    if (at < old.length && to < now.length && old[at] === now[to]) {
      current = undefined;
      [at, to] = [at + 1, to + 1];
      continue;
    }
    if (!current) changes.push((current = { start: at + shift, end: at + shift, added: [] }));
    const goes =
      to === now.length || (at < old.length && lengths[at + 1]![to]! >= lengths[at]![to + 1]!);
    if (goes) current.end = ++at + shift;
    else current.added.push(now[to++]!);
  }
  return changes;
}

/** How many lines the rests of both texts have in common, in order. */
function longestFrom(old: readonly string[], now: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let at = old.length - 1; at >= 0; at--)
    for (let to = now.length - 1; to >= 0; to--)
      lengths[at]![to] =
        old[at] === now[to]
          ? lengths[at + 1]![to + 1]! + 1
          : Math.max(lengths[at + 1]![to]!, lengths[at]![to + 1]!);
  return lengths;
}

/** A stretch of one line that goes, by its columns, and what comes in its place. */
export interface WordChange {
  start: number;
  end: number;
  added: string;
}

/** What differs within a line; undefined for lines that have less than half in common. */
export function findWords(before: string, after: string): WordChange | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  const common = (before.slice(0, start) + before.slice(before.length - same)).trim().length;
  if (2 * common < Math.min(before.trim().length, after.trim().length)) return undefined;
  return { start, end: before.length - same, added: after.slice(start, after.length - same) };
}

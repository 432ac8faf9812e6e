/** Where the parts of a patch stand in the text before it and in the text after it. */

import type { Lines } from "../server/protocol";

export interface Region {
  before: Lines;
  after: Lines;
}

/**
 * The regions of parts that do not overlap, by their lines in the text before. What stands between two parts is the same
 * in both texts, which tells where the first ends and the second begins.
 */
export function findRegions(before: string, after: string, places: readonly Lines[]): Region[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const order = places.map((_, index) => index).sort((a, b) => places[a]!.start - places[b]!.start);
  const regions: Region[] = [];
  let shift = 0;
  order.forEach((index, at) => {
    const place = places[index]!;
    const next = order[at + 1];
    const gap = old.slice(place.end, next === undefined ? old.length : places[next]!.start);
    const start = Math.min(place.start + shift, now.length - 1);
    const end = next === undefined ? now.length - gap.length : findLines(now, gap, start);
    regions[index] = { before: place, after: { start, end: Math.max(end, start) } };
    shift = end - place.end;
  });
  return regions;
}

function findLines(lines: readonly string[], wanted: readonly string[], from: number): number {
  for (let at = from; at + wanted.length <= lines.length; at++)
    if (wanted.every((line, offset) => lines[at + offset] === line)) return at;
  return from;
}

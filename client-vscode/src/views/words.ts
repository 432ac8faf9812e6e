/** The words for numbers and states. */

import { isSound, type Part, type State, type Status } from "../server/protocol";

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A text that fits in a row, cut at a word. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, Math.max(text.lastIndexOf(" ", most - 1), most / 2)).trimEnd()}…`;
}

export type Mood = "good" | "done" | "mixed" | "bad" | "none";

/** How a patch as a whole stands. */
export function moodOf(status: Status): Mood {
  if (!status.format) return "none";
  if (status.applicable && status.total > 0) return status.files.length ? "good" : "done";
  return status.sound > 0 && status.sound < status.total ? "mixed" : "bad";
}

/** One short line for the status bar. */
export function summarise(status: Status): string {
  const mood = moodOf(status);
  if (mood === "none") return "No patch";
  if (mood === "done") return "Already applied";
  return `${status.sound} of ${count(status.total, "part")} ${status.total === 1 ? "fits" : "fit"}`;
}

const STATES: Record<State, string> = {
  fits: "fits",
  applied: "is already applied",
  skipped: "has nothing to do",
  ambiguous: "stands in several places",
  missing: "was not found",
  conflict: "is in conflict with another part",
  invalid: "cannot be placed",
};

/** What became of a part, in words. */
export function describe(part: Part): string {
  if (part.state === "ambiguous" && part.candidates.length > 1)
    return `stands in ${part.candidates.length} places`;
  const line = part.state === "fits" && part.where ? ` at line ${part.where.start + 1}` : "";
  return STATES[part.state] + line;
}

/** The first line of a part that says something: a bare `@@` or `---` does not. */
export function tellingLine(lines: readonly string[]): string {
  return (lines.find((line) => /\w/.test(line)) ?? lines[0] ?? "").trim();
}

/** The icon of a part in lists. */
export function iconOf(part: Part): string {
  if (part.state === "fits") return "$(pass)";
  if (isSound(part)) return "$(check)";
  return part.state === "ambiguous" ? "$(question)" : "$(error)";
}

/** Numbers, icons, and text from elsewhere. The words for states come from the server. */

import type { Part, Status } from "../server/protocol";
import type { LineChange } from "./lineChanges";

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Text from elsewhere in Markdown: it makes no link, no image, no code. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&").replace(/\s+/g, " ");
}

/** Text from elsewhere in a notification, where VS Code makes links of `[text](command:…)`. */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}

/** Text from elsewhere in a label, where VS Code makes icons of `$(name)`. */
export function withoutIcons(text: string): string {
  return text.replaceAll("$(", "\\$(");
}

export type Mood = "good" | "done" | "mixed" | "bad" | "none";

/** How a patch as a whole stands. */
export function moodOf(status: Status): Mood {
  if (!status.format) return "none";
  if (status.applicable && status.total > 0) return status.files.length ? "good" : "done";
  return status.sound > 0 && status.sound < status.total ? "mixed" : "bad";
}

/** The first line of a part that says something: a bare `@@` or `---` does not. */
export function tellingLine(lines: readonly string[]): string {
  return (lines.find((line) => /\w/.test(line)) ?? lines[0] ?? "").trim();
}

/** The icon of a part in lists. */
export function iconOf(part: Part): string {
  if (part.state === "fits") return "$(pass)";
  if (part.sound) return "$(check)";
  return part.state === "ambiguous" ? "$(question)" : "$(error)";
}

const WIDEST = 100;

/** What comes, in the room that there is beside a line of a file. */
export function describeAdded({ start, end, added }: LineChange): string {
  const sign = start === end ? "+" : "→";
  const [first = "", ...more] = added.map((line) => line.trim()).filter(Boolean);
  const shown = first.length > WIDEST ? `${first.slice(0, WIDEST)}…` : first;
  const where = end === 0 ? " above this line" : "";
  return ` ${sign} ${shown}${more.length ? ` … and ${count(more.length, "line")} more` : ""}${where} `;
}

/** Carrying out the server's text edits on a file's own text, so that every byte they do not name stays. */

export interface Position {
  line: number;
  character: number;
}

export interface TextEdit {
  range: { start: Position; end: Position };
  newText: string;
}

const LINE_END = /\r\n|\r|\n/g;
const MARK = "\uFEFF";

interface Line {
  start: number;
  text: string;
  end: string;
}

/**
 * The text after edits that do not overlap. A byte order mark is no part of its first line. `shown` says that the edits
 * were made for what an editor shows, where all line ends are alike: new lines then get the line ends of the file, as
 * they are around them.
 */
export function applyTextEdits(text: string, edits: readonly TextEdit[], shown: boolean): string {
  const mark = text.startsWith(MARK) ? MARK : "";
  const body = text.slice(mark.length);
  const lines = splitLines(body);
  const mixed = shown && new Set(lines.map(({ end }) => end).filter(Boolean)).size > 1;
  const spans = edits.map((edit) => ({
    start: offsetOf(lines, edit.range.start),
    end: offsetOf(lines, edit.range.end),
    text: mixed ? edit.newText.replace(LINE_END, lineEndAt(lines, edit)) : edit.newText,
  }));
  let result = body;
  for (const span of spans.sort((a, b) => b.start - a.start || b.end - a.end))
    result = result.slice(0, span.start) + span.text + result.slice(span.end);
  return mark + result;
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { index, 0: end } of text.matchAll(LINE_END)) {
    lines.push({ start, text: text.slice(start, index), end });
    start = index + end.length;
  }
  return [...lines, { start, text: text.slice(start), end: "" }];
}

/** A position beyond the text stands for its end, as in the protocol. */
function offsetOf(lines: readonly Line[], { line, character }: Position): number {
  const last = lines.at(-1)!;
  const found = lines[line];
  return found
    ? found.start + Math.min(character, found.text.length)
    : last.start + last.text.length;
}

/** The line end of the first line that goes, else of the one above, else of the one below: the server's own rule. */
function lineEndAt(lines: readonly Line[], { range: { start, end } }: TextEdit): string {
  const above = start.character > 0 ? start.line : start.line - 1;
  const candidates = end.line > start.line ? [start.line, above] : [above];
  for (const line of [...candidates, start.line]) if (lines[line]?.end) return lines[line].end;
  return lines[0]!.end;
}

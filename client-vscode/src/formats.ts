/** The formats, and a first look at a text: the server has the last word on what it really is. */

import table from "./formats.json";

/** How the lines of a format are read that start with `+` or `-`; each is a regular expression. */
export interface SignedLines {
  /** A line that is neither, whatever it starts with. */
  marker: string;
  /** The marker that begins a file section, and the one that ends the last. */
  section: string;
  end: string;
}

export interface Format {
  /** What the server calls it. */
  name: string;
  /** Its language id in VS Code, or that of the texts it is written in. */
  language: string;
  /** Of file names, the usual one first; none for what is written in Markdown. */
  suffixes: string[];
  /** Regular expressions that must all match somewhere in a text; none: its text alone does not tell. */
  signs: string[];
  /** Its added and removed lines are shaded. */
  signedLines?: SignedLines;
  /** Its paths start at the patch, not at the workspace folder. */
  pathsFromPatch?: boolean;
}

/** In the order in which a text is held against them. */
export const FORMATS: readonly Format[] = table;

/** The scheme of texts that were taken from the clipboard. */
export const PASTED = "patchsight-pasted";
/** Where patches stand that somebody means to apply. */
export const SCHEMES: readonly string[] = ["file", "untitled", PASTED];

/** The languages of texts that may hold a patch among other things. */
export const TEXT_LANGUAGES: readonly string[] = ["plaintext", "markdown"];

const LOOKED_AT = 200_000;

/** Whether texts in a language are patches. */
export function isPatchLanguage(language: string): boolean {
  return (
    !TEXT_LANGUAGES.includes(language) && FORMATS.some((format) => format.language === language)
  );
}

/** The language id for a patch text; undefined if it does not look like a patch. */
export function guessLanguage(text: string): string | undefined {
  const head = text.slice(0, LOOKED_AT);
  const fits = ({ signs }: Format): boolean =>
    signs.length > 0 && signs.every((sign) => new RegExp(sign, "m").test(head));
  return FORMATS.find(fits)?.language;
}

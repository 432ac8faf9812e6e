/** A first look at a text: which language it is shown in. The server has the last word on what it really is. */

const ENVELOPE = /^\s*\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File: )/m;
const APPLYDIFF = /^(?:>>> file: |\[SESSION CONTEXT\])/m;
const AP = /^changes:\s*$/m;
const AP_VERSION = /^version:/m;
const UNIFIED = /^(?:diff --git |--- .*\r?\n\+\+\+ |@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@)/m;
const LOOKED_AT = 200_000;

export const LANGUAGES = ["ap", "v4a", "zenpatch", "applydiff", "diff"] as const;

/** The language id for a patch text; undefined if it does not look like a patch. */
export function guessLanguage(text: string): string | undefined {
  const head = text.slice(0, LOOKED_AT);
  if (ENVELOPE.test(head)) return "v4a";
  if (APPLYDIFF.test(head)) return "applydiff";
  if (AP.test(head) && AP_VERSION.test(head)) return "ap";
  return UNIFIED.test(head) ? "diff" : undefined;
}

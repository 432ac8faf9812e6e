/** Pasting as a user does: by the keys, for only those have the browser paste. */

/** Paste a text into a new buffer. */
export async function pasteUntitled(bench, text) {
  await bench.copy(text);
  await bench.command("File: New Untitled Text File");
  await bench.tab("Untitled");
  await bench.focusEditor();
  await bench.press("Control+v");
}

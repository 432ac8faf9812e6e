// An example as the end of an address, and back: JSON, deflated, in base64 for addresses.

const VERSION = "1.";
const MOST = 2_000_000; // bytes that a link may unfold to

async function through(bytes, stream, most) {
  const pieces = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new Error("the link holds too much");
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

export async function pack(example) {
  const bytes = new TextEncoder().encode(JSON.stringify(example));
  if (bytes.length > MOST) throw new Error("Too large for a link");
  const packed = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return VERSION + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The example in a link; an error if it is none, whoever made it. */
export async function unpack(link) {
  if (!link.startsWith(VERSION)) throw new Error("this is not a link of the playground");
  const text = atob(link.slice(VERSION.length).replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const bytes = await through(packed, new DecompressionStream("deflate-raw"), MOST);
  return clean(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
}

/** An example with all that it needs, and nothing else. */
export function clean(found) {
  const text = (value) => (typeof value === "string" ? value : "");
  const files = Array.isArray(found?.files) ? found.files.slice(0, 50) : [];
  return {
    files: files.map((file) => ({
      path: text(file?.path),
      text: text(file?.text),
      crlf: file?.crlf === true,
    })),
    patch: text(found?.patch),
    crlf: found?.crlf === true,
    agent: text(found?.agent) || "none",
    profile: text(found?.profile),
  };
}

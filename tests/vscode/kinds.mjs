/** One patch for files of every kind that editors and tools like to change by the way, and what must stand on disk. */

import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Before and after, with the mode; undefined where there is no file. */
const KINDS = [
  ["lf", "kinds/lf.txt", "one\ntwo\nthree\n", "one\nTWO\nthree\n"],
  ["CRLF", "kinds/crlf.txt", "one\r\ntwo\r\nthree\r\n", "one\r\nTWO\r\nthree\r\n"],
  ["mixed ends", "kinds/mixed.txt", "one\r\ntwo\nthree\r\nfour\n", "one\r\nTWO\nthree\r\nfour\n"],
  ["no final newline", "kinds/open.txt", "one\ntwo\nthree", "one\nTWO\nthree"],
  ["trailing space", "kinds/space.txt", "one  \ntwo\nthree\t\n\n\n", "one  \nTWO\nthree\t\n\n\n"],
  ["byte order mark", "kinds/mark.txt", "\uFEFFone\ntwo\nthree\n", "\uFEFFone\nTWO\nthree\n"],
  ["mode 755", "kinds/run.sh", "one\ntwo\nthree\n", "one\nTWO\nthree\n", 0o755],
  ["deleted, 755", "kinds/gone.sh", "one \r\ntwo", undefined, 0o755],
  ["renamed, 600", "kinds/old.txt", "one \ntwo\nthree\n", undefined, 0o600],
  ["its new name", "kinds/deep/new.txt", undefined, "one \nTWO\nthree\n", 0o600],
  ["made, in new folders", "kinds/a/b/made.txt", undefined, "made \nhere\n"],
];
const RENAMED = { "kinds/old.txt": "kinds/deep/new.txt" };
export const NUMBER = KINDS.length - 1; // a file that is renamed has two names
export const NAMES = KINDS.map(([name]) => name);
export const PATHS = KINDS.filter(([, , before]) => before !== undefined).map(([, path]) => path);

const hunk = (text) => {
  const [first, , third] = text.replace("\uFEFF", "").split(/\r?\n/);
  return ["@@", ` ${first}`, "-two", "+TWO", ` ${third}`];
};

function section([, path, before, after]) {
  if (before === undefined)
    return Object.values(RENAMED).includes(path)
      ? []
      : [
          `*** Add File: ${path}`,
          ...after
            .trimEnd()
            .split("\n")
            .map((line) => `+${line}`),
        ];
  const move = RENAMED[path] && [`*** Move to: ${RENAMED[path]}`];
  if (after === undefined && !move) return [`*** Delete File: ${path}`];
  return [`*** Update File: ${path}`, ...(move ?? []), ...hunk(before)];
}

export const PATCH = ["*** Begin Patch", ...KINDS.flatMap(section), "*** End Patch", ""].join("\n");

/** Everything below the folder: the bytes and modes of files, and empty for folders. */
export function look(folder) {
  const names = readdirSync(join(folder, "kinds"), { recursive: true }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, "kinds", name);
      const stat = statSync(path);
      return [
        `kinds/${name}`,
        stat.isFile() ? `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, "latin1")}` : "",
      ];
    }),
  );
}

/** Put the files there; only what differs is touched. */
export function write(folder) {
  const wanted = new Set(KINDS.map(([, path]) => path));
  for (const [path, text] of Object.entries(look0(folder)))
    if (text !== "" && !wanted.has(path)) rmSync(join(folder, path));
  for (const [, path, before, , mode = 0o644] of KINDS) {
    const file = join(folder, path);
    if (before === undefined) {
      rmSync(file, { force: true });
      continue;
    }
    mkdirSync(dirname(file), { recursive: true });
    if (look0(folder)[path] !== shown(before, mode)) {
      writeFileSync(file, before);
      chmodSync(file, mode);
    }
  }
  for (const made of ["kinds/a", "kinds/deep"])
    rmSync(join(folder, made), { recursive: true, force: true });
}

function look0(folder) {
  try {
    return look(folder);
  } catch {
    return {};
  }
}

const shown = (text, mode) => `${mode.toString(8)} ${Buffer.from(text, "utf8").toString("latin1")}`;

/** Which kinds do not stand as they should, by name. */
export function strays(folder, side) {
  const found = look(folder);
  const wrong = KINDS.filter(([, path, before, after, mode = 0o644]) => {
    const wanted = side === "before" ? before : after;
    return found[path] !== (wanted === undefined ? undefined : shown(wanted, mode));
  }).map(([name]) => name);
  const folders = Object.keys(found).filter((path) => found[path] === "");
  const expected = side === "before" ? [] : ["kinds/a", "kinds/a/b", "kinds/deep"];
  return folders.join() === expected.join() ? wrong : [...wrong, `folders: ${folders}`];
}

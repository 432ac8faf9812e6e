/** Small statuses to test with. */

import type { Part, State, Status } from "../../src/server/protocol";

export function part(
  index: number,
  state: State,
  line = index * 10,
  more: Partial<Part> = {},
): Part {
  return {
    index,
    section: 0,
    block: null,
    line,
    end: line + 5,
    path: "a.py",
    uri: "file:///a.py",
    state,
    sound: ["fits", "applied", "skipped"].includes(state),
    description: state,
    where: null,
    candidates: [],
    ...more,
  };
}

export function status(parts: Part[], more: Partial<Status> = {}): Status {
  const sound = parts.filter((one) => one.sound).length;
  const plan = {
    op: "edit",
    path: "a.py",
    newPath: null,
    uri: "file:///a.py",
    newUri: null,
    parts: [0],
  } as const;
  return {
    version: 1,
    format: "v4a",
    total: parts.length,
    sound,
    applicable: sound === parts.length,
    refusal: null,
    summary: `${sound} of ${parts.length}`,
    folder: null,
    otherFolders: [],
    parts,
    files: [{ ...plan, parts: [...plan.parts] }],
    ...more,
  };
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { Pulse } from "../../../src/server/pulse";

test("a server that answers is not silent", async () => {
  const told: boolean[] = [];
  await new Promise<void>((resolve) => {
    const pulse = new Pulse(
      () => Promise.resolve(),
      (silent) => (told.push(silent), resolve()),
    );
    pulse.check();
  });
  assert.deepEqual(told, [false]);
});

test("one that does not is silent until it answers, and is asked once", async () => {
  const told: boolean[] = [];
  let asked = 0;
  let answer = (): void => undefined;
  let listener = (): void => undefined;
  const heard = (): Promise<void> => new Promise((resolve) => (listener = resolve));
  const pulse = new Pulse(
    () => new Promise<void>((resolve) => (asked++, (answer = resolve))),
    (silent) => (told.push(silent), listener()),
    1,
  );
  pulse.check();
  pulse.check();
  await heard();
  assert.deepEqual([asked, told], [1, [true]]);
  const again = heard();
  answer();
  await again;
  assert.deepEqual(told, [true, false]);
});

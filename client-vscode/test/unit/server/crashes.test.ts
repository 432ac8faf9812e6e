import assert from "node:assert/strict";
import { test } from "node:test";
import { Crashes } from "../../../src/server/crashes";

test("the third crash is the last", () => {
  const crashes = new Crashes();
  assert.deepEqual(
    [0, 1000, 2000].map((now) => crashes.add(now)),
    [true, true, false],
  );
  assert.equal(crashes.count, 3);
});

test("crashes long ago do not count", () => {
  const crashes = new Crashes();
  assert.deepEqual(
    [0, 1000, 400_000, 401_000].map((now) => crashes.add(now)),
    [true, true, true, true],
  );
});

test("a restart by hand forgives everything", () => {
  const crashes = new Crashes();
  crashes.add(0);
  crashes.add(1);
  crashes.forget();
  assert.equal(crashes.add(2), true);
});

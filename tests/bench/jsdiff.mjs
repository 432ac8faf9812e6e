// jsdiff, asked by bench/jsdiff.py: a line of JSON in, a line of JSON out. Only its own work is timed.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const { parsePatch, applyPatch } = createRequire(`${process.argv[2]}/`)("diff");

function apply(patch, files) {
  const after = {};
  for (const part of parsePatch(patch)) {
    const path = part.newFileName.replace(/^b\//, "");
    const text = applyPatch(files[path], part);
    if (text === false) return null;
    after[path] = text;
  }
  return after;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { patch, files } = JSON.parse(line);
  const [begin, before] = [performance.now(), process.cpuUsage()];
  let after;
  try {
    after = apply(patch, files);
  } catch {
    after = null;
  }
  const [seconds, used] = [(performance.now() - begin) / 1000, process.cpuUsage(before)];
  const work = (used.user + used.system) / 1e6;
  process.stdout.write(`${JSON.stringify({ seconds, work, after })}\n`);
}

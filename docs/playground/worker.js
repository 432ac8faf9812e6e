// Runs Patchsight beside the page, so that a long answer never holds the page up.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = new URL(".", import.meta.url);
const ready = start();

async function start() {
  const [python, packed, glue] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", here).href, env: { RAPIDFUZZ_IMPLEMENTATION: "python" } }),
    fetch(new URL("patchsight.zip", here)).then((answer) => answer.arrayBuffer()),
    fetch(new URL("answer.py", here)).then((answer) => answer.text()),
  ]);
  python.unpackArchive(packed, "zip", { extractDir: "/patchsight" });
  python.runPython("import sys; sys.path.insert(0, '/patchsight')");
  python.runPython(glue);
  return { answer: python.globals.get("answer"), choices: python.globals.get("choices") };
}

ready.then(
  (made) => postMessage({ ready: true, choices: JSON.parse(made.choices()) }),
  (error) => postMessage({ failed: String(error) }),
);

onmessage = async ({ data }) => {
  const { answer } = await ready;
  try {
    postMessage({ id: data.id, ...JSON.parse(answer(JSON.stringify(data.asked))) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
};

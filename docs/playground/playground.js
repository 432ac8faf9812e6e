// The playground: what is typed goes to the worker, its answer is shown. All of it is untrusted text, so
// that nothing here ever becomes markup.
import { Editor, make } from "./editor.js";
import { clean, pack, unpack } from "./link.js";

const PAUSE = 150; // milliseconds after the last key
const MOST_ROWS = 200; // of a list; a page with thousands is slow
const VIEWS = { problems: "Problems", preview: "Preview", feedback: "Feedback for the model", convert: "Convert" };
const LINE_ENDS = (text, crlf) => (crlf ? text.replace(/\n/g, "\r\n") : text);

const by = (id) => document.getElementById(`ps-${id}`);
const root = document.getElementById("ps");
let example = clean({});
let current = 0; // the file that is shown
let view = "problems";
let target = "v4a"; // of a conversion
let said = null; // the newest answer
let converted = null;
let formats = [];
let fresh = true; // an example whose place is still to be shown
let applied = null; // what was there before a patch was applied

const patch = new Editor(by("patch"), "Patch", (text) => edit(() => (example.patch = text)));
const file = new Editor(by("file"), "File", (text) => editFiles(() => (example.files[current].text = text)));

// ---- the worker

let worker, waiting, timer, ready, running = 0;

function startWorker(first = true) {
  ready = false;
  root.dataset.state = "loading";
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.failed) return tell(`Python could not be loaded: ${data.failed}`, "error");
    if (data.ready) {
      ready = true;
      formats = data.choices.formats;
      fill(by("agent"), data.choices.agents, example.agent);
      return first ? ask() : (root.dataset.state = "ready"); // what took too long would do so again
    }
    if (data.id === running) receive(data);
  };
  worker.onerror = (event) => tell(`Python could not be loaded: ${event.message}`, "error");
}

function request(more = {}) {
  const files = {};
  for (const one of example.files) files[one.path] = LINE_ENDS(one.text, one.crlf);
  const text = LINE_ENDS(example.patch, example.crlf);
  return { patch: text, files, agent: example.agent, profile: example.profile, ...more };
}

function ask(more) {
  if (!ready) return;
  clearTimeout(waiting);
  const paths = example.files.map((one) => one.path);
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined) return receive({ error: `Two files have the path “${twice}”.` });
  running += 1;
  root.dataset.state = "busy";
  worker.postMessage({ id: running, asked: request(more) });
  clearTimeout(timer);
  timer = setTimeout(() => {
    worker.terminate(); // whatever it was, the page goes on
    startWorker(false);
    const seconds = root.dataset.patience;
    receive({ error: `No answer within ${seconds} seconds: this is too much for a page. The command line has more time.` });
  }, 1000 * root.dataset.patience);
}

function receive(answer) {
  clearTimeout(timer);
  if ("text" in answer) {
    converted = answer;
  } else {
    said = answer;
    converted = null;
    if (view === "convert" && said.ok) return ask({ convert: target });
  }
  draw();
  root.dataset.state = "ready";
}

// ---- what the user does

function edit(change) {
  change();
  root.dataset.state = "busy";
  file.mark([]);
  clearTimeout(waiting);
  waiting = setTimeout(ask, PAUSE);
}

/** As `edit`, but what a patch replaced can no longer be put back. */
function editFiles(change) {
  applied = null;
  edit(change);
}

function open(found) {
  example = clean(found);
  fresh = true;
  applied = null;
  if (!example.files.length) example.files.push({ path: "file.txt", text: "", crlf: false });
  current = 0;
  by("agent").value = example.agent;
  by("profile").value = example.profile;
  by("patch-crlf").checked = example.crlf;
  patch.show(example.patch);
  showFile();
  said = null;
  edit(() => {});
}

function showFile() {
  const one = example.files[current];
  file.show(one.text);
  by("path").value = one.path;
  by("file-crlf").checked = one.crlf;
  drawFiles();
}

function fill(list, choices, chosen) {
  list.replaceChildren(...choices.map(([value, title]) => make("option", { value }, title)));
  list.value = chosen;
}

function choose(path) {
  const at = example.files.findIndex((one) => one.path === path);
  if (at >= 0 && at !== current) {
    current = at;
    showFile();
  }
}

by("path").addEventListener("input", (event) =>
  editFiles(() => {
    example.files[current].path = event.target.value;
    drawFiles();
  }),
);
by("file-crlf").addEventListener("change", (event) =>
  editFiles(() => (example.files[current].crlf = event.target.checked)),
);
by("patch-crlf").addEventListener("change", (event) => edit(() => (example.crlf = event.target.checked)));
by("agent").addEventListener("change", (event) => edit(() => (example.agent = event.target.value)));
by("profile").addEventListener("change", (event) => edit(() => (example.profile = event.target.value)));
by("add").addEventListener("click", () =>
  editFiles(() => {
    let number = example.files.length + 1;
    while (example.files.some((one) => one.path === `file-${number}.txt`)) number += 1;
    example.files.push({ path: `file-${number}.txt`, text: "", crlf: false });
    current = example.files.length - 1;
    showFile();
  }),
);
by("remove").addEventListener("click", () =>
  editFiles(() => {
    if (example.files.length > 1) example.files.splice(current, 1);
    else example.files[0].text = "";
    current = 0;
    showFile();
  }),
);
by("apply").addEventListener("click", () => {
  if (!said?.ok) return;
  edit(() => {
    applied = { files: structuredClone(example.files), current };
    for (const [path, text] of Object.entries(said.files)) {
      const at = example.files.findIndex((one) => one.path === path);
      if (text === null) example.files.splice(at, 1);
      else if (at < 0) example.files.push({ path, text: text.replace(/\r\n/g, "\n"), crlf: text.includes("\r\n") });
      else example.files[at].text = text.replace(/\r\n/g, "\n");
    }
    if (!example.files.length) example.files.push({ path: "file.txt", text: "", crlf: false });
    current = Math.min(current, example.files.length - 1);
    showFile();
  });
});
by("undo").addEventListener("click", () =>
  edit(() => {
    ({ files: example.files, current } = applied);
    applied = null;
    showFile();
    by("apply").focus();
  }),
);
by("link").addEventListener("click", async () => {
  by("link").textContent = await putLink().catch((error) => error.message);
  setTimeout(() => (by("link").textContent = "Copy link"), 2000);
});

async function putLink() {
  const address = new URL(location.href);
  address.hash = await pack(example);
  history.replaceState(null, "", address);
  const elsewhere = "It is in the address bar";
  const copying = navigator.clipboard?.writeText(address.href).then(() => "Copied", () => elsewhere);
  return (await copying) ?? elsewhere;
}

// ---- what is shown

function tell(text, kind = "") {
  by("verdict").textContent = text;
  by("verdict").className = kind && `ps-is-${kind}`;
}

function draw() {
  by("undo").hidden = !applied;
  if (said.error) {
    tell(said.error, "error");
    patch.mark([]);
    by("format").textContent = "";
    by("apply").disabled = true;
    by("views").replaceChildren();
    return by("view").replaceChildren();
  }
  const errors = said.problems.filter((one) => one.severity === "error").length;
  by("format").textContent = said.format;
  tell(said.headline, errors ? "error" : said.ok ? "ok" : "");
  by("apply").disabled = !said.ok || !Object.keys(said.files).length;
  patch.mark(said.problems.map((one) => ({ ...shift(one), kind: one.severity })));
  drawFiles();
  markFile();
  drawViews();
  if (fresh) revealPlace();
  fresh = false;
}

/** Show the first place that the patch speaks of; the cursor stays where it is. */
function revealPlace() {
  const part = said.parts.find((one) => one.places.length);
  if (!part) return;
  choose(part.path);
  markFile();
  const [first] = places([part]);
  if (first) file.reveal(first.start);
}

/** Offsets count the \r that a text field leaves out. */
function shift(problem) {
  if (!example.crlf) return problem;
  const text = LINE_ENDS(example.patch, true);
  const back = (at) => at - (text.slice(0, at).match(/\r/g)?.length ?? 0);
  return { ...problem, start: back(problem.start), end: back(problem.end) };
}

/** The places of the current file that parts land on, may land on or are most like. */
function places(parts) {
  const one = example.files[current];
  const starts = [0];
  for (const found of one.text.matchAll(/\n/g)) starts.push(found.index + 1);
  const at = (line) => starts[line] ?? one.text.length;
  return parts
    .filter((part) => part.path === one.path)
    .flatMap((part) =>
      part.places.map(([start, end]) => ({ start: at(start), end: at(end), kind: `part-${part.state}` })),
    );
}

function markFile() {
  file.mark(places(said?.parts ?? []).filter((place) => place.end > place.start));
}

/** Put buttons in place of others; one that has the focus keeps it. */
function putTabs(list, buttons) {
  const at = [...list.children].indexOf(document.activeElement);
  list.replaceChildren(...buttons);
  list.children[at]?.focus();
}

function drawFiles() {
  const touched = new Set((said?.parts ?? []).map((part) => part.path));
  putTabs(
    by("files"),
    example.files.map((one, at) =>
      make(
        "button",
        {
          role: "tab",
          "aria-selected": String(at === current),
          class: touched.has(one.path) ? "ps-touched" : "",
          onclick: () => {
            current = at;
            showFile();
            if (said) markFile();
          },
        },
        one.path || "(no path)",
      ),
    ),
  );
}

function drawViews() {
  const count = said.problems.length;
  putTabs(
    by("views"),
    Object.entries(VIEWS).map(([name, title]) =>
      make(
        "button",
        {
          role: "tab",
          "data-view": name,
          "aria-selected": String(name === view),
          onclick: () => {
            view = name;
            if (name === "convert" && said.ok) ask({ convert: target });
            drawViews();
          },
        },
        name === "problems" && count ? `${title} (${count})` : title,
      ),
    ),
  );
  by("view").replaceChildren(...{ problems: listProblems, preview, feedback, convert }[view]());
}

/** A message, with what stands between backticks as code. */
function withCode(message) {
  return message.split("`").map((piece, at) => (at % 2 ? make("code", {}, piece) : piece));
}

function listProblems() {
  const rows = said.problems.slice(0, MOST_ROWS).map((one) =>
    make(
      "li",
      { class: `ps-problem ps-problem-${one.severity}` },
      make(
        "button",
        {
          class: "ps-where",
          title: one.title,
          onclick: () => {
            const { start, end } = shift(one);
            patch.select(start, end);
          },
        },
        `line ${one.line}`,
      ),
      make("a", { href: `codes/${one.code}.html`, class: "ps-code" }, one.code),
      make("span", { class: "ps-message" }, ...withCode(one.message)),
      ...one.fixes.map((fix) =>
        make(
          "button",
          {
            class: "ps-fix",
            onclick: () => patch.replace(fix.text.replace(/\r\n/g, "\n")),
          },
          fix.title,
        ),
      ),
    ),
  );
  const parts = said.parts.slice(0, MOST_ROWS).map((part) =>
    make(
      "li",
      { class: `ps-part-row ps-${part.state}` },
      make(
        "button",
        {
          class: "ps-where",
          onclick: () => {
            choose(part.path);
            markFile();
            const [first] = places([part]);
            if (first) file.select(first.start, first.start);
          },
        },
        part.path,
      ),
      make("span", { class: "ps-message" }, part.says),
    ),
  );
  const none = make("p", {}, said.format ? "No problems." : "No edit was found in this text.");
  return [
    rows.length ? listRows(rows, said.problems.length) : none,
    listRows(parts, said.parts.length),
  ];
}

function listRows(rows, all) {
  const more = all > rows.length ? [make("li", {}, `… and ${(all - rows.length).toLocaleString("en")} more`)] : [];
  return make("ul", { class: "ps-list" }, ...rows, ...more);
}

function diffLine(line) {
  if (/^(diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity )/.test(line)) return "head";
  return { "+": "added", "-": "removed", "@": "hunk" }[line[0]] ?? "same";
}

function preview() {
  if (!said.ok) return [make("p", {}, "A patch with errors changes nothing, so there is nothing to show.")];
  if (!said.diff) return [make("p", {}, "Nothing would change.")];
  const rows = said.diff.replace(/\n$/, "").split("\n");
  const made = rows.map((row) => make("span", { class: `ps-diff-${diffLine(row)}` }, row.replace(/\r$/, "␍") + "\n"));
  return [make("pre", { class: "ps-pre" }, ...made)];
}

function withCopy(text) {
  const button = make("button", { class: "ps-copy-button", onclick: () => navigator.clipboard?.writeText(text) }, "Copy");
  return [button, make("pre", { class: "ps-pre" }, text)];
}

function feedback() {
  return withCopy(said.feedback);
}

function convert() {
  const list = make("select", {
    "aria-label": "Format",
    onchange: (event) => {
      target = event.target.value;
      ask({ convert: target });
    },
  });
  fill(list, formats, target);
  const head = make("p", {}, "As ", list);
  if (!said.ok) return [make("p", {}, "Only a patch without errors can be converted.")];
  if (!converted) return [head, make("p", {}, "…")];
  return [head, ...(converted.text === null ? [make("p", {}, converted.reason)] : withCopy(converted.text))];
}

// ---- start

async function start() {
  fill(by("profile"), [["", "v4a"], ["zenpatch", "Zenpatch"]], "");
  const examples = await fetch(new URL("examples.json", import.meta.url)).then((answer) => answer.json());
  const titles = examples.map((one, at) => [String(at), one.title]);
  fill(by("example"), [["", "of your own"], ...titles], "0");
  by("example").addEventListener("change", (event) => {
    if (event.target.value) open(examples[event.target.value]);
  });
  const fromLink = async () => {
    try {
      open(await unpack(location.hash.slice(1)));
      by("example").value = "";
    } catch (error) {
      open(examples[0]);
      tell(`The link cannot be read: ${error.message}`, "error");
    }
  };
  addEventListener("hashchange", fromLink);
  const left = leftBehind();
  if (left) {
    open(left);
    by("example").value = "";
  } else if (location.hash.length > 1) await fromLink();
  else open(examples[0]);
  addEventListener("pagehide", leaveBehind);
  startWorker();
}

// What was typed is still there when one comes back from another page, or loads this one again.
const KEPT = "patchsight-playground";

function leaveBehind() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ address: location.href, example }));
  } catch {
    sessionStorage.removeItem(KEPT); // too large, so an old one must not come back either
  }
}

function leftBehind() {
  const [how] = performance.getEntriesByType("navigation");
  if (how?.type !== "back_forward" && how?.type !== "reload") return null;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    return kept?.address === location.href ? kept.example : null;
  } catch {
    return null;
  }
}

start().catch((error) => tell(String(error), "error"));

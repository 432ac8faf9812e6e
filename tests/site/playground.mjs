/** Drives the playground of a built site in a real browser: `node playground.mjs SITE PICTURES`, a line of JSON for each step. */

import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { installBrowser, root } from "../vscode/install.mjs";

const [site, pictures] = process.argv.slice(2);
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
};

const server = createServer((request, response) => {
  const file = join(site, normalize(decodeURIComponent(request.url.split("?")[0])));
  if (!existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
  return createReadStream(file).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const home = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: installBrowser(), args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1400, height: 1000 } });
await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: home });
/** Nothing may be asked of any other machine. */
const strangers = [];
await context.route(
  (url) => url.origin !== home && !["blob:", "data:"].includes(url.protocol),
  (route) => {
    strangers.push(route.request().url());
    return route.abort();
  },
);
const page = await context.newPage();
const faults = [];
page.on("pageerror", (error) => faults.push(String(error)));
page.on("dialog", (dialog) => {
  faults.push(`a dialog: ${dialog.message()}`);
  return dialog.dismiss();
});

const trap = "<img src=x onerror=alert(1)>";
const trapped = `${home}/playground.html#1.${Buffer.from(trap).toString("base64url")}`;
const patch = page.getByLabel("Patch", { exact: true });
const file = page.getByLabel("File", { exact: true });
const verdict = page.locator("#ps-verdict");
const view = page.locator("#ps-view");

const settled = (where = page) =>
  where.locator("#ps[data-state=ready]").waitFor({ timeout: 120_000 });
const picture = (name) => page.screenshot({ path: join(pictures, `${name}.png`) });
const show = (name) => page.locator(`[data-view=${name}]`).click();

function equal(found, wanted) {
  const [is, must] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (is !== must) throw new Error(`found ${is}, expected ${must}`);
}

/** The characters that are marked, and where they are drawn. */
const squiggles = () =>
  page.locator("#ps-patch .ps-copy .ps-error").evaluateAll((marks) => marks.map((mark) => mark.textContent));

async function write(text) {
  await patch.fill(text);
  await page.locator("#ps[data-state=busy]").waitFor({ timeout: 1000 }).catch(() => {});
  await settled();
}

const steps = {
  async "it loads, and marks the line that differs"() {
    await page.goto(`${home}/playground.html`);
    await settled();
    equal(await squiggles(), ["            return Decimal(0)"]);
    equal(await view.locator(".ps-code").allTextContents(), ["context_not_found"]);
    equal(await verdict.getAttribute("class"), "ps-is-error");
    await picture("stale-light");
    await page.setViewportSize({ width: 1200, height: 1000 });
    await page.locator("#ps").screenshot({ path: join(pictures, "playground.png") }); // docs/images/playground.png
    await page.setViewportSize({ width: 1400, height: 1000 });
  },

  async "the marks lie on the text that is typed"() {
    const [copy, field] = await page.evaluate(() => {
      const [copied, typed] = [".ps-copy", "textarea"].map((name) =>
        getComputedStyle(document.querySelector(`#ps-patch ${name}`)),
      );
      const measure = (style) => [style.font, style.padding, style.tabSize, style.letterSpacing, style.whiteSpace];
      return [measure(copied), measure(typed)];
    });
    equal(copy, field);
    await write("x".repeat(400) + "\n" + "\n".repeat(80) + "*** Begin Patch\n*** Update File: nowhere.py\n@@\n-a\n+b\n*** End Patch\n");
    equal(await squiggles(), ["nowhere.py"]);
    await view.locator(".ps-problem", { hasText: "file_not_found" }).locator(".ps-where").click();
    const seen = await page.evaluate(() => {
      const frame = document.querySelector("#ps-patch").getBoundingClientRect();
      const mark = document.querySelector("#ps-patch .ps-error").getBoundingClientRect();
      const typed = document.querySelector("#ps-patch textarea");
      return [frame.top < mark.top && mark.bottom < frame.bottom, typed.value.slice(typed.selectionStart, typed.selectionEnd)];
    });
    equal(seen, [true, "nowhere.py"]);
  },

  async "a quick fix mends the patch, and the preview shows what it does"() {
    await page.locator("#ps-example").selectOption("0");
    await settled();
    await view.locator(".ps-fix").first().click();
    await settled();
    equal(await squiggles(), []);
    await show("preview");
    const added = await view.locator(".ps-diff-added").allTextContents();
    equal(added.length > 0, true);
    await picture("preview-light");
  },

  async "what is typed is answered while it is typed"() {
    await page.locator("#ps-example").selectOption("0");
    await settled();
    await file.fill("total = 0\n");
    await page.locator("#ps-path").fill("shop/cart.py");
    await write("*** Begin Patch\n*** Update File: shop/cart.py\n@@\n-total = 1\n+total = 2\n*** End Patch\n");
    equal(await squiggles(), ["total = 1"]);
    await patch.press("Control+Home");
    for (let i = 0; i < 3; i++) await patch.press("ArrowDown");
    await patch.press("End");
    await patch.press("Backspace");
    await patch.press("0");
    await page.locator("#ps-verdict.ps-is-ok").waitFor({ timeout: 20_000 });
    await settled();
    equal(await squiggles(), []);
  },

  async "a patch is converted"() {
    await show("convert");
    await view.getByLabel("Format").selectOption("unified");
    await view.getByText("+++ b/shop/cart.py").waitFor({ timeout: 20_000 });
  },

  async "a link holds the whole example"() {
    await page.locator("#ps-link").click();
    await page.getByText("Copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    await other.goto(link);
    // The page has its texts before Python is there, which takes long to load.
    await other.waitForFunction(() => document.querySelector("#ps textarea")?.value);
    const there = (one) =>
      one.evaluate(() => [
        ...[...document.querySelectorAll("#ps textarea")].map((field) => field.value),
        document.querySelector("#ps-path").value,
      ]);
    equal(await there(other), await there(page));
    await other.close();
  },

  async "an applied patch changes the files, and is told as applied"() {
    await page.locator("#ps-apply").click();
    await page.locator("#ps[data-state=ready]").waitFor();
    await page.getByText("Already applied").first().waitFor({ timeout: 20_000 });
    equal(await file.inputValue(), "total = 2\n");
  },

  async "what was applied can be undone, until a file is edited"() {
    const undo = page.getByRole("button", { name: "Undo", exact: true });
    await undo.click();
    await settled();
    equal(await file.inputValue(), "total = 0\n");
    await page.locator("#ps-apply").click();
    await settled();
    await file.press("End");
    await file.press("x");
    await settled();
    equal(await undo.isVisible(), false);
  },

  async "a quick fix is taken back as if it had been typed"() {
    await page.locator("#ps-example").selectOption("0");
    await settled();
    await show("problems");
    const before = await patch.inputValue();
    await view.locator(".ps-fix").first().click();
    await settled();
    equal(await squiggles(), []);
    await page.keyboard.press("Control+z");
    await page.locator("#ps-verdict.ps-is-error").waitFor({ timeout: 20_000 });
    equal(await patch.inputValue(), before);
  },

  async "a sample of every format is pasted and named"() {
    for (const [name, title] of [
      ["unified/fine.diff", "unified diff"],
      ["v4a/fine.patch", "v4a"],
      ["ap/fine.ap", "ap"],
      ["applydiff/fine.applydiff", "ApplyDiff"],
      ["searchreplace/fine.sr", "SEARCH/REPLACE"],
      ["stringedit/fine.json", "String edits"],
      ["wholefile/fine.md", "whole file"],
    ]) {
      const text = readFileSync(join(root, "samples/patches", name), "utf8");
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await patch.press("Control+a");
      await patch.press("Control+v");
      await page.locator("#ps-format", { hasText: title }).waitFor({ timeout: 20_000 });
      await settled();
      equal([await patch.inputValue(), await verdict.getAttribute("class")], [text, "ps-is-ok"]);
    }
    await page.locator("#ps-profile").selectOption("zenpatch");
    await write(readFileSync(join(root, "samples/patches/zenpatch/fine.zenpatch"), "utf8"));
    equal(await page.locator("#ps-format").textContent(), "Zenpatch");
    await page.locator("#ps-profile").selectOption("");
  },

  async "keys alone reach everything"() {
    await page.locator("#ps-example").selectOption("0");
    await settled();
    const has = () => page.evaluate(() => document.activeElement.textContent);
    await page.locator("#ps-files button").first().focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    equal(await has(), "README.md");
    await page.getByRole("tab", { name: "Problems" }).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    equal(await has(), "Preview");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    for (let i = 0; i < 6; i++) await page.keyboard.press("Tab");
    equal((await has()).startsWith("Use the file's text"), true);
    await page.keyboard.press("Enter");
    await page.locator("#ps-verdict.ps-is-ok").waitFor({ timeout: 20_000 });
  },

  async "what was typed is there after a look at another page"() {
    const mine = "Mine\n*** Begin Patch\n*** Update File: nowhere.py\n@@\n-a\n+b\n*** End Patch\n";
    await write(mine);
    await view.getByRole("link", { name: "file_not_found" }).click();
    await page.getByRole("heading", { name: "file_not_found" }).waitFor();
    await page.goBack();
    await settled();
    equal(await patch.inputValue(), mine);
    await page.reload();
    await settled();
    equal(await patch.inputValue(), mine);
  },

  async "two files with one path are refused"() {
    await page.locator("#ps-add").click();
    await page.locator("#ps-path").fill("shop/cart.py");
    await page.getByText("Two files have the path").waitFor({ timeout: 20_000 });
    equal(await page.locator("#ps-apply").isDisabled(), true);
    await page.locator("#ps-remove").click();
    await settled();
    equal(await view.locator(".ps-code").allTextContents(), ["surrounding_noise", "file_not_found"]);
  },

  async "a patch of a megabyte is answered, and fits into a link"() {
    const words = "some words to make it long enough, ".repeat(28);
    const parts = Array.from({ length: 1000 }, (_, at) => `@@ -${9 * at + 1},3 +${9 * at + 1},3 @@\n a ${at}\n-${words}${at}\n+c ${at}\n d ${at}\n`);
    const text = `--- a/shop/cart.py\n+++ b/shop/cart.py\n${parts.join("")}`;
    equal(text.length > 900_000, true);
    await page.locator("#ps").evaluate((one) => (one.dataset.patience = 300)); // a test may run on a busy machine
    await patch.evaluate((field, large) => {
      field.value = large;
      field.dispatchEvent(new Event("input"));
    }, text);
    await page.getByText("0 of 1,000 parts fit").waitFor({ timeout: 300_000 });
    await settled();
    await page.locator("#ps-link").click();
    await page.getByText("Copied").waitFor({ timeout: 20_000 });
    await page.locator("#ps-example").selectOption("0");
    await settled();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.goto("about:blank");
    await page.goto(link);
    await settled();
    equal((await patch.inputValue()) === text, true);
    await page.goto(`${home}/playground.html`);
    await settled();
  },

  async "markup in a patch, a path or a link stays text"() {
    await page.locator("#ps-path").fill(trap);
    await write(`*** Begin Patch\n*** Update File: ${trap}.py\n@@\n-${trap}\n+b\n*** End Patch\n`);
    for (const name of ["problems", "feedback", "preview"]) {
      await show(name);
      equal(await page.locator("#ps img").count(), 0);
    }
    await page.goto(trapped);
    await settled();
    equal(await page.locator("#ps img").count(), 0);
  },

  async "offsets beyond the basic plane stand on their characters"() {
    await page.locator("#ps-path").fill("a.py");
    await write("Sure 😀😀\n*** Begin Patch\n*** Update File: gone.py\n@@\n-a\n+b\n*** End Patch\n");
    equal(await squiggles(), ["gone.py"]);
  },

  async "ap works without a compiled scanner"() {
    await page.locator("#ps-example").selectOption({ label: "ap: YAML that does not mean what it seems to say" });
    await settled();
    await show("problems");
    equal((await view.locator(".ps-code").allTextContents()).includes("misaligned_key"), true);
  },

  async "it is readable in the dark"() {
    const dark = await browser.newPage({ colorScheme: "dark", viewport: { width: 1400, height: 1000 } });
    dark.on("pageerror", (error) => faults.push(String(error)));
    dark.on("dialog", (dialog) => {
      faults.push(`a dialog: ${dialog.message()}`);
      return dialog.dismiss();
    });
    await dark.goto(trapped);
    await settled(dark);
    equal(await dark.locator("#ps img").count(), 0);
    const colours = await dark.locator("#ps-patch").evaluate((one) => {
      const light = (colour) => colour.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
      const style = getComputedStyle(one);
      return light(style.backgroundColor) < light(style.color);
    });
    equal(colours, true);
    await dark.screenshot({ path: join(pictures, "stale-dark.png") });
    await dark.locator("#ps-view .ps-where").last().click();
    await dark.screenshot({ path: join(pictures, "nearest-dark.png") });
    await dark.setViewportSize({ width: 420, height: 900 });
    await dark.screenshot({ path: join(pictures, "narrow-dark.png"), fullPage: true });
    await dark.close();
  },

  async "nothing was asked of another machine, and nothing failed"() {
    equal(strangers, []);
    equal(faults, []);
  },
};

for (const [name, step] of Object.entries(steps)) {
  const started = Date.now();
  let error = null;
  try {
    await step();
  } catch (fault) {
    error = `${fault.stack}\n${faults.join("\n")}`;
    await picture(`failed-${Object.keys(steps).indexOf(name)}`).catch(() => {});
  }
  console.log(JSON.stringify({ name, error, seconds: (Date.now() - started) / 1000 }));
}
await browser.close();
server.close();
server.closeAllConnections();

/** A window of the workbench in a browser, driven as a user drives it. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { findDriver, forgetDriver } from "./driver.mjs";
import { installBrowser, root } from "./install.mjs";
import { PATIENCE, until } from "./patience.mjs";

export const PICTURES = join(root, "out", "vscode");
/** Pictures for the extension's pages, which `make pictures` takes over. */
export const ILLUSTRATIONS = join(PICTURES, "images");
const SIZE = { width: 1280, height: 800 };
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const ACTIVE = ".editor-group-container.active";
const TOAST = ".notifications-toasts .notification-list-item";
const SOON = 5000; // what a user would wait before trying once more
const LATE = 6 * SOON;

export async function startBrowser() {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: installBrowser(), args: FLAGS });
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const exactly = (name) => (name instanceof RegExp ? name : new RegExp(`^${escape(name)}$`));
const succeeds = (promise) =>
  promise.then(
    () => true,
    () => false,
  );
const plain = (text) => text.replaceAll("\u00a0", " ");

export class Workbench {
  /** Each picture that was taken, with the browser it shows. */
  static #pictures = [];

  /** `around` is given to a window that is alone: there the driver spares the lists in which files and lines are chosen. */
  constructor(page, around) {
    this.page = page;
    this.around = around;
  }

  driver() {
    return findDriver(this.around.home);
  }

  static async open(browser, url, folder, home) {
    const context = await browser.newContext({
      viewport: SIZE,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const bench = new Workbench(await context.newPage(), home && { home, folder });
    bench.page.setDefaultTimeout(PATIENCE);
    const kind = folder?.endsWith(".code-workspace") ? "workspace" : "folder";
    await bench.page.goto(folder ? `${url}/?${kind}=${folder}` : `${url}/?ew=true`);
    await bench.isUp();
    return bench;
  }

  async isUp() {
    await this.page.locator(".monaco-workbench .statusbar").waitFor();
    await this.page.locator(".monaco-workbench .editor-group-container").waitFor();
  }

  async reload() {
    if (this.around) forgetDriver(this.around.home);
    await this.page.reload();
    await this.isUp();
  }

  /** The pictures that were taken in a browser. */
  static taken(browser) {
    return Workbench.#pictures.filter((one) => one.browser === browser).map(({ path }) => path);
  }

  /** Every window that is open. */
  static all(browser) {
    return browser
      .contexts()
      .flatMap((context) => context.pages())
      .map((page) => new Workbench(page));
  }

  close() {
    return this.page.context().close();
  }

  // ---- doing
  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Open a list, search it, and choose the row with this name; once more if the list was made before the row was known. */
  async pick(opener, text, name) {
    const label = this.page.locator(".label-name", { hasText: exactly(name) });
    const row = this.page
      .locator(".quick-input-list .monaco-list-row")
      .filter({ has: label })
      .first();
    await until(`"${name}" in the list`, async () => {
      await this.press(opener);
      const input = this.page.locator(".quick-input-widget:visible input").first();
      await input.fill(text, { timeout: SOON });
      const shown = await succeeds(row.waitFor({ timeout: SOON }));
      if (!shown) await this.press("Escape");
      // A click may come late on a busy machine and count all the same, or not count at all: the row is gone if it did.
      if (shown) await succeeds(row.click({ timeout: LATE }));
      return shown && succeeds(row.waitFor({ state: "hidden", timeout: SOON }));
    });
  }

  /** Run a command by its title. */
  command(title) {
    return this.pick("F1", `>${title}`, title);
  }

  /** Open a file of the workspace and wait until it is the active one. */
  async openFile(path) {
    const name = path.split("/").at(-1);
    const tab = this.page.locator(`${ACTIVE} .tab.active[data-resource-name="${name}"]`);
    // A view that takes the focus late closes the list before a file is chosen.
    await until(`${name} is open`, async () => {
      if (this.around) await (await this.driver()).show(join(this.around.folder, path));
      else await this.pick("Control+p", path, name);
      return succeeds(tab.waitFor({ timeout: LATE }));
    });
    await this.page.locator(`${ACTIVE} .view-lines .view-line`).first().waitFor();
  }

  /** Wait until the window shows a folder. Where VS Code could not read the list of folders at its start, it never asks again. */
  async showsFolder(name) {
    const row = this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${name}"]`);
    await until(`the folder ${name}`, async () => {
      const shown = await succeeds(row.first().waitFor({ timeout: 2 * SOON }));
      if (!shown) await this.reload();
      return shown;
    });
  }

  /** Open a patch of the workspace and wait until it is looked at. */
  async openPatch(path, said) {
    await this.openFile(path);
    await this.says(said);
  }

  /** Wait until something else has put the cursor into a line, and the focus with it. */
  cursorComesTo(line) {
    return until(`the cursor in line ${line}`, async () =>
      (await this.statusBar()).includes(`Ln ${line},`),
    );
  }

  /** Put the cursor at the start of a line. */
  async goToLine(line) {
    const input = this.page.locator(".quick-input-widget:visible input").first();
    const row = this.page
      .locator(".quick-input-list .monaco-list-row", { hasText: /line/i })
      .first();
    if (this.around)
      return until(`cursor in line ${line}`, async () => {
        await (await this.driver()).goTo(line);
        return until(
          "its effect",
          async () => (await this.statusBar()).includes(`Ln ${line},`),
          SOON,
        );
      });
    await until(`cursor in line ${line}`, async () => {
      await this.press("Control+g");
      await input.fill(`:${line}`, { timeout: SOON });
      await row.waitFor({ timeout: SOON });
      await this.press("Enter");
      // While the list is there, the cursor only seems to be in that line.
      await input.waitFor({ state: "hidden", timeout: SOON });
      return (await this.statusBar()).includes(`Ln ${line},`);
    });
  }

  /**
   * Open the menu of what can be done at the cursor; once more if it was opened before the server had answered.
   * The light bulb is no sign of it: after a file was closed while it showed one, VS Code may draw none although it has the answer.
   */
  async openActions(title) {
    const row = this.page.locator(".action-widget .monaco-list-row", { hasText: title }).first();
    await until(`"${title}" in the menu`, async () => {
      await this.press("Control+.");
      const shown = await succeeds(row.waitFor({ timeout: SOON }));
      if (!shown) await this.press("Escape");
      return shown;
    });
    return row;
  }

  /** Choose from a menu, which takes no click in its first moments. */
  chooseMenu(item) {
    return until("the menu closes", async () => {
      if (await item.isVisible()) await item.click({ timeout: 1000 });
      return !(await item.isVisible());
    });
  }

  /** Point at a text of the active editor until the hover says what is asked for. */
  async hover(text, said) {
    const line = this.page
      .locator(`${ACTIVE} .view-line`)
      .filter({ hasText: text.replaceAll(" ", "\u00a0") })
      .first();
    const hover = this.page.locator(".monaco-hover:visible", { hasText: said }).first();
    await until(`a hover with ${said}`, async () => {
      await this.page.mouse.move(0, 0);
      await line.locator("span > span").first().hover({ force: true, timeout: SOON });
      await hover.waitFor({ timeout: SOON });
      return true;
    });
  }

  /** Point at nothing, and wait until what was shown of the thing pointed at before is gone. */
  async pointAway() {
    await this.page.mouse.move(SIZE.width - 60, SIZE.height - 40);
    await until(
      "no tooltip",
      async () => (await this.page.locator(".workbench-hover:visible").count()) === 0,
    );
  }

  copy(text) {
    return this.page.evaluate((content) => navigator.clipboard.writeText(content), text);
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async focusEditor() {
    await this.press("Control+Alt+Shift+F8");
    await this.page.locator(`${ACTIVE} .monaco-editor.focused`).first().waitFor();
  }

  async clearToasts() {
    await until("no notification", async () => {
      const left = await this.page.locator(TOAST).count();
      if (left) await this.press("Control+Alt+Shift+F7");
      return left === 0;
    });
  }

  /** Close every editor without saving, and every notification. */
  async tidy() {
    await this.press("Escape", "Escape");
    await until("all editors closed", async () => {
      const refuse = this.page.locator(".monaco-dialog-box .monaco-button", {
        hasText: "Don't Save",
      });
      if (await refuse.count()) await refuse.first().click({ timeout: SOON });
      else await this.press("Control+Alt+Shift+F6", "Control+Alt+Shift+F7");
      const left = this.page.locator(`.tabs-container .tab, ${TOAST}`);
      return (await left.count()) === 0;
    });
  }

  // ---- looking
  squiggles(kind = "error") {
    return this.page.locator(`${ACTIVE} .squiggly-${kind}`);
  }

  async lenses() {
    return (await this.page.locator(`${ACTIVE} .codelens-decoration`).allInnerTexts()).map(plain);
  }

  /** Wait until the lens above the patch offers exactly this. */
  async offers(what) {
    await until(`the patch can be applied to ${what}`, async () =>
      (await this.lenses()).some((text) => text.includes(`Apply patch (${what})`)),
    );
  }

  /**
   * Click one entry of the lens that holds a text, until something comes of it: one that is redrawn at that moment takes no click.
   * Until the server has answered, VS Code shows the lenses of the last time, as plain text; those it answered with are links.
   */
  async clickLens(holds, title, effect) {
    const lens = this.page.locator(`${ACTIVE} .codelens-decoration`, { hasText: holds }).first();
    const link = lens.locator("a", { hasText: exactly(title) });
    await until(`${title} does something`, async () => {
      await link.click({ timeout: SOON });
      await effect.waitFor({ timeout: 2 * SOON });
      return true;
    });
  }

  item() {
    return this.page.locator('.statusbar-item[id="patchsight.patchsight.patchsight.status"]');
  }

  /** Wait until the status item says so. */
  async says(text, patience) {
    const said = async () => plain(await this.item().innerText({ timeout: 1000 }));
    await until(
      `the status item says "${text}"`,
      async () => (await said()).includes(text),
      patience,
    );
  }

  async statusBar() {
    return plain(await this.page.locator(".statusbar").innerText());
  }

  async cursorIn(line) {
    await until(`cursor in line ${line}`, async () =>
      (await this.statusBar()).includes(`Ln ${line},`),
    );
  }

  async editorText() {
    return plain(
      (await this.page.locator(`${ACTIVE} .view-lines .view-line`).allInnerTexts()).join("\n"),
    );
  }

  /** Wait until the text has its colours: those of at least three kinds of words. */
  async coloured() {
    const kinds = () =>
      [...document.querySelectorAll(".view-line span[class*=mtk]")].map((word) => word.className);
    await until("colours", async () => new Set(await this.page.evaluate(kinds)).size > 3);
  }

  /** Wait until this many lines on the screen have the backgrounds of a diff. */
  async shades(wanted) {
    const count = (editor) => {
      const probe = document
        .querySelector(".monaco-workbench")
        .appendChild(document.createElement("div"));
      const backgrounds = [...document.querySelectorAll(`${editor} .view-overlays .cdr`)].map(
        (line) => getComputedStyle(line).backgroundColor,
      );
      const found = ["inserted", "removed"].map((kind) => {
        probe.style.background = `var(--vscode-diffEditor-${kind}LineBackground)`;
        const { backgroundColor } = getComputedStyle(probe);
        return [kind, backgrounds.filter((background) => background === backgroundColor).length];
      });
      probe.remove();
      return Object.fromEntries(found);
    };
    await until(`shaded lines: ${JSON.stringify(wanted)}`, async () =>
      isDeepStrictEqual(await this.page.evaluate(count, ACTIVE), wanted),
    );
  }

  /** The active tab, once it has this title. */
  async tab(title) {
    await this.page.locator(`${ACTIVE} .tab.active`, { hasText: title }).waitFor();
  }

  /** A button in the title bar of the active group. */
  titleBar(title) {
    return this.page.locator(`${ACTIVE} .editor-actions [aria-label^="${title}"]`).first();
  }

  toast(text) {
    return this.page.locator(TOAST, { hasText: text });
  }

  /** Press a button of a notification; one that went away by itself is in the list of all. */
  async answer(text, button) {
    const wanted = this.page
      .locator(".notification-list-item:visible", { hasText: text })
      .locator(".monaco-button", { hasText: button })
      .first();
    await until(`${button} of "${text}"`, async () => {
      if (!(await wanted.isVisible())) await this.press("Control+Alt+Shift+F9");
      await wanted.waitFor({ timeout: SOON });
      await wanted.click({ timeout: LATE });
      return true;
    });
  }

  /** Keep what is on the screen; `illustrates` names the picture of the extension's pages that a part of it makes. */
  async picture(name, illustrates, clip) {
    mkdirSync(ILLUSTRATIONS, { recursive: true });
    const path = join(
      PICTURES,
      `${String(Workbench.#pictures.length + 1).padStart(2, "0")}-${name}.png`,
    );
    Workbench.#pictures.push({ browser: this.page.context().browser(), path });
    await this.page.screenshot({ path, animations: "disabled" });
    if (illustrates)
      await this.page.screenshot({
        path: join(ILLUSTRATIONS, `${illustrates}.png`),
        clip,
        animations: "disabled",
      });
    return path;
  }
}

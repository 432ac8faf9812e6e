/** A window of the workbench in a browser, driven as a user drives it. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { installBrowser, root } from "./install.mjs";

export const PICTURES = join(root, "out", "vscode");
const PATIENCE = 120_000; // a busy machine is slow, not wrong
export const INSTALLING = 400_000;
const SIZE = { width: 1280, height: 800 };
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const startBrowser = () => chromium.launch({ executablePath: installBrowser(), args: FLAGS });

/** Wait until something is true, however long that takes within reason. */
export async function until(what, check, patience = PATIENCE) {
  const end = Date.now() + patience;
  let last;
  do {
    try {
      const found = await check();
      if (found) return found;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  } while (Date.now() < end);
  throw new Error(`${what}: not within ${patience / 1000} s${last ? ` (${last.message})` : ""}`);
}

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export class Workbench {
  static pictures = 0;

  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE);
  }

  static async open(browser, url, folder) {
    const context = await browser.newContext({ viewport: SIZE, permissions: ["clipboard-read", "clipboard-write"] });
    const bench = new Workbench(await context.newPage());
    await bench.page.goto(folder ? `${url}/?folder=${folder}` : `${url}/?ew=true`);
    await bench.ready();
    return bench;
  }

  async ready() {
    await this.page.waitForSelector(".monaco-workbench .statusbar");
    await this.page.waitForSelector(".monaco-workbench .editor-group-container");
  }

  /** Start the window afresh, with nothing in memory. */
  async reload() {
    await this.page.reload();
    await this.ready();
  }

  close() {
    return this.page.context().close();
  }

  // ---- doing
  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Open a list, search it, and choose the row with this name; once more if the list was made before the row was known. */
  async pick(opener, text, name) {
    const label = this.page.locator(".label-name", { hasText: name instanceof RegExp ? name : new RegExp(`^${escape(name)}$`) });
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ has: label }).first();
    await until(`"${name}" in the list`, async () => {
      await this.press(opener);
      await this.page.locator(".quick-input-widget:visible input").first().fill(text, { timeout: 5000 });
      const chosen = await row.click({ timeout: 10_000 }).then(() => true, () => false);
      if (!chosen) await this.press("Escape");
      return chosen;
    });
  }

  /** Run a command by its title. */
  command(title) {
    return this.pick("F1", `>${title}`, title);
  }

  /** Open a file of the workspace and wait until it is the active one. */
  async openFile(path) {
    const name = path.split("/").at(-1);
    await this.pick("Control+p", path, name);
    await this.page.locator(`.editor-group-container.active .tab.active[data-resource-name="${name}"]`).waitFor();
    await this.page.locator(".editor-group-container.active .view-lines").first().waitFor();
  }

  /** Put the cursor at the start of a line. */
  async goToLine(line) {
    await this.pick("Control+g", `:${line}`, /line/i);
    await until(`cursor in line ${line}`, async () => (await this.statusText()).includes(`Ln ${line},`));
  }

  /** After the cursor moved, VS Code asks what can be done there; a menu opened before the answer would be taken away. */
  settle() {
    return this.page.waitForTimeout(1200);
  }

  /** Point at a text of the active editor. */
  async hover(text) {
    const line = this.page.locator(".editor-group-container.active .view-line").filter({ hasText: text.replaceAll(" ", "\u00a0") }).first();
    await this.page.mouse.move(0, 0);
    await line.locator("span > span").first().hover({ force: true });
  }

  copy(text) {
    return this.page.evaluate((content) => navigator.clipboard.writeText(content), text);
  }

  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  async focusEditor() {
    await this.page.locator(".editor-group-container.active .monaco-editor .view-lines").first().click({ position: { x: 500, y: 5 } });
  }

  async closeAll() {
    await this.command("View: Close All Editors");
    const refuse = this.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Don't Save" });
    await until("all editors closed", async () => {
      if (await refuse.count()) await refuse.first().click();
      return (await this.page.locator(".tabs-container .tab").count()) === 0;
    });
    await this.dismiss();
  }

  // ---- looking
  squiggles(kind = "error") {
    return this.page.locator(`.editor-group-container.active .squiggly-${kind}`);
  }

  lenses() {
    return this.page.locator(".editor-group-container.active .codelens-decoration").allInnerTexts();
  }

  /** Wait until the lens above the patch offers exactly this. */
  async offers(what) {
    await until(`the patch can be applied to ${what}`, async () => (await this.lenses()).some((text) => text.includes(`Apply patch (${what})`)));
  }

  /** Click a lens until something comes of it: one that is redrawn at that moment takes no click. */
  async clickLens(number, title, effect) {
    const lens = this.page.locator(".editor-group-container.active .codelens-decoration").nth(number);
    await until(`${title} does something`, async () => {
      await lens.getByText(title, { exact: true }).click({ timeout: 5000 });
      await effect.waitFor({ timeout: 10_000 });
      return true;
    });
  }

  item() {
    return this.page.locator('.statusbar-item[id="patchsight.patchsight.patchsight.status"]');
  }

  async statusText() {
    return (await this.page.locator(".statusbar").innerText()).replaceAll("\u00a0", " ");
  }

  /** Wait until the status item says so. */
  async says(text, patience = PATIENCE) {
    const said = async () => (await this.item().innerText({ timeout: 1000 })).replaceAll("\u00a0", " ");
    await until(`the status item says "${text}"`, async () => (await said()).includes(text), patience);
  }

  async editorText() {
    const lines = await this.page.locator(".editor-group-container.active .view-lines .view-line").allInnerTexts();
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  toast(text) {
    return this.page.locator(".notifications-toasts .notification-list-item", { hasText: text });
  }

  /** Press a button of a notification. */
  async answer(text, button) {
    await this.toast(text).locator(".monaco-button", { hasText: button }).first().click();
  }

  /** Take all notifications away. */
  async dismiss() {
    await this.command("Notifications: Clear All Notifications");
  }

  /** Keep what is on the screen. */
  async picture(name, clip) {
    mkdirSync(PICTURES, { recursive: true });
    const number = String(++Workbench.pictures).padStart(2, "0");
    await this.page.screenshot({ path: join(PICTURES, `${number}-${name}.png`), clip });
  }
}

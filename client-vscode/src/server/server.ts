/** The server's life: started when a patch is there, started again when it dies, given up after three times. */

import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import type { LanguageClient, LanguageClientOptions, Middleware } from "vscode-languageclient/node";
import { Crashes } from "./crashes";
import { type Launch, locate, locateAgent, NoPythonError } from "./launch";
import {
  type About,
  CHOOSE_FOLDER,
  COPY_FEEDBACK,
  FEEDBACK,
  STATUS,
  type Status,
} from "./protocol";
import { FORMATS, PASTED, TEXT_LANGUAGES } from "../formats";
import { asProcess, run } from "./process";
import { Pulse } from "./pulse";

/** A silent server runs but does not answer. */
export type Condition = "off" | "starting" | "running" | "silent" | "failed";

interface Session {
  client: LanguageClient;
  child: ChildProcess;
  launch: Launch;
  pulse: Pulse;
}

const NO_PATCH = "patchsight:ping";

export class Server implements vscode.Disposable {
  condition: Condition = "off";
  private session: Session | undefined;
  private starting: Promise<void> | undefined;
  private readonly crashes = new Crashes();
  private readonly changed = new vscode.EventEmitter<Condition>();
  private readonly published = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** The server has looked at a patch again. */
  readonly onDidPublish = this.published.event;
  middleware: Middleware = {};

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
  ) {}

  get client(): LanguageClient | undefined {
    return this.isUp ? this.session?.client : undefined;
  }

  private get isUp(): boolean {
    return this.condition === "running" || this.condition === "silent";
  }

  get launch(): Launch | undefined {
    return this.session?.launch;
  }

  get pid(): number | undefined {
    return this.session?.child.pid;
  }

  /** Start the server unless it runs, starts, or was given up. */
  ensure(): void {
    if (this.condition === "off") void this.start();
  }

  async restart(): Promise<void> {
    this.crashes.forget();
    const starting = this.starting;
    await this.stop(); // also one that never comes up
    await starting;
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    const session = this.session;
    const silent = this.condition === "silent";
    this.session = undefined;
    this.become("off");
    if (session) await end(session, silent);
  }

  /** See whether the server is still there. */
  check(): void {
    if (this.isUp) this.session?.pulse.check();
  }

  /** What the server answers; undefined if it does not, or refuses to. */
  async request<T>(method: string, params: unknown): Promise<T | undefined> {
    const client = this.client;
    if (!client) return undefined;
    this.check();
    const answer = client.sendRequest<T | null>(method, params).then(
      (result) => result ?? undefined,
      () => undefined,
    );
    return Promise.race([answer, this.silence()]);
  }

  /** Ends when nobody answers any more. */
  private silence(): Promise<undefined> {
    if (this.condition !== "running") return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const subscription = this.changed.event(() => {
        subscription.dispose();
        resolve(undefined);
      });
    });
  }

  /** How a patch stands now; undefined if that is no patch or nobody can say. */
  async status(
    patch: vscode.Uri,
    texts = false,
    parts?: readonly number[],
  ): Promise<Status | undefined> {
    const uri = this.client?.code2ProtocolConverter.asUri(patch);
    return this.request<Status>(STATUS, { uri, texts, parts });
  }

  /** Say which folder a patch is about. */
  async chooseFolder(patch: vscode.Uri, folder: string): Promise<void> {
    const uri = this.client?.code2ProtocolConverter.asUri(patch);
    const asked = { command: CHOOSE_FOLDER, arguments: [{ uri, folder }] };
    await this.request("workspace/executeCommand", asked);
  }

  /** How to start the server for agents: the same program. */
  async agent(): Promise<Launch> {
    const around = this.surroundings();
    return locateAgent(this.launch ?? (await locate(around)), around);
  }

  /** What the model that wrote a patch should know about it, or about some of it. */
  async feedback(patch: vscode.Uri, about?: About): Promise<string | undefined> {
    const uri = this.client?.code2ProtocolConverter.asUri(patch);
    const asked = { command: FEEDBACK, arguments: [about ?? { uri }] };
    return this.request<string>("workspace/executeCommand", asked);
  }

  dispose(): void {
    void this.stop();
    this.changed.dispose();
    this.published.dispose();
  }

  private start(): Promise<void> {
    this.starting ??= this.begin().finally(() => (this.starting = undefined));
    return this.starting;
  }

  private async begin(): Promise<void> {
    this.become("starting");
    try {
      const launch = await locate(this.surroundings());
      this.log.info(`starting ${[launch.command, ...launch.args].join(" ")} (${launch.origin})`);
      await this.connect(launch);
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private async connect(launch: Launch): Promise<void> {
    // What talks to a server is large, and loaded only where there is one.
    const { makeClient } = await import("./client.js");
    const { command, args, options } = asProcess(launch.command, launch.args);
    const child = spawn(command, args, { ...options, stdio: "pipe" });
    child.stdin.on("error", () => undefined);
    const client = makeClient(child, this.options());
    const pulse = new Pulse(
      () => client.sendRequest(STATUS, { uri: NO_PATCH }),
      (silent) => this.session === session && this.hear(silent),
    );
    const session: Session = { client, child, launch, pulse };
    this.session = session;
    const died = new Promise<false>((resolve) => {
      const end = (reason: string): void => {
        this.log.warn(`the server ended: ${reason}`);
        this.lost(session);
        resolve(false);
      };
      child.once("exit", (code, signal) => end(String(signal ?? code)));
      child.once("error", (error) => end(error.message));
    });
    const started = client.start().then(
      () => true,
      () => false,
    );
    if ((await Promise.race([started, died])) && this.session === session) this.become("running");
  }

  private hear(silent: boolean): void {
    if (!this.isUp || silent === (this.condition === "silent")) return;
    this.log.warn(silent ? "the server does not answer" : "the server answers again");
    this.become(silent ? "silent" : "running");
  }

  /** The server is gone without being asked to go. */
  private lost(session: Session): void {
    if (this.session !== session) return;
    this.session = undefined;
    void end(session, true);
    if (this.crashes.add(Date.now())) {
      void (this.starting ?? Promise.resolve()).then(() => this.start());
    } else {
      this.fail(
        new Error(
          `The Patchsight server ended ${this.crashes.count} times in a row and is not started again. The log says why.`,
        ),
      );
    }
  }

  private fail(error: Error): void {
    this.log.error(error.message);
    this.become("failed");
    const buttons =
      error instanceof NoPythonError
        ? ["Get Python", "Open Settings", "Try Again"]
        : ["Show Log", "Try Again"];
    void vscode.window
      .showErrorMessage(error.message, ...buttons)
      .then((button) => this.react(button));
  }

  private react(button: string | undefined): void {
    if (button === "Try Again") void this.restart();
    if (button === "Show Log") this.log.show();
    if (button === "Get Python")
      void vscode.env.openExternal(vscode.Uri.parse("https://www.python.org/downloads/"));
    if (button === "Open Settings")
      void vscode.commands.executeCommand(
        "workbench.action.openSettings",
        "patchsight.server.command",
      );
  }

  private become(condition: Condition): void {
    this.condition = condition;
    this.changed.fire(condition);
  }

  private surroundings(): Parameters<typeof locate>[0] {
    return {
      setting: vscode.workspace.getConfiguration("patchsight").get<string[]>("server.command", []),
      path: process.env.PATH ?? "",
      storage: this.context.globalStorageUri.fsPath,
      wheels: vscode.Uri.joinPath(this.context.extensionUri, "dist", "server").fsPath,
      run,
      log: (text) => this.log.info(text),
      mayInstall,
      during: (title, work) =>
        Promise.resolve(
          vscode.window.withProgress(
            { location: vscode.ProgressLocation.Notification, title },
            work,
          ),
        ),
    };
  }

  private options(): LanguageClientOptions {
    const languages = [...FORMATS.map(({ language }) => language), ...TEXT_LANGUAGES];
    return {
      documentSelector: [
        { scheme: "untitled" },
        { scheme: PASTED },
        ...languages.map((language) => ({ scheme: "file", language })),
      ],
      initializationOptions: { clientCommands: [COPY_FEEDBACK] },
      outputChannel: this.log,
      initializationFailedHandler: () => false,
      middleware: {
        ...this.middleware,
        handleDiagnostics: (uri, diagnostics, next) => {
          next(uri, diagnostics);
          this.published.fire(uri);
        },
      },
    };
  }
}

/** In a folder that is not trusted nothing is installed without a word, although it comes from the extension's own lock. */
async function mayInstall(): Promise<boolean> {
  if (vscode.workspace.isTrusted) return true;
  const install = "Install";
  const choice = await vscode.window.showInformationMessage(
    "Patchsight needs to install its server once, into a folder of its own. You have not trusted this workspace; nothing of it is run.",
    install,
  );
  return choice === install;
}

/** Let a server go: politely if it still listens, else by force. */
async function end({ client, child, pulse }: Session, force: boolean): Promise<void> {
  pulse.stop();
  if (force) child.kill("SIGKILL");
  await client.dispose(2000).catch(() => undefined);
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
}

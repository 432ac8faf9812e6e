/** The server's life: started when a patch is there, started again when it dies, given up after three times. */

import { type ChildProcess, spawn } from "node:child_process";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type Middleware,
} from "vscode-languageclient/node";
import { Crashes } from "./crashes";
import { type Launch, locate, NoPythonError } from "./launch";
import { type About, COPY_FEEDBACK, FEEDBACK, STATUS, type Status } from "./protocol";
import { FORMATS, TEXT_LANGUAGES } from "../formats";
import { run } from "./process";

export type Condition = "off" | "starting" | "running" | "failed";

interface Session {
  client: LanguageClient;
  child: ChildProcess;
  launch: Launch;
}

/** A client that logs its errors and leaves it to us to show them. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

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
    return this.condition === "running" ? this.session?.client : undefined;
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
    await this.starting;
    await this.stop();
    await this.start();
  }

  async stop(): Promise<void> {
    const session = this.session;
    this.session = undefined;
    this.become("off");
    if (session) await end(session);
  }

  /** How a patch stands now; undefined if that is no patch or nobody can say. */
  async status(uri: vscode.Uri, texts = false): Promise<Status | undefined> {
    const client = this.client;
    if (!client) return undefined;
    const asked = { uri: client.code2ProtocolConverter.asUri(uri), texts };
    return client.sendRequest<Status | null>(STATUS, asked).then(
      (status) => status ?? undefined,
      () => undefined,
    );
  }

  /** What the model that wrote a patch should know about it, or about some of it. */
  async feedback(uri: vscode.Uri, about?: About): Promise<string | undefined> {
    const client = this.client;
    if (!client) return undefined;
    const asked = {
      command: FEEDBACK,
      arguments: [about ?? { uri: client.code2ProtocolConverter.asUri(uri) }],
    };
    return (
      (await client.sendRequest<string | null>("workspace/executeCommand", asked)) ?? undefined
    );
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
    const child = spawn(launch.command, launch.args, { stdio: "pipe", windowsHide: true });
    child.stdin.on("error", () => undefined);
    const client = new QuietClient(
      "patchsight",
      "Patchsight",
      () => Promise.resolve(child),
      this.options(),
    );
    const session = { client, child, launch };
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

  /** The server is gone without being asked to go. */
  private lost(session: Session): void {
    if (this.session !== session) return;
    this.session = undefined;
    void end(session);
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
        ...languages.map((language) => ({ scheme: "file", language })),
      ],
      initializationOptions: { clientCommands: [COPY_FEEDBACK] },
      outputChannel: this.log,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
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

/** Let a server go: politely if it still listens, else by force. */
async function end({ client, child }: Session): Promise<void> {
  await client.dispose(2000).catch(() => undefined);
  if (child.exitCode === null && child.signalCode === null) child.kill();
}

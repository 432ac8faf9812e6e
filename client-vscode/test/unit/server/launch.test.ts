import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { locate, NoPythonError, type Surroundings } from "../../../src/server/launch";
import { asProcess, type Outcome, type Run } from "../../../src/server/process";
import { findPython } from "../../../src/server/programs";
import { InstallError } from "../../../src/server/environment";

const works: Outcome = { status: 0, output: "" };
const fails: Outcome = { status: 1, output: "no" };

/** A machine on which programs answer as told; making an environment leaves a folder. */
function machine(
  answer: (command: string, args: readonly string[]) => Outcome,
  more: Partial<Surroundings> = {},
): Surroundings & { calls: string[]; shown: string[] } {
  const home = mkdtempSync(join(tmpdir(), "patchsight-"));
  const wheels = join(home, "wheels");
  mkdirSync(wheels);
  writeFileSync(join(wheels, "patchsight-0.1.0-py3-none-any.whl"), "wheel");
  const calls: string[] = [];
  const shown: string[] = [];
  const run: Run = (command, args) => {
    calls.push([command, ...args].join(" "));
    const outcome = answer(command, args);
    if (args.includes("venv") && outcome.status === 0) mkdirSync(args.at(-1)!, { recursive: true });
    return Promise.resolve(outcome);
  };
  const during = <T>(title: string, work: () => Promise<T>): Promise<T> => (
    shown.push(title),
    work()
  );
  return {
    setting: [],
    path: "",
    storage: join(home, "storage"),
    wheels,
    run,
    log: () => undefined,
    mayInstall: () => Promise.resolve(true),
    during,
    calls,
    shown,
    ...more,
  };
}

function program(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "patchsight-"));
  writeFileSync(join(folder, name), "#!/bin/sh\n");
  chmodSync(join(folder, name), 0o755);
  return folder;
}

const hasPython = (command: string, args: readonly string[]): Outcome => {
  if (args.includes("import platform; print(platform.python_version())"))
    return { status: 0, output: "3.12.1\n" };
  if (args.includes("import patchsight.lsp.server"))
    return existsSync(join(command, "..", "..")) ? works : fails;
  return works;
};

test("the setting comes first", async () => {
  const launch = await locate(machine(() => fails, { setting: ["/opt/patchsight", "--stdio"] }));
  assert.deepEqual(launch, { command: "/opt/patchsight", args: ["--stdio"], origin: "setting" });
});

test("then patchsight on the PATH, if it is that", async () => {
  const path = program("patchsight");
  const launch = await locate(
    machine(() => ({ status: 0, output: "patchsight 0.1.0\n" }), { path }),
  );
  assert.deepEqual(launch, {
    command: join(path, "patchsight"),
    args: ["--stdio"],
    origin: "PATH",
  });
});

test("another program of that name is passed over", async () => {
  const around = machine(
    (command, args) =>
      args.includes("--version")
        ? { status: 0, output: "something else 1.0" }
        : hasPython(command, args),
    { path: program("patchsight") },
  );
  assert.equal((await locate(around)).origin, "private installation");
});

test("else an environment is made, once, with progress", async () => {
  const around = machine(hasPython);
  const first = await locate(around);
  assert.match(first.command, /venv-0\.1\.0-[0-9a-f]{8}[/\\](bin|Scripts)[/\\]python/);
  assert.deepEqual(first.args, ["-I", "-m", "patchsight", "--stdio"]);
  assert.deepEqual(around.shown, ["Patchsight: installing its server, once"]);
  assert.deepEqual(await locate(around), first);
  assert.equal(around.shown.length, 1);
});

test("two windows at once end with one environment", async () => {
  const around = machine(hasPython);
  const [one, two] = await Promise.all([locate(around), locate(around)]);
  assert.deepEqual(one, two);
  assert.deepEqual(readdirSync(around.storage).filter((name) => name.startsWith("venv")).length, 1);
});

test("a window waits for another one that is at it", async () => {
  const around = machine(hasPython);
  const folder = dirname(dirname((await locate(around)).command));
  const draft = `${folder}.${process.ppid}.draft`;
  renameSync(folder, draft);
  const second = locate(around);
  setTimeout(() => renameSync(draft, folder), 200);
  assert.equal(dirname(dirname((await second).command)), folder);
  // The libraries, by their hashes, and the server itself.
  assert.deepEqual(
    around.calls.flatMap((call) => /--require-hashes|--no-deps/.exec(call) ?? []),
    ["--require-hashes", "--no-deps"],
  );
});

test("a draft that nobody finishes is removed and not waited for", async () => {
  const around = machine(hasPython);
  const { pid } = spawnSync(process.execPath, ["--version"]);
  mkdirSync(join(around.storage, `venv-0.0.9-01234567.${pid}.draft`), { recursive: true });
  await locate(around);
  assert.equal(readdirSync(around.storage).length, 1);
});

test("a broken environment is made again", async () => {
  let broken = true;
  const around = machine((command, args) => {
    if (args.includes("import patchsight.lsp.server") && broken) return ((broken = false), fails);
    return hasPython(command, args);
  });
  await locate(around);
  assert.equal(around.shown.length, 1);
});

test("no Python at all is said in plain words", async () => {
  const error = await locate(machine(() => ({ status: null, output: "ENOENT" }))).catch(
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof NoPythonError);
  assert.match(error.message, /needs Python 3\.10 or newer, and found none/);
});

test("a Python that is too old is named", async () => {
  const error = await locate(
    machine((_, args) =>
      args.includes("import patchsight.lsp.server") ? fails : { status: 0, output: "3.8.2\n" },
    ),
  ).catch((reason: unknown) => reason);
  assert.ok(error instanceof NoPythonError);
  assert.match(error.message, /python3 is 3\.8\.2/);
});

test("a Python without ensurepip gets its advice, and nothing is left behind", async () => {
  const around = machine((command, args) =>
    args.includes("venv")
      ? { status: 1, output: "ensurepip is not available" }
      : hasPython(command, args),
  );
  const error = await locate(around).catch((reason: unknown) => reason);
  assert.ok(error instanceof InstallError);
  assert.match(error.message, /install python3-venv/);
  assert.deepEqual(readdirSync(around.storage), []);
});

test("a failing pip is quoted by its last line", async () => {
  const around = machine((command, args) =>
    args.includes("pip")
      ? { status: 1, output: "looking\nERROR: no route to host\n" }
      : hasPython(command, args),
  );
  const error = await locate(around).catch((reason: unknown) => reason);
  assert.ok(error instanceof InstallError);
  assert.match(error.message, /could not be installed: ERROR: no route to host/);
});

test("a build without a wheel says so", async () => {
  const around = machine(hasPython, { wheels: "/nowhere" });
  await assert.rejects(locate(around), /carries no server/);
});

test("what cannot be fetched is said with what to do", async () => {
  const retrying =
    "WARNING: Retrying (Retry(total=0)): NewConnectionError\nERROR: No matching distribution";
  const error = await locate(
    machine((command, args) =>
      args.includes("--require-hashes")
        ? { status: 1, output: retrying }
        : hasPython(command, args),
    ),
  ).catch((reason: unknown) => reason);
  assert.ok(error instanceof InstallError);
  assert.match(error.message, /index cannot be reached. Connect and try again, install/);
});

test("nothing is installed against the user's will", async () => {
  const around = machine(hasPython, { mayInstall: () => Promise.resolve(false) });
  const error = await locate(around).catch((reason: unknown) => reason);
  assert.ok(error instanceof InstallError);
  assert.deepEqual(around.shown, []);
});

test("on Windows a script is run by the shell, with every word quoted", () => {
  const { command, args, options } = asProcess(
    "C:\\My Tools\\python.BAT",
    ["-c", "a & b"],
    "win32",
  );
  assert.equal(command, process.env.ComSpec ?? "cmd.exe");
  assert.deepEqual(args, ["/d", "/s", "/c", '""C:\\My Tools\\python.BAT" "-c" "a & b""']);
  assert.equal(options.windowsVerbatimArguments, true);
  assert.deepEqual(asProcess("python.exe", ["-V"], "win32").args, ["-V"]);
  assert.equal(asProcess("/bin/a.bat", ["b c"], "linux").command, "/bin/a.bat");
});

test("on Windows a Python that is a script is found", async () => {
  const folder = program("python3.bat");
  const asked: string[] = [];
  const run: Run = (command) => {
    asked.push(command);
    return Promise.resolve(
      command.endsWith(".bat") ? { status: 0, output: "3.12.1\n" } : { status: null, output: "" },
    );
  };
  const { python } = await findPython(run, folder, "win32");
  assert.equal(python?.command, join(folder, "python3.bat"));
  assert.deepEqual(
    asked.slice(0, -1),
    asked.slice(0, -1).filter((name) => !name.includes("/")),
  );
});

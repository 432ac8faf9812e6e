/** Talks to the driver, an extension of the tests' own: see driver/driver.cjs for what it can do. */

import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { here } from "./install.mjs";
import { until } from "./patience.mjs";

const portFile = (home) => join(home, "driver-port");

/** Put the driver among the extensions of a home folder, before any other is installed. */
export function installDriver(home) {
  const folder = join(home, "extensions", "patchsight-tests.driver-0.0.1");
  mkdirSync(folder, { recursive: true });
  cpSync(join(here, "driver"), folder, { recursive: true });
}

export const driverEnvironment = (home) => ({ PATCHSIGHT_DRIVER: portFile(home) });

/** The next driver that is found is one that starts after this. */
export function forgetDriver(home) {
  rmSync(portFile(home), { force: true });
}

/** Every deed of the driver as a function; each window has its own driver, and the last that was opened answers. */
export async function findDriver(home) {
  await until("the driver", () => existsSync(portFile(home)));
  const url = `http://127.0.0.1:${readFileSync(portFile(home), "utf8")}`;
  const ask = async (name, args) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify([name, ...args]) });
    const { result, error } = await response.json();
    if (error) throw new Error(error);
    return result;
  };
  return new Proxy(
    {},
    {
      // Not a promise, although everything it is asked for is one.
      get: (_, name) => (name === "then" ? undefined : (...args) => ask(name, args)),
    },
  );
}

/** Waiting for something to be true, never for time to pass. */

/** A busy machine is slow, not wrong. */
export const PATIENCE = Number(process.env.PATIENCE ?? 90_000);
export const INSTALLING = 400_000;
const PAUSE = 50;

/** Wait until something is true, however long that takes within reason; a check that throws is one that is not true yet. */
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
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  } while (Date.now() < end);
  throw new Error(`${what}: not within ${patience / 1000} s${last ? ` (${last.message})` : ""}`);
}

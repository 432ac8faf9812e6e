/** How often the server may die before one stops trying. */

const MOST = 3;
const WITHIN = 3 * 60_000;

export class Crashes {
  private times: number[] = [];

  /** Note one; true if the server may be started again. */
  add(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < WITHIN), now];
    return this.times.length < MOST;
  }

  forget(): void {
    this.times = [];
  }

  get count(): number {
    return this.times.length;
  }
}

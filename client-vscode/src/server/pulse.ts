/** Notices when the server does not answer, and when it does again. */

/** How long a server that is well may take for an answer without any work: it is asked beside all other work. */
const PATIENCE = 3000;

export class Pulse {
  private asked = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly ping: () => Promise<unknown>,
    private readonly tell: (silent: boolean) => void,
    private readonly patience = PATIENCE,
  ) {}

  /** Ask for a sign of life, unless one is awaited already. */
  check(): void {
    if (this.asked) return;
    this.asked = true;
    this.timer = setTimeout(() => this.tell(true), this.patience);
    const heard = (): void => {
      this.asked = false;
      this.stop();
      this.tell(false);
    };
    this.ping().then(heard, () => this.stop()); // an error is no sign of life: the connection is gone
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

/** Milliseconds of work after which everything else that waits has its turn. */
const TURN = 2;

/** Keeps long work of the main thread from holding up the other answers of the server. */
export class Turns {
  #began = performance.now();

  /** Whether the turn is over; a look at the clock takes as long as a small feature. */
  get over(): boolean {
    return performance.now() - this.#began >= TURN;
  }

  /** Lets the others go first. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }
}

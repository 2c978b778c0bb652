/** Maximum time in milliseconds of work before other work runs. */
const SLICE = 2;

/** Divides long work on the main thread into slices, so that other answers are not delayed. */
export class TimeSlices {
  #began = performance.now();

  /** Whether the slice is over; checking the clock takes as long as a small feature. */
  get over(): boolean {
    return performance.now() - this.#began >= SLICE;
  }

  /** Lets other work run, then begins the next slice. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }
}

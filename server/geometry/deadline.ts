/**
 * The time limit that all long loops check. A thread works on one job at a time, so the limit is a
 * variable of the thread and not a parameter. Outside `runUntil`, as in loads, there is no limit.
 */

/**
 * Thrown when the time limit of a job has passed or the job was cancelled; the route then answers
 * 503.
 */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('the answer took longer than its time limit');
  }
}

/** Thrown when a job takes more steps than allowed; it is then run by a thread for long jobs. */
export class TooHeavy extends Error {
  override readonly name = 'TooHeavy';
}

/** Number of steps between two checks of the clock. A step takes up to a microsecond. */
const STEPS_PER_LOOK = 1 << 11;

const never = (): boolean => false;

let isOver = never;
let stepsLeft = Infinity;
let steps = 0;

/**
 * Runs a job that must end when `over` returns true; its loops then throw `DeadlineExceeded`. They
 * throw `TooHeavy` after more than `most` steps, a limit that does not depend on the load of the
 * machine.
 */
export function runUntil<T>(over: () => boolean, job: () => T, most = Infinity): T {
  const outer = { isOver, stepsLeft };
  isOver = over;
  stepsLeft = most;
  steps = 0;
  try {
    return job();
  } finally {
    ({ isOver, stepsLeft } = outer);
  }
}

/** Counts the steps of a loop, about one per vertex. Throws `DeadlineExceeded` or `TooHeavy`. */
export function tick(count = 1): void {
  steps += count;
  if (steps >= STEPS_PER_LOOK) checkTime();
}

/** Checks the clock now. Throws `DeadlineExceeded` or `TooHeavy`. */
export function checkTime(): void {
  stepsLeft -= steps;
  steps = 0;
  if (isOver()) throw new DeadlineExceeded();
  if (stepsLeft < 0) throw new TooHeavy('the answer needs more work than a light thread does');
}

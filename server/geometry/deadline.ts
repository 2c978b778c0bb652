/**
 * The clock that all long loops of a thread ask. A thread works on one job at a time, so the clock is
 * the thread's own: no loop is handed one. Outside of `runUntil`, as in loads, the time has no end.
 */

/** Thrown when the time of a job is used up or the job was given up; a route answers 503 to it. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('the answer took longer than the time it was given');
  }
}

/** Thrown when a job takes more steps than it may; a thread for long jobs runs it then. */
export class TooHeavy extends Error {
  override readonly name = 'TooHeavy';
}

/** Steps between two looks at the clock; a step takes up to a microsecond. */
const STEPS_PER_LOOK = 1 << 11;

const never = (): boolean => false;

let isOver = never;
let stepsLeft = Infinity;
let steps = 0;

/**
 * Runs a job whose time ends when `over` says so; its loops then throw `DeadlineExceeded`. They throw
 * `TooHeavy` when the job takes more than `most` steps, which do not depend on how busy the machine is.
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

/** Counts the work of a loop, one step for a vertex or so; throws `DeadlineExceeded` or `TooHeavy`. */
export function tick(count = 1): void {
  steps += count;
  if (steps >= STEPS_PER_LOOK) checkTime();
}

/** Looks at the clock now; throws `DeadlineExceeded` or `TooHeavy`. */
export function checkTime(): void {
  stepsLeft -= steps;
  steps = 0;
  if (isOver()) throw new DeadlineExceeded();
  if (stepsLeft < 0) throw new TooHeavy('the answer takes more work than a light thread does');
}

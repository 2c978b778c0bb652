/** Thrown from inside a geometry loop when its time is used up; a route answers 503 to it. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded';

  constructor() {
    super('the geometry took longer than the time it was given');
  }
}

/** A point in time that long loops ask for every few thousand steps. */
export interface Deadline {
  /** In the milliseconds of `now`. */
  readonly expires: number;
  now(): number;
  /** Throws `DeadlineExceeded` when `now` is past `expires`. */
  check(): void;
}

/** Starts a deadline of `milliseconds` on the monotonic clock, or on the `now` it is given. */
export function deadlineAfter(
  milliseconds: number,
  now: () => number = () => performance.now(),
): Deadline {
  const expires = now() + milliseconds;
  return {
    expires,
    now,
    check() {
      if (now() > expires) throw new DeadlineExceeded();
    },
  };
}

/** A deadline that never comes, for loads and tests. */
export const NO_DEADLINE: Deadline = {
  expires: Infinity,
  now: () => 0,
  check() {},
};

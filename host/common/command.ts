import type { Environment } from '../../server/config/settings.ts';

/**
 * How results and messages are printed: for people; one line for each message; as JSON; as
 * annotations of GitHub.
 */
export const FORMATS = ['human', 'compact', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** A terminal on which a line can be redrawn. */
export interface Screen {
  readonly write: (text: string) => void;
  /** Returns the width of the terminal, which may change. */
  readonly columns: () => number;
  readonly color: boolean;
  /** Whether the terminal shows characters beyond ASCII. */
  readonly unicode: boolean;
}

/** The output and environment of a command. Results go to `out`, messages to `err`. */
export interface CommandIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  readonly color: boolean;
  /** True if `err` is a terminal. Otherwise it may be a log. */
  readonly terminal?: boolean;
  /** The terminal of `err`, if a line may be redrawn there. */
  readonly screen?: Screen | undefined;
  /** Calls a listener at each Ctrl-C, which then does not end the process. Returns how to stop that. */
  readonly onInterrupt?: (listener: () => void) => () => void;
  /** Default: `human`. */
  readonly format?: Format;
}

/** Prints a result: `value` as JSON if the format is `json`, otherwise `text`. */
export function printResult(io: CommandIo, value: unknown, text: string | (() => string)): void {
  if (io.format === 'json') io.out(JSON.stringify(value, null, 2));
  else io.out(typeof text === 'string' ? text : text());
}

/**
 * The exit code: 0 for success, 1 for errors (or too many warnings) in the configuration or data, 2
 * for incorrect usage or another failure, 3 if `atlas diff` finds that somebody may see more, 130 after
 * Ctrl-C.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 130;

/** An interrupted command. The message says what it leaves behind. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export { UsageError } from './usage-error.ts';

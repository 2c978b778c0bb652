import type { Environment } from '../../server/config/settings.ts';

/**
 * How results and messages are printed: for people; one line for each message; as JSON; as
 * annotations of GitHub.
 */
export const FORMATS = ['human', 'compact', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** The output and environment of a command. Results go to `out`, messages to `err`. */
export interface CommandIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  readonly color: boolean;
  /** True if `err` is a terminal. Otherwise it may be a log. */
  readonly terminal?: boolean;
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
 * for incorrect usage or another failure, 3 if `atlas diff` finds that somebody may see more.
 */
export type ExitCode = 0 | 1 | 2 | 3;

export { UsageError } from './usage-error.ts';

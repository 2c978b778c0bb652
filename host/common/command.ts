import type { Environment } from '../../server/config/settings.ts';

/** The output and environment of a command. Results go to `out`, messages to `err`. */
export interface CommandIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  readonly color: boolean;
  /** True if `err` is a terminal. Otherwise it may be a log. */
  readonly terminal?: boolean;
}

/**
 * The exit code: 0 for success, 1 for errors (or too many warnings) in the configuration or data, 2
 * for incorrect usage or another failure.
 */
export type ExitCode = 0 | 1 | 2;

export { UsageError } from './usage-error.ts';

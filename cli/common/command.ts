import type { Environment } from '../../server/config/settings.ts';

/** The output and environment of a command. Results go to `out`, messages to `err`. */
export interface CommandIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  readonly color: boolean;
  /** True when `err` is a terminal; otherwise it may be a log. */
  readonly terminal?: boolean;
}

/** 0 success, 1 findings at the fail level, 2 wrong use or a failure of the program. */
export type ExitCode = 0 | 1 | 2;

export { UsageError } from './usage-error.ts';

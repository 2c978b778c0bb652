import type { Environment } from '../../server/config/settings.ts';

/** What a command gets from the one that runs it; data go to `out`, the rest to `err`. */
export interface CommandIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Environment;
  readonly color: boolean;
  /** True when a person reads `err` on a terminal; else it may be a log. */
  readonly terminal?: boolean;
}

/** 0 nothing at the fail level, 1 findings, 2 wrong use or a fault of the program. */
export type ExitCode = 0 | 1 | 2;

export { UsageError } from './usage-error.ts';

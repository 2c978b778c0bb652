import type { ConsentState, Dataset } from 'atlas-engine';
import type { Environment } from '../../server/config/settings.ts';
import type { Step } from './step.ts';

/** How a configuration is opened. */
export interface OpenOptions {
  readonly env: Environment;
  /** If true, the data are also read, because the checks on values need them. */
  readonly profile: boolean;
  /** What decides which consents have ended; without it, the check does not report their ends. */
  readonly consents?: ConsentState;
  /** Requests services again even if an answer is stored. */
  readonly fresh?: boolean;
  /** Called with a line when a service fails, and its dataset. */
  readonly report: (line: string, dataset: Dataset | undefined) => void;
  /** Called with a line about the progress of reading the data, if that takes long. */
  readonly progress?: (line: string) => void;
  /** Called and awaited before every step that may take a long time or never end. */
  readonly at?: (step: Step) => Promise<void>;
  /** Sources that must not be read, each with the reason. */
  readonly unreadable?: ReadonlyMap<string, string>;
}

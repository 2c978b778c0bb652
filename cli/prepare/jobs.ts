/**
 * What a server and the process that prepares its atlas say to each other. All of it is plain data
 * that the structured clone carries: maps and bytes included, functions not.
 */
import type { Step } from '../config/step.ts';
import type { AtlasSnapshot } from '../../server/access/atlas-snapshot.ts';
import type { Environment } from '../../server/config/settings.ts';
import type {
  ConfigurationState,
  ServiceStates,
} from '../../server/routes/health/health-routes.ts';
import type { ServiceFault } from '../../server/services/service-error.ts';

/** Work for a process of its own. */
export type Job = ReadJob | AgainJob;

interface AnyJob {
  /** Folder of the configuration. */
  readonly config: string;
  readonly env: Environment;
  readonly color: boolean;
  /** Whether a person reads on a terminal what is printed; else it may be a log. */
  readonly terminal: boolean;
  /** Ids of datasets whose stored data the server cannot read. */
  readonly damaged: readonly string[];
}

/** Reads the configuration, checks it with its data, loads what changed and compiles all. */
export interface ReadJob extends AnyJob {
  readonly kind: 'read';
  /** A level that must exist. */
  readonly level?: string;
}

/** Loads datasets of a configuration that was read before, and compiles it when data changed. */
export interface AgainJob extends AnyJob {
  readonly kind: 'again';
  readonly prepared: Pick<Prepared, 'model' | 'faults' | 'stamps'>;
  /** Ids of those that are loaded again; others may have been loaded by another process. */
  readonly datasets: readonly string[];
}

/** What a server keeps of an atlas beside its snapshot. */
export interface Prepared {
  /** The model, serialised: a server only hands it on to the next job. */
  readonly model: Uint8Array;
  /** What of the store the snapshot was made from. */
  readonly stamps: string;
  /** Why datasets did not come from their service when it was last asked. */
  readonly faults: ReadonlyMap<string, ServiceFault>;
  readonly services: ServiceStates;
  /** Names of the variables that switch services on. */
  readonly serviceSettings: readonly string[];
  /** The datasets that services are asked for again. */
  readonly reload: { readonly datasets: readonly string[]; readonly waits: readonly number[] };
}

/** What became of a job. */
export interface Outcome {
  readonly state: ConfigurationState;
  /** Of the folder, from before it was read; null where it was not read to its end. */
  readonly stamp: string | null;
  /** Null for a configuration with errors. */
  readonly prepared: Prepared | null;
  /** Null also where it would be the one before. */
  readonly snapshot: AtlasSnapshot | null;
}

/** Sources that ended a process before, and why: they are reported and not read again. */
export type Unreadable = ReadonlyMap<string, string>;

export interface Request {
  readonly job: Job;
  readonly unreadable: Unreadable;
}

export type Message =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'done'; readonly outcome: Outcome }
  | { readonly kind: 'failed'; readonly error: CrossingError };

/** An error as it crosses from one process to the other. */
export interface CrossingError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** Its other fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

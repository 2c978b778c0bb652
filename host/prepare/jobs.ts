/**
 * The messages between a server and its preparing process, which reads, checks and compiles the
 * atlas. All of them are plain data for the structured clone algorithm, which supports maps and
 * bytes but not functions.
 */
import type { ConsentState, ConsentTo } from 'atlas-engine';
import type { ConfigError } from 'atlas-engine/http';
import type { Step } from '../config/step.ts';
import type { AtlasSnapshot, ScopedSnapshot } from '../../server/access/atlas-snapshot.ts';
import type { Outlines } from '../../server/snapshot/project-frames.ts';
import type { Sight } from '../../server/access/sight.ts';
import type { Environment } from '../../server/config/settings.ts';
import type {
  ConfigurationState,
  ServiceStates,
} from '../../server/routes/health/health-routes.ts';
import type { ServiceFault } from '../../server/services/service-error.ts';

/** A job for the preparing process. */
export type Job = CheckJob | ReadJob | AgainJob | ScopesJob;

interface AnyJob {
  /** Folder of the configuration. */
  readonly config: string;
  readonly env: Environment;
  readonly color: boolean;
  /** Whether the output is a terminal; otherwise it may be a log. */
  readonly terminal: boolean;
  /** Ids of datasets whose stored data the server cannot read. */
  readonly damaged: readonly string[];
  /** True if the author sees the result while writing: it waits less, and has the texts of errors. */
  readonly live?: boolean;
  /** What decides which consents have ended. */
  readonly consents: ConsentState;
  /** The outlines of projects that were made before. */
  readonly outlines?: Outlines;
}

/**
 * Checks the texts of the configuration without its data. If it is stricter than the served one
 * anywhere, compiles it over the data that are loaded.
 */
export interface CheckJob extends AnyJob {
  readonly kind: 'check';
  readonly served: Pick<Prepared, 'model' | 'faults'>;
  /** Compiles a valid configuration in any case. */
  readonly anyway: boolean;
}

/** Reads the configuration, checks it with its data, loads changed datasets and compiles everything. */
export interface ReadJob extends AnyJob {
  readonly kind: 'read';
  /** The id of a level. The job fails if the level does not exist. */
  readonly level?: string;
}

/** Loads datasets of a configuration that was read before, and compiles it when data changed. */
export interface AgainJob extends AnyJob {
  readonly kind: 'again';
  readonly prepared: Pick<Prepared, 'model' | 'faults' | 'stamps' | 'ended'>;
  /** Ids of the datasets to load; other processes may have loaded others. */
  readonly datasets: readonly string[];
}

/** Compiles what accounts with levels in places see, over copies of the data in these places. */
export interface ScopesJob extends AnyJob {
  readonly kind: 'scopes';
  readonly prepared: Pick<Prepared, 'model'>;
  /** What the accounts may see, each once. */
  readonly sights: readonly Sight[];
  /** The revision of the snapshot that is served to everyone. */
  readonly adds: string;
  /** Ids of the excerpts that are served, and stay. */
  readonly kept: readonly string[];
}

/** The state of an atlas that a server keeps in addition to its snapshot. */
export interface Prepared {
  /** The serialised model. The server does not read it; it passes it to the next job. */
  readonly model: Uint8Array;
  /** The consents to its datasets, also those that have ended. */
  readonly consents: readonly ConsentTo[];
  /** Ids of the datasets whose consent had ended when the snapshot was made. */
  readonly ended: readonly string[];
  /** The state of the store from which the snapshot was made. */
  readonly stamps: string;
  /** The outlines of projects, which the next job needs not make again. */
  readonly outlines: Outlines;
  /** The reasons why the last requests to services failed, by dataset id. */
  readonly faults: ReadonlyMap<string, ServiceFault>;
  readonly services: ServiceStates;
  /** Names of the variables of services. */
  readonly serviceSettings: readonly string[];
  /** The datasets for which services are requested again. */
  readonly reload: { readonly datasets: readonly string[]; readonly waits: readonly number[] };
}

/** The result of a job. */
export interface Outcome {
  readonly state: ConfigurationState;
  /** Stamp of the folder, taken before it was read; null when it was not read completely. */
  readonly stamp: string | null;
  /** Stamp of the texts, taken before they were read; null when they were not read completely. */
  readonly texts: string | null;
  /**
   * The state to keep; null for a configuration with errors, and for a checked one that is not
   * stricter.
   */
  readonly prepared: Prepared | null;
  /**
   * The new snapshot; null for a configuration with errors, and if it would equal the previous
   * snapshot.
   */
  readonly snapshot: AtlasSnapshot | null;
  /**
   * The lines that were printed about the configuration. They are present if the next start may serve
   * the outcome: it depends only on files in the configuration folder and on the store.
   */
  readonly kept?: readonly string[];
  /** Only of a job `scopes`: the snapshots by the hash of the levels in places. */
  readonly scoped?: ReadonlyMap<string, ScopedSnapshot>;
  /** The errors of the configuration, with code frames, if the job is `live`. */
  readonly errors?: readonly ConfigError[];
}

/**
 * Sources, such as files, whose reading made an earlier process end, with the reason. They are
 * reported and not read again.
 */
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

/** An error in the form sent between the processes. */
export interface CrossingError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  /** The other fields of the error. */
  readonly fields: Readonly<Record<string, unknown>>;
}

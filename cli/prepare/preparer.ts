/** Prepares atlases in a separate process, with limits of time and memory. */
import type { ServerOutput } from './server-output.ts';
import type { Job, Outcome } from './jobs.ts';
import { PreparingProcess, type Ended, type ProcessLimits } from './preparing-process.ts';

/** Thrown if the work in progress was cancelled because the server stops. */
export class PreparationStopped extends Error {
  override readonly name = 'PreparationStopped';
}

/** The output of a preparer; `report` also receives the lines of its process. */
export interface PreparerOutput {
  readonly report: (line: string) => void;
  readonly output: Pick<ServerOutput, 'sourceName' | 'crash'>;
}

/**
 * Maximum number of sources that may make the process of one job end. If there are more, the job
 * fails.
 */
const MAX_UNREADABLE = 5;

/**
 * Time in milliseconds for which an idle process is kept, because a configuration is often saved
 * several times in a short time.
 */
const IDLE_MILLISECONDS = 60_000;

/**
 * Prepares atlases in a child process, in sequence. The server continues to respond for any content
 * of the files, because the process can be ended at any time. Data beyond the limits are reported
 * as unreadable.
 */
export class Preparer {
  readonly #limits: ProcessLimits;
  readonly #by: PreparerOutput;
  #process: PreparingProcess | null = null;
  #idle: NodeJS.Timeout | undefined;
  #stop: (error: PreparationStopped) => void = () => undefined;
  readonly #stopped: Promise<never>;
  #isStopped = false;

  constructor(limits: ProcessLimits, by: PreparerOutput) {
    this.#limits = limits;
    this.#by = by;
    this.#stopped = new Promise((_, reject) => (this.#stop = reject));
    this.#stopped.catch(() => undefined);
  }

  /** Starts the process now, so that the first job does not have to wait for it. */
  warm(): void {
    this.#running();
  }

  /**
   * Runs a job. With `beside`, a server that answers requests at the same time has priority. Throws
   * the errors of the job, and `PreparationStopped`.
   */
  async run(job: Job, { beside = false } = {}): Promise<Outcome> {
    const unreadable = new Map<string, string>();
    for (;;) {
      const running = this.#running();
      if (beside) running.giveWay();
      const end = await Promise.race([
        running.run({ job, unreadable }, this.#by.report),
        this.#stopped,
      ]).finally(() => this.#rest());
      if ('state' in end) return end;
      const { source } = end;
      if (end.ending === 'crash' && end.said !== '') this.#by.output.crash(end.said);
      if (source === null || unreadable.has(source) || unreadable.size === MAX_UNREADABLE) {
        this.#by.report(this.#words(end, this.#by.output.sourceName));
        const state = { errors: 1, warnings: 0 };
        return { state, stamp: null, prepared: null, snapshot: null };
      }
      unreadable.set(
        source,
        this.#words(end, (name) => `\`${name}\``),
      );
    }
  }

  /** Ends the work in progress immediately; further jobs are refused. */
  stop(): void {
    this.#isStopped = true;
    this.#stop(new PreparationStopped());
    this.#end();
  }

  #running(): PreparingProcess {
    if (this.#isStopped) throw new PreparationStopped();
    clearTimeout(this.#idle);
    if (!this.#process || this.#process.isGone) this.#process = new PreparingProcess(this.#limits);
    return this.#process;
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#end(), IDLE_MILLISECONDS).unref();
  }

  #end(): void {
    clearTimeout(this.#idle);
    this.#process?.kill();
    this.#process = null;
  }

  #words({ ending, source }: Ended, nameOf: (source: string) => string): string {
    const { seconds, megabytes } = this.#limits;
    const what = source === null ? 'The configuration' : nameOf(source);
    const limit = {
      time: `takes longer than ${seconds} s to read and load. Make it smaller, or increase READ_SECONDS.`,
      memory: `takes more than ${megabytes} MB of memory to read and load. Make it smaller, or increase READ_MEMORY_MB.`,
      crash: 'crashed the process that read it, perhaps because memory ran out.',
    }[ending];
    return `${what} ${limit}`;
  }
}

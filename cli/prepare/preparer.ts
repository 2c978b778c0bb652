/** Has an atlas prepared by a process of its own, within limits of time and memory. */
import type { ServerOutput } from './server-output.ts';
import type { Job, Outcome } from './jobs.ts';
import { PreparingProcess, type Ended, type ProcessLimits } from './preparing-process.ts';

/** The server stops: what was being prepared is dropped. */
export class PreparationStopped extends Error {
  override readonly name = 'PreparationStopped';
}

/** Where a preparer reports; `tell` is also given what its process prints. */
export interface PreparerOutput {
  readonly tell: (line: string) => void;
  readonly output: Pick<ServerOutput, 'sourceName' | 'crash'>;
}

/** Sources of one job that may end its process, each once; then the job is given up. */
const MAX_UNREADABLE = 5;

/** A process without work is kept as long: whoever edits a configuration saves it often. */
const IDLE_MILLISECONDS = 60_000;

/**
 * Prepares atlases in a child process, one after the other: whatever a file holds, the server goes on
 * answering, and the process can be ended at any moment. Data that pass the limits are reported as
 * unreadable.
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

  /** Starts the process now, so that the first job need not wait for it. */
  warm(): void {
    this.#running();
  }

  /**
   * Does a job. `beside`: a server answers meanwhile, and goes first. Throws what the job throws, and
   * `PreparationStopped`.
   */
  async run(job: Job, { beside = false } = {}): Promise<Outcome> {
    const unreadable = new Map<string, string>();
    for (;;) {
      const running = this.#running();
      if (beside) running.giveWay();
      const end = await Promise.race([
        running.run({ job, unreadable }, this.#by.tell),
        this.#stopped,
      ]).finally(() => this.#rest());
      if ('state' in end) return end;
      const { source } = end;
      if (end.ending === 'crash' && end.said !== '') this.#by.output.crash(end.said);
      if (source === null || unreadable.has(source) || unreadable.size === MAX_UNREADABLE) {
        this.#by.tell(this.#words(end, this.#by.output.sourceName));
        const state = { errors: 1, warnings: 0 };
        return { state, stamp: null, prepared: null, snapshot: null };
      }
      unreadable.set(
        source,
        this.#words(end, (name) => `\`${name}\``),
      );
    }
  }

  /** Ends what is under way at once; further jobs are refused. */
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
      time: `takes longer than ${seconds} s to read and load. Make it smaller, or set READ_SECONDS higher.`,
      memory: `takes more than ${megabytes} MB of memory to read and load. Make it smaller, or set READ_MEMORY_MB higher.`,
      crash: 'ended the process that read it, which may have been for lack of memory.',
    }[ending];
    return `${what} ${limit}`;
  }
}

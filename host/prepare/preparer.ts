/** Prepares atlases in a separate process, with limits of time and memory. */
import type { ServerOutput } from './server-output.ts';
import type { Job, Outcome } from './jobs.ts';
import { PreparingProcess, type Ended, type ProcessLimits } from './preparing-process.ts';

/** Thrown if the work in progress was cancelled: the server stops, or newer texts replace it. */
export class PreparationStopped extends Error {
  override readonly name = 'PreparationStopped';
}

/** The output of a preparer; `report` also receives the lines of its process. */
export interface PreparerOutput {
  readonly report: (line: string) => void;
  readonly output: Pick<ServerOutput, 'sourceName' | 'crash'>;
  /** Milliseconds for which an idle process is kept; default a minute. With 0, it is ended at once. */
  readonly idleFor?: number;
}

/**
 * Maximum number of sources that may make the process of one job end. If there are more, the job
 * fails.
 */
const MAX_UNREADABLE = 5;

/** An idle process is kept, because a configuration is often saved several times in a short time. */
const IDLE_MILLISECONDS = 60_000;

/**
 * Prepares atlases in child processes, one for each job in progress. The server continues to respond
 * for any content of the files, because a process can be ended at any time. Data beyond the limits
 * are reported as unreadable.
 */
export class Preparer {
  readonly #limits: ProcessLimits;
  readonly #by: PreparerOutput;
  readonly #idleFor: number;
  readonly #busy = new Set<PreparingProcess>();
  /** The process that waits for the next job. */
  #idle: PreparingProcess | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stop: (error: PreparationStopped) => void = () => undefined;
  readonly #stopped: Promise<never>;
  #isStopped = false;

  constructor(limits: ProcessLimits, by: PreparerOutput) {
    this.#limits = limits;
    this.#by = by;
    this.#idleFor = by.idleFor ?? IDLE_MILLISECONDS;
    this.#stopped = new Promise((_, reject) => (this.#stop = reject));
    this.#stopped.catch(() => undefined);
  }

  /** Starts the process now, so that the first job does not have to wait for it. */
  warm(): void {
    if (this.#idleFor > 0) this.#rest(this.#take());
  }

  /**
   * Runs a job. With `beside`, a server that answers requests at the same time has priority. When
   * `signal` is aborted, the process is killed, and the job has ended when this throws. Throws the
   * errors of the job, and `PreparationStopped`.
   */
  async run(
    job: Job,
    { beside = false, signal }: { beside?: boolean; signal?: AbortSignal } = {},
  ): Promise<Outcome> {
    const unreadable = new Map<string, string>();
    for (;;) {
      if (signal?.aborted) throw new PreparationStopped();
      const running = this.#take();
      if (beside) running.giveWay();
      const kill = (): void => running.kill();
      signal?.addEventListener('abort', kill);
      const end = await Promise.race([
        running.run({ job, unreadable }, this.#by.report),
        this.#stopped,
      ]).finally(() => {
        signal?.removeEventListener('abort', kill);
        this.#rest(running);
      });
      if ('state' in end) return end;
      if (signal?.aborted) throw new PreparationStopped();
      const { source } = end;
      if (end.ending === 'crash' && end.said !== '') this.#by.output.crash(end.said);
      if (source === null || unreadable.has(source) || unreadable.size === MAX_UNREADABLE) {
        this.#by.report(this.#words(end, this.#by.output.sourceName));
        const state = { errors: 1, warnings: 0 };
        return { state, stamp: null, texts: null, prepared: null, snapshot: null };
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
    for (const running of this.#busy) running.kill();
    this.#end();
  }

  /** Returns the idle process, or starts one. */
  #take(): PreparingProcess {
    if (this.#isStopped) throw new PreparationStopped();
    clearTimeout(this.#timer);
    const kept = this.#idle && !this.#idle.isGone ? this.#idle : null;
    const running = kept ?? new PreparingProcess(this.#limits);
    this.#idle = null;
    this.#busy.add(running);
    return running;
  }

  /** Keeps a process for the next job, for a while; another idle one is ended. */
  #rest(running: PreparingProcess): void {
    this.#busy.delete(running);
    this.#end();
    if (running.isGone) return;
    this.#idle = running;
    if (this.#isStopped || this.#idleFor === 0) return this.#end();
    this.#timer = setTimeout(() => this.#end(), this.#idleFor).unref();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#idle?.kill();
    this.#idle = null;
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

/** Has an atlas prepared by a process of its own, within limits of time and memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { receiveError } from './crossing-errors.ts';
import type { Job, Message, Outcome, Request, Step } from './jobs.ts';

export interface PreparerLimits {
  /** Time for one file, table or the configuration. */
  readonly seconds: number;
  /** Memory for objects of JavaScript, in megabytes. */
  readonly megabytes: number;
}

/** The server stops: what was being prepared is dropped. */
export class PreparationStopped extends Error {
  override readonly name = 'PreparationStopped';
}

/** Sources of one job that may end its process, each once; then the job is given up. */
const MOST_UNREADABLE = 5;

/** How much a process that works beside a running server gives way to it, as of `nice`. */
const NICENESS = 5;

/** Why a process ended before its job was done. */
type Ending = 'time' | 'memory' | 'crash';

/**
 * Prepares atlases, each in a child process: whatever a file holds, the server goes on answering, and
 * the process can be ended at any moment. Data that pass the limits are reported as unreadable.
 */
export class Preparer {
  readonly #limits: PreparerLimits;
  readonly #tell: (line: string) => void;
  readonly #running = new Map<ChildProcess, (error: Error) => void>();
  #stopped = false;

  constructor(limits: PreparerLimits, tell: (line: string) => void) {
    this.#limits = limits;
    this.#tell = tell;
  }

  /**
   * Does a job. `beside`: a server answers meanwhile, and goes first. Throws what the job throws, and
   * `PreparationStopped`.
   */
  async run(job: Job, { beside = false } = {}): Promise<Outcome> {
    const unreadable = new Map<string, string>();
    for (;;) {
      const end = await this.#attempt({ job, unreadable }, beside);
      if ('outcome' in end) return end.outcome;
      const { ending, source } = end;
      const words = this.#words(ending, source);
      if (source === null || unreadable.has(source) || unreadable.size === MOST_UNREADABLE) {
        this.#tell(words);
        const state = { errors: 1, warnings: 0 };
        return { state, stamp: null, prepared: null, snapshot: null };
      }
      unreadable.set(source, words);
    }
  }

  /** Ends what is under way at once, and refuses further jobs. */
  stop(): void {
    this.#stopped = true;
    for (const [child, reject] of this.#running) {
      child.kill('SIGKILL');
      reject(new PreparationStopped());
    }
  }

  #attempt(
    request: Request,
    beside: boolean,
  ): Promise<
    { readonly outcome: Outcome } | { readonly ending: Ending; readonly source: string | null }
  > {
    if (this.#stopped) return Promise.reject(new PreparationStopped());
    return new Promise((resolve, reject) => {
      const child = startChild(this.#limits.megabytes);
      this.#running.set(child, reject);
      if (beside) giveWay(child);
      let source: string | null = null;
      let isLate = false;
      let last = '';
      let timer: NodeJS.Timeout | undefined;
      const begin = (step: Step): void => {
        ({ source } = step);
        clearTimeout(timer);
        if (!step.timed) return;
        timer = setTimeout(() => {
          isLate = true;
          child.kill('SIGKILL');
        }, this.#limits.seconds * 1_000);
      };
      child.stderr?.on('data', (text: Buffer) => (last = (last + String(text)).slice(-10_000)));
      child.on('message', (message: Message) => {
        if (message.kind === 'step') begin(message.step);
        else if (message.kind === 'line') this.#tell(message.text);
        else if (message.kind === 'done') resolve({ outcome: message.outcome });
        else reject(receiveError(message.error));
      });
      child.once('error', reject);
      child.once('close', () => {
        clearTimeout(timer);
        this.#running.delete(child);
        const ending = isLate ? 'time' : /out of memory/i.test(last) ? 'memory' : 'crash';
        if (ending === 'crash' && last !== '') this.#tell(last.trimEnd());
        // Does nothing after an outcome or error.
        resolve({ ending, source });
      });
      child.send(request);
    });
  }

  #words(ending: Ending, source: string | null): string {
    const { seconds, megabytes } = this.#limits;
    const what = source === null ? 'The configuration' : `\`${source}\``;
    const limit = {
      time: `takes longer than ${seconds} s to read and load. Make it smaller, or set READ_SECONDS higher.`,
      memory: `takes more than ${megabytes} MB of memory to read and load. Make it smaller, or set READ_MEMORY_MB higher.`,
      crash: 'ended the process that read it, which may have been for lack of memory.',
    }[ending];
    return `${what} ${limit}`;
  }
}

function startChild(megabytes: number): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const script = new URL(isSource ? './typescript-child.mjs' : './child.js', import.meta.url);
  return fork(fileURLToPath(script), [], {
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch {
    // Where that is not allowed it competes with the server as an equal.
  }
}

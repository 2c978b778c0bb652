/** A child process that prepares atlases, and why it ended when it did. */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { receiveError } from './crossing-errors.ts';
import type { Step } from '../config/step.ts';
import type { Message, Outcome, Request } from './jobs.ts';

export interface ProcessLimits {
  /** Time for one file, table or the configuration. */
  readonly seconds: number;
  /** Memory for objects of JavaScript, in megabytes. */
  readonly megabytes: number;
}

/** How a process ended before its job was done, and what it read then. */
export interface Ended {
  readonly ending: 'time' | 'memory' | 'crash';
  readonly source: string | null;
  /** What it wrote last. */
  readonly said: string;
}

/** Characters of its standard error that are kept. */
const MAX_SAID = 4_000;

/** How much it gives way to a server that answers, as of `nice`. */
const NICENESS = 5;

export class PreparingProcess {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  #said = '';
  #source: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isLate = false;
  #isGone = false;

  constructor(limits: ProcessLimits) {
    this.#limits = limits;
    this.#child = startChild(limits.megabytes);
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#said = (this.#said + String(text)).slice(-MAX_SAID);
    });
    this.#child.on('error', () => undefined);
    this.#child.once('close', () => {
      this.#isGone = true;
      clearTimeout(this.#timer);
    });
  }

  /** Whether it ended: then it does nothing more. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Does a job, one at a time. Throws what the job throws. */
  run(request: Request, tell: (line: string) => void): Promise<Outcome | Ended> {
    const child = this.#child;
    return new Promise<Outcome | Ended>((resolve, reject) => {
      const end = (): void => resolve(this.#ended());
      const receive = (message: Message): void => {
        if (message.kind === 'step') return this.#begin(message.step);
        if (message.kind === 'line') return tell(message.text);
        clearTimeout(this.#timer);
        child.off('message', receive).off('close', end);
        if (message.kind === 'done') resolve(message.outcome);
        else reject(receiveError(message.error));
      };
      child.on('message', receive).once('close', end);
      // One that is gone closes, or has.
      if (this.#isGone) end();
      else child.send(request, () => undefined);
    });
  }

  /** From here on other processes of the machine go first, where that is allowed. */
  giveWay(): void {
    try {
      setPriority(this.#child.pid!, NICENESS);
    } catch {
      // It competes with the server as an equal.
    }
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #begin({ source, timed }: Step): void {
    this.#source = source;
    clearTimeout(this.#timer);
    if (!timed) return;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.kill();
    }, this.#limits.seconds * 1_000);
  }

  #ended(): Ended {
    const isFull = /out of memory/i.test(this.#said);
    return {
      ending: this.#isLate ? 'time' : isFull ? 'memory' : 'crash',
      source: this.#source,
      said: this.#said.trim(),
    };
  }
}

function startChild(megabytes: number): ChildProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const script = new URL(isSource ? './typescript-child.mjs' : './child.js', import.meta.url);
  return fork(fileURLToPath(script), [String(process.pid)], {
    execArgv: [
      `--max-old-space-size=${megabytes}`,
      ...(isSource ? ['--conditions=atlas-source'] : []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

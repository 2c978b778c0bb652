/** A child process that prepares atlases. */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { receiveError } from './crossing-errors.ts';
import type { Step } from '../config/step.ts';
import type { Message, Outcome, Request } from './jobs.ts';

export interface ProcessLimits {
  /** Time limit for one file, one table or the configuration. */
  readonly seconds: number;
  /** Memory limit for JavaScript objects, in megabytes. */
  readonly megabytes: number;
}

/** The reason why a process ended before its job was done, and the source that it was reading. */
export interface Ended {
  readonly ending: 'time' | 'memory' | 'crash';
  readonly source: string | null;
  /** The last lines of the standard error of the process. */
  readonly said: string;
}

/** Maximum number of characters of the standard error of the process that are kept. */
const MAX_SAID = 4_000;

/** The nice value of the process beside a server. */
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

  /** Whether the process has ended. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Runs one job at a time. Throws the errors of the job. */
  run(request: Request, report: (line: string) => void): Promise<Outcome | Ended> {
    const child = this.#child;
    return new Promise<Outcome | Ended>((resolve, reject) => {
      const end = (): void => resolve(this.#ended());
      const receive = (message: Message): void => {
        if (message.kind === 'step') return this.#begin(message.step);
        if (message.kind === 'line') return report(message.text);
        clearTimeout(this.#timer);
        child.off('message', receive).off('close', end);
        if (message.kind === 'done') resolve(message.outcome);
        else reject(receiveError(message.error));
      };
      child.on('message', receive).once('close', end);
      // A process that has ended would never respond to the request.
      if (this.#isGone) end();
      else child.send(request, () => undefined);
    });
  }

  /** Lowers the priority of the process below that of the server, if that is permitted. */
  giveWay(): void {
    try {
      setPriority(this.#child.pid!, NICENESS);
    } catch {
      // Otherwise, the process has the same priority as the server.
    }
  }

  /** Kills the process immediately. */
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

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** One psql at work: it times a statement by itself and throws its answer away. */
export interface Psql {
  /** Returns the milliseconds psql says, answer included, and the bytes of the one value. */
  run(statement: string): Promise<number>;
  close(): void;
}

/** Starts psql on a database, quietly, with its timing on. */
export function startPsql(databaseUrl: string): Psql {
  const child = spawn('psql', ['-X', '-q', '-A', '-t', databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting: ((time: number) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const time = /^Time: ([\d.]+) ms/.exec(line)?.[1];
    if (time !== undefined) waiting.shift()?.(Number(time));
  });
  child.stdin.write('\\timing on\n');
  return {
    run: (statement) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        child.stdin.write(`${statement.replaceAll('\n', ' ')} \\g /dev/null\n`);
      }),
    close: () => child.stdin.end('\\q\n'),
  };
}

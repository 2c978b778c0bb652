import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A running psql, which measures statements itself and discards their results. */
export interface Psql {
  /**
   * Runs a statement, and returns the milliseconds that psql measured, including the transfer of
   * the result.
   */
  run(statement: string): Promise<number>;
  close(): void;
}

/** Starts psql on a database, with `\timing` and without other output. */
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

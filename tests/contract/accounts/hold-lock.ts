/** Another process that holds the lock of a SQLite file. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** What the process runs; it ends with its input. */
const SCRIPT = `
  import { DatabaseSync } from '@photostructure/sqlite';
  const database = new DatabaseSync(process.argv[1]);
  database.exec('BEGIN EXCLUSIVE');
  process.stdout.write('locked');
  process.stdin.on('end', () => database.close()).resume();
`;

export interface HeldLock {
  release(): Promise<void>;
}

/** Resolves when another process has locked the file as strictly as it can. */
export async function holdLock(path: string): Promise<HeldLock> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    release: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

/** The process that prepares the files of one download; its parent ends it when it must stop. */
import { setPriority } from 'node:os';
import { openStore } from '../../store/open-store.ts';
import { prepareFiles } from './prepare-files.ts';
import type { FromChild } from './run-in-child.ts';
import type { DownloadTask } from './task.ts';

/** The increase of the nice value: requests of visitors go first. */
const NICENESS = 10;

// A normal exit may abort while a thread of the store is reading.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', (task: DownloadTask) => void run(task));

async function run(task: DownloadTask): Promise<void> {
  try {
    setPriority(NICENESS);
  } catch {
    // If the priority cannot be changed, the job has the same priority as the server.
  }
  try {
    const { place } = task;
    // The server has checked the files when it started.
    const store = await openStore('dataDir' in place ? { ...place, checkWhole: false } : place);
    const end = await prepareFiles(task, store, (share) => send({ kind: 'progress', share }));
    await store.close();
    send({ kind: 'end', end }, () => process.exit(0));
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('unknown');
    send({ kind: 'error', name, message }, () => process.exit(1));
  }
}

function send(message: FromChild, sent: () => void = () => undefined): void {
  process.send?.(message, sent);
}

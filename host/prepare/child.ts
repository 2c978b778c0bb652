/** The preparing process: runs jobs until its parent, whose id is its argument, ends it. */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/**
 * Code of a thread that ends the process when its parent has ended, even if the main thread is
 * busy.
 */
const WITH_PARENT = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== workerData) process.kill(process.pid, 'SIGKILL');
  }, 250);
`;
const parent = Number(process.argv[2]);
new Worker(WITH_PARENT, { eval: true, execArgv: [], workerData: parent }).unref();
process.once('disconnect', () => process.exit(0));
goFirst();

// Imported only now, so that the process also ends with its parent during the import.
const { serveJobs } = await import('./serve-jobs.ts');
serveJobs();

/** Makes this process the first that Linux ends when the machine or the unit is out of memory. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Not Linux, or not permitted.
  }
}

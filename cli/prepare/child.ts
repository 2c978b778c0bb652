/** The preparing process: takes jobs until its parent, whose id is its argument, lets it go. */
import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Ends the process once its parent is gone, whatever its own thread is busy with. */
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

// Only now, so that the process ends with its parent while it reads its own program, too.
const { serveJobs } = await import('./serve-jobs.ts');
serveJobs();

/** Of the processes of a machine or unit that has no memory left, Linux ends this one first. */
function goFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '500');
  } catch {
    // Not Linux, or not allowed.
  }
}

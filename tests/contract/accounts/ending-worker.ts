/** The thread that changes the accounts, which ends after the statement `SELECT 'end'`. */
import { parentPort } from 'node:worker_threads';
import '../../../server/accounts/store/write-worker.ts';

parentPort!.on('message', ({ request }: { readonly request?: { readonly statement?: string } }) => {
  if (request?.statement === "SELECT 'end'") process.exit(3);
});

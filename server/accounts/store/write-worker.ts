/** The thread that changes the accounts in SQLite. It may wait for a lock and for the disk. */
import { Database } from '../../store/sqlite/driver.ts';
import { serveRequests } from '../../store/serve-requests.ts';
import type { WriteRequest } from './write-thread.ts';

/**
 * Milliseconds for which a statement waits for a lock. The driver cannot be interrupted, so the main
 * thread sends the statement again until its patience ends.
 */
const BUSY_MS = 100;

let database: Database | null = null;

serveRequests({ answer: (request) => ({ value: answer(request as WriteRequest) }) });

function answer(request: WriteRequest): unknown {
  switch (request.kind) {
    case 'open':
      database = open(request.path);
      return null;
    case 'rows':
      return database!.prepare(request.statement).all(...request.values);
    case 'change':
      return database!.prepare(request.statement).run(...request.values).changes;
    case 'run':
      return database!.run(request.statement);
    case 'close':
      return database?.close();
  }
}

function open(path: string): Database {
  const opened = new Database(path, { busyTimeout: BUSY_MS });
  try {
    opened.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    return opened;
  } catch (error) {
    opened.close();
    throw error;
  }
}

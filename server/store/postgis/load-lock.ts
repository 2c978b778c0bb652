import pg from 'pg';
import { StoreBusy } from '../writer.ts';
import { codeOf } from './errors.ts';

/** Key of the advisory lock of loads: 'load' as a number. */
export const LOAD_LOCK = 0x6c6f6164;

const WAIT_MILLISECONDS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs `work` while no load writes; throws `StoreBusy` when a load takes more than a minute. */
export async function withLoadLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${WAIT_MILLISECONDS}`);
    await client.query('SELECT pg_advisory_lock($1)', [LOAD_LOCK]);
    return await work();
  } catch (error) {
    if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new StoreBusy(
      'A load has been writing to this database for a minute. Try again when it is done.',
    );
  } finally {
    // The lock is released with the connection.
    await client.end();
  }
}

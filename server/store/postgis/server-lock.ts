/** A shared advisory lock held by each server, by which a restore detects running servers. */
import pg from 'pg';
import { StoreBusy } from '../writer.ts';

/** Key of the lock: 'serv' as a number. */
const SERVER_LOCK = 0x73657276;

const AGAIN_MILLISECONDS = 1_000;
const CONNECT_MILLISECONDS = 3_000;

export interface ServerLock {
  release(): Promise<void>;
}

/**
 * Holds the shared lock on a separate connection, which is renewed when it breaks. Throws `StoreBusy`
 * while a backup is being restored, and the driver's error when the database does not respond.
 */
export async function holdServerLock(databaseUrl: string): Promise<ServerLock> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isReleased = false;
  const again = (): void => {
    if (isReleased) return;
    timer = setTimeout(() => void take().catch(again), AGAIN_MILLISECONDS);
    timer.unref();
  };
  const take = async (): Promise<void> => {
    const fresh = await connect(databaseUrl);
    try {
      const { rows } = await fresh.query<{ held: boolean }>(
        'SELECT pg_try_advisory_lock_shared($1) AS held',
        [SERVER_LOCK],
      );
      if (!rows[0]!.held)
        throw new StoreBusy(
          'A backup is being restored into this database. Start the server when that is done.',
        );
    } catch (error) {
      await end(fresh);
      throw error;
    }
    if (isReleased) return end(fresh);
    client = fresh;
    fresh.once('end', again);
  };
  await take();
  return {
    release: async () => {
      isReleased = true;
      clearTimeout(timer);
      if (client) await end(client);
    },
  };
}

/** Runs `work` while no server uses the database or starts; throws `StoreBusy` when one does. */
export async function withoutServers<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const client = await connect(databaseUrl);
  try {
    const { rows } = await client.query<{ free: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS free',
      [SERVER_LOCK],
    );
    if (!rows[0]!.free) throw new StoreBusy(inUse(await countServers(client)));
    return await work();
  } finally {
    // The lock is released with the connection.
    await end(client);
  }
}

function inUse(servers: number): string {
  return servers === 1
    ? 'A server uses this database. Stop it, then restore the backup.'
    : `${servers} servers use this database. Stop them, then restore the backup.`;
}

async function countServers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_locks
      WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1
        AND mode = 'ShareLock' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [SERVER_LOCK],
  );
  return rows[0]!.count;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'atlas',
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
  });
  // An error closes the connection. Without a listener, the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => undefined);
}

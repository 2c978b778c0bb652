import pg from 'pg';
import type { StoreActivity } from '../store.ts';
import { isLost } from './errors.ts';

/** Time limit of reads in milliseconds. PostgreSQL cancels longer reads. */
const STATEMENT_MILLISECONDS = 5_000;
/**
 * Additional time after which this process abandons a read whose response was lost on the network.
 */
export const ANSWER_GRACE_MILLISECONDS = 3_000;
const CONNECT_MILLISECONDS = 3_000;
const READ_CONNECTIONS = 8;
/**
 * Number of connections for loads: one that loads, one that drops old tables after it, and two that
 * wait.
 */
const LOAD_CONNECTIONS = 4;
/** Time in milliseconds before a replica that did not answer is used again. */
const REPLICA_REST_MILLISECONDS = 5_000;
/** Time in milliseconds between two checks whether the replica has all writes. */
const CATCH_UP_MILLISECONDS = 200;

/**
 * The connections of a store: some for loads, which may take long, and some for reads, to the primary
 * database and to its read replica if there is one.
 */
export class Connections {
  /** Connections to the primary database for loads, without time limits. */
  readonly loads: pg.Pool;
  /** Time limit of a read statement in milliseconds. */
  readonly timeout: number;
  readonly #reads: pg.Pool;
  readonly #replica: pg.Pool | null;
  #replicaRestsUntil = 0;
  /** Position in the log of the database that the replica must reach, or null. */
  #needed: string | null = null;
  #checked = 0;

  constructor({
    databaseUrl,
    readUrl,
    timeout = STATEMENT_MILLISECONDS,
  }: {
    readonly databaseUrl: string;
    readonly readUrl?: string;
    readonly timeout?: number;
  }) {
    this.timeout = timeout;
    const limits = {
      max: READ_CONNECTIONS,
      statement_timeout: timeout,
      query_timeout: timeout + ANSWER_GRACE_MILLISECONDS,
    };
    this.loads = poolOf(databaseUrl, { max: LOAD_CONNECTIONS });
    this.#reads = poolOf(databaseUrl, limits);
    this.#replica = readUrl === undefined ? null : poolOf(readUrl, limits);
  }

  /**
   * Runs a read: on the replica if it responds and has all writes of this process, otherwise on the
   * primary database. Reads may run twice.
   */
  async read<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const replica = await this.#readyReplica();
    if (replica) {
      try {
        return await work(replica);
      } catch (error) {
        if (!isLost(error)) throw error;
        this.#restReplica();
      }
    }
    try {
      return await work(this.#reads);
    } catch (error) {
      // A connection from before a restart of the database fails once.
      if (isLost(error) !== 'broken') throw error;
      return work(this.#reads);
    }
  }

  /** Directs reads to the primary database until the replica has all current writes. */
  async noteWrite(): Promise<void> {
    if (!this.#replica) return;
    const { rows } = await this.loads.query<{ place: string }>(
      'SELECT pg_current_wal_lsn()::text AS place',
    );
    this.#needed = rows[0]!.place;
    this.#checked = 0;
  }

  activity(): readonly StoreActivity[] {
    const kinds = [
      ['load', this.loads],
      ['read', this.#reads],
      ['replica', this.#replica],
    ] as const;
    return kinds.flatMap(([kind, pool]) =>
      pool ? [{ kind, waiting: pool.waitingCount, busy: pool.totalCount - pool.idleCount }] : [],
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.loads, this.#reads, this.#replica].map((pool) => pool?.end()));
  }

  async #readyReplica(): Promise<pg.Pool | null> {
    const now = performance.now();
    if (!this.#replica || now < this.#replicaRestsUntil) return null;
    if (this.#needed === null) return this.#replica;
    if (now - this.#checked < CATCH_UP_MILLISECONDS) return null;
    this.#checked = now;
    const needed = this.#needed;
    try {
      // The position is null if the database is not (or no longer) a replica.
      const { rows } = await this.#replica.query<{ there: boolean }>(
        'SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, true) AS there',
        [needed],
      );
      if (!rows[0]!.there) return null;
      if (this.#needed === needed) this.#needed = null;
      return this.#needed === null ? this.#replica : null;
    } catch (error) {
      if (!isLost(error)) throw error;
      this.#restReplica();
      return null;
    }
  }

  #restReplica(): void {
    this.#replicaRestsUntil = performance.now() + REPLICA_REST_MILLISECONDS;
  }
}

function poolOf(connectionString: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    types: { getTypeParser },
    ...options,
  });
  // A connection that breaks is replaced at its next use; without listeners, the error would end
  // the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Reads bigint as a number: the loader guarantees that ids and integers are below 2^53. */
function getTypeParser(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === pg.types.builtins.INT8 && format !== 'binary') return Number;
  return pg.types.getTypeParser(type, format as 'text');
}

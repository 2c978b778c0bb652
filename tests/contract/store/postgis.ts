/** A PostgreSQL for tests: with a temporary folder and a free port, removed at the end. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Cluster {
  /** Address of an empty database. */
  readonly databaseUrl: string;
  /**
   * Closes all connections and stops the server. By default, the connections end one after the other, so
   * that a query may still get the lock of another one; with `SIGQUIT`, all end at once.
   */
  halt(signal?: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /**
   * Starts the server again on the same port, unless it is running, and waits until it accepts
   * queries.
   */
  resume(): Promise<void>;
  /** Gives a folder to the account of the server. */
  own(folder: string): void;
  /** Starts a streaming replica. */
  startReplica(): Promise<Cluster>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

const run = promisify(execFile);
/** The folders of new clusters, by the version of PostgreSQL. */
const TEMPLATES = fileURLToPath(
  new URL('../../../node_modules/.cache/atlas-tests', import.meta.url),
);
const DEBIAN = '/usr/lib/postgresql';
const START_MILLISECONDS = 30_000;
const STOP_MILLISECONDS = 15_000;

/** Returns the folder of PostgreSQL's commands, or the reason why there is none for tests. */
export function findPostgres(): { readonly bin: string } | { readonly missing: string } {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : [];
  const version = versions.find((name) => existsSync(join(DEBIAN, name, 'bin', 'initdb')));
  if (version === undefined) return { missing: 'PostgreSQL is not installed' };
  const extension = `/usr/share/postgresql/${version}/extension/postgis.control`;
  if (!existsSync(extension))
    return { missing: `PostGIS for PostgreSQL ${version} is not installed` };
  if (process.getuid?.() === 0 && unprivileged() === null) {
    return { missing: 'the tests run as root, and there is no user `postgres` to run a server as' };
  }
  return { bin: join(DEBIAN, version, 'bin') };
}

/** Starts a cluster with an empty database and PostGIS available; its folder is made in `parent`. */
export function startCluster(bin: string, { parent = tmpdir() } = {}): Promise<Cluster> {
  const init = ['-U', 'atlas', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--wal-segsize=1'];
  const kept = join(TEMPLATES, `postgres-${basename(dirname(bin))}`);
  const fill = async (data: string, as: RunAs): Promise<void> => {
    // Copying the folder of a new cluster is much faster than making one.
    if (existsSync(kept)) await run('cp', ['-a', kept, data]);
    else {
      await run(join(bin, 'initdb'), ['-D', data, ...init], as);
      await keep(data, kept);
    }
  };
  return makeCluster(bin, { parent, fill });
}

/** Copies a folder to `kept`, unless another process has done so in the meantime. */
async function keep(folder: string, kept: string): Promise<void> {
  mkdirSync(dirname(kept), { recursive: true });
  const copied = mkdtempSync(`${kept}.`);
  await run('cp', ['-a', `${folder}/.`, copied]);
  await rename(copied, kept).catch(() => rm(copied, { recursive: true }));
}

interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts a server in a separate folder, with the data of `fill`. */
async function makeCluster(
  bin: string,
  {
    parent,
    fill,
  }: {
    readonly parent: string;
    readonly fill: (data: string, as: RunAs) => Promise<unknown>;
  },
): Promise<Cluster> {
  const folder = mkdtempSync(join(parent, 'atlas-postgres-'));
  const user = process.getuid?.() === 0 ? unprivileged() : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const as = { ...user, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const data = join(folder, 'data');
  const port = await freePort();
  const databaseUrl = `postgres://atlas@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | null = null;
  const halt: Cluster['halt'] = async (signal = 'SIGINT') => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    const stopped = new Promise<void>((resolve) => running.once('exit', () => resolve()));
    running.kill(signal);
    // A server that was recovering at the signal may never end by itself.
    const last = setTimeout(() => running.kill('SIGKILL'), STOP_MILLISECONDS);
    await stopped;
    clearTimeout(last);
  };
  const stop = async (): Promise<void> => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = (): ChildProcess =>
    spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        folder,
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'fsync=off',
      ],
      { ...as, stdio: 'ignore' },
    );
  // Starts the server again if it ends before it is ready, as a supervisor does.
  const resume = async (): Promise<void> => {
    const end = Date.now() + START_MILLISECONDS;
    do {
      if (!server || server.exitCode !== null) server = start();
      if (Date.now() > end) {
        await stop();
        throw new Error('the PostgreSQL of the tests did not start');
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    } while (!(await isReady(bin, databaseUrl)));
  };
  const copy = ['-h', '127.0.0.1', '-p', String(port), '-U', 'atlas', '-R', '-c', 'fast'];
  const startReplica = (): Promise<Cluster> =>
    makeCluster(bin, {
      parent,
      fill: (target, who) =>
        run(join(bin, 'pg_basebackup'), ['-D', target, '--no-sync', ...copy], who),
    });
  await fill(data, as);
  await resume();
  const own = (one: string): void => {
    if (user !== null) chownSync(one, user.uid, user.gid);
  };
  return { databaseUrl, halt, resume, own, startReplica, stop };
}

function isReady(bin: string, databaseUrl: string): Promise<boolean> {
  return run(join(bin, 'pg_isready'), ['-q', '-d', databaseUrl]).then(
    () => true,
    () => false,
  );
}

function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

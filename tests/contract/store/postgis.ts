/** A PostgreSQL of the tests' own: a temporary folder, a free port, gone at the end. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Cluster {
  /** Address of an empty database. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const START_MILLISECONDS = 30_000;

/** Returns the folder of PostgreSQL's commands, or in words why there is none to test with. */
export function findPostgres(): { readonly bin: string } | { readonly missing: string } {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
    : [];
  const version = versions.find((name) => existsSync(join(DEBIAN, name, 'bin', 'initdb')));
  if (version === undefined) return { missing: 'PostgreSQL is not installed' };
  const extension = `/usr/share/postgresql/${version}/extension/postgis.control`;
  if (!existsSync(extension)) return { missing: `PostGIS for PostgreSQL ${version} is not there` };
  if (process.getuid?.() === 0 && unprivileged() === null) {
    return { missing: 'the tests run as root, and there is no user `postgres` to run a server as' };
  }
  return { bin: join(DEBIAN, version, 'bin') };
}

/** Starts a cluster with an empty database that has PostGIS at hand. */
export async function startCluster(bin: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-postgres-'));
  const user = process.getuid?.() === 0 ? unprivileged() : null;
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const as = {
    ...(user !== null && user),
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  };
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'atlas', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    as,
  );
  const server = spawn(
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
  const stopped = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const databaseUrl = `postgres://atlas@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    server.kill('SIGINT');
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
  const end = Date.now() + START_MILLISECONDS;
  for (;;) {
    const ready = await run(join(bin, 'pg_isready'), ['-q', '-d', databaseUrl]).then(
      () => true,
      () => false,
    );
    if (ready) return { databaseUrl, stop };
    if (server.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error('the PostgreSQL of the tests did not start');
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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

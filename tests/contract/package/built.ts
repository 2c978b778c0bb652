import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isProjectStale } from '../../../scripts/stale.mjs';

const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Exists while a test file builds. */
const BUILDING = join(ROOT, 'node_modules/.cache/atlas-tests/building');

/** Time in milliseconds after which a build has ended, even if it left `BUILDING` behind. */
const BUILD_MS = 180_000;

/**
 * Builds engine, application and command like `npm start`: only if a source is newer. Test files that
 * run at the same time wait for each other, because a build begins by removing the last one.
 */
export async function buildOnce(): Promise<void> {
  mkdirSync(dirname(BUILDING), { recursive: true });
  while (!begins()) await setTimeout(200);
  try {
    if (isProjectStale(ROOT)) await run('npm', ['run', '-s', 'build'], { cwd: ROOT });
  } finally {
    rmSync(BUILDING, { recursive: true, force: true });
  }
}

/** Creates `BUILDING`. Returns false while another test file builds. */
function begins(): boolean {
  try {
    mkdirSync(BUILDING);
    return true;
  } catch {
    const since = statSync(BUILDING, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > BUILD_MS) rmSync(BUILDING, { recursive: true, force: true });
    return false;
  }
}

/** Packs the package of a folder of the project into `dir`; returns the tarball. */
export async function pack(folder: string, dir: string): Promise<string> {
  const { stdout } = await run(
    'npm',
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', dir],
    { cwd: join(ROOT, folder) },
  );
  return join(dir, stdout.trim().split('\n').at(-1)!);
}

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/**
 * Returns overrides for a manifest that resolve every shipped dependency to a tarball of the
 * installed package, so that npm needs neither a registry nor a cache.
 */
export async function installedAsTarballs(dir: string): Promise<Record<string, string>> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, link }]) =>
      path.startsWith('node_modules/') && !dev && !link && existsSync(join(ROOT, path)),
  );
  const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');
  const versions = new Map<string, Set<string>>();
  for (const [path, { version }] of shipped)
    versions.set(nameOf(path), (versions.get(nameOf(path)) ?? new Set()).add(version));
  const overrides: Record<string, string> = {};
  for (const [path, { version }] of shipped) {
    const name = nameOf(path);
    const tarball = join(dir, `${name.replace('/', '+')}-${version}.tar`);
    const folder = join(ROOT, path);
    await run('tar', [
      ...['-cf', tarball, '--exclude=node_modules', '-C', dirname(folder), basename(folder)],
    ]);
    overrides[versions.get(name)!.size > 1 ? `${name}@${version}` : name] = `file:${tarball}`;
  }
  return overrides;
}

/**
 * Measures row 19: the first and the later starts of this commit beside those of an older one, by
 * turns. Each commit is a clean clone in which `npm ci` has run; nothing is measured of that.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf } from '../../contract/package/started.ts';
import { medianOf } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The older commit; another one can be named in the environment. */
const BEFORE = process.env['ATLAS_BENCH_COMMIT'] ?? '547ca7a';

const FIRST_STARTS = 2;
const LATER_STARTS = 5;

/** What a start makes, which a first start must not find. */
const MADE = ['dist', 'engine/dist', '.atlas', 'atlas.config/data/demo', 'node_modules/.cache'];

/** Runs the measurement. Needs git, and an npm that can install the packages of both commits. */
export async function benchStarts(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-starts-'));
  try {
    const clones = ['HEAD', BEFORE].map((commit, place) => clone(commit, join(folder, `${place}`)));
    const first = await inTurns(clones, FIRST_STARTS, forget);
    const later = await inTurns(clones, LATER_STARTS, () => undefined);
    return [row('first start', first, 1.3), row('later start', later, 1.2)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function clone(commit: string, to: string): string {
  execFileSync('git', ['clone', '-q', '--no-checkout', ROOT, to]);
  execFileSync('git', ['checkout', '-q', commit], { cwd: to });
  const npm = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', npm, { cwd: to, stdio: ['ignore', 2, 2] });
  return to;
}

/** Removes what earlier starts have made. */
function forget(dir: string): void {
  for (const path of MADE) rmSync(join(dir, path), { recursive: true, force: true });
}

/** Starts each clone by turns. Returns the seconds of its starts. */
async function inTurns(
  clones: readonly string[],
  turns: number,
  prepare: (dir: string) => void,
): Promise<readonly number[][]> {
  const seconds: number[][] = clones.map(() => []);
  for (let turn = 0; turn < turns; turn += 1)
    for (const [place, dir] of clones.entries()) {
      prepare(dir);
      seconds[place]!.push(await secondsToStart(dir));
    }
  return seconds;
}

/** Starts an atlas with `npm start`, and returns the seconds until it answers. */
async function secondsToStart(dir: string): Promise<number> {
  const began = performance.now();
  const npm = spawn('npm', ['start'], { cwd: dir, env: { ...process.env, PORT: '0' } });
  const ended = new Promise((resolve) => npm.once('close', resolve));
  const url = await addressOf(npm);
  const { status } = await fetch(url);
  const seconds = (performance.now() - began) / 1_000;
  npm.kill();
  await ended;
  if (status !== 200) throw new Error(`status ${status}`);
  return seconds;
}

function row(name: string, [now = [], before = []]: readonly number[][], goal: number): BenchRow {
  const [mine, its] = [medianOf(now), medianOf(before)];
  const value = `${mine.toFixed(1)} s; ${BEFORE} ${its.toFixed(1)} s; ratio ${(mine / its).toFixed(2)}`;
  return { metric: `19 ${name}, median of ${now.length} (goal ${goal} of ${BEFORE})`, value };
}

/**
 * The outcome of the last preparation on disk, so that a start whose inputs have not changed serves
 * it without reading, checking and compiling the atlas again.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { statFolder } from '../../server/config/stat-folder.ts';
import { readSetting, SETTINGS, type Environment } from '../../server/config/settings.ts';
import { releaseStamp } from '../common/release-stamp.ts';
import type { CommandIo } from '../common/command.ts';
import type { Outcome } from './jobs.ts';

/** How a preparation prints, and its environment. */
type Printing = Pick<CommandIo, 'env' | 'color' | 'terminal'>;

/** The file: a hash of the rest, then this record in the format of `node:v8`. */
interface Kept {
  /** Hash of the inputs. */
  readonly inputs: string;
  readonly outcome: Outcome;
}

const HASH_BYTES = 32;

/**
 * Returns the outcome of the last preparation of a configuration folder. Returns null if there is
 * none, if it was made from other inputs or by another release, or if it is damaged. The caller
 * compares the state of the store. Throws `ConfigFolderError`.
 */
export async function readKept(config: string, io: Printing): Promise<Outcome | null> {
  const { all } = await statFolder(config);
  try {
    const bytes = await readFile(fileOf(io.env));
    const body = bytes.subarray(HASH_BYTES);
    if (!hashOf(body).equals(bytes.subarray(0, HASH_BYTES))) return null;
    const { inputs, outcome } = deserialize(body) as Kept;
    const services = outcome.prepared?.serviceSettings ?? [];
    return inputs === inputsOf({ ...io, config, stamp: all.stamp }, services) ? outcome : null;
  } catch {
    return null;
  }
}

/**
 * Keeps an outcome for the next start, if it may be kept. The file contains restricted texts, so only
 * its owner may read it. If it cannot be written, the next start prepares the atlas again.
 */
export async function keepOutcome(
  by: Printing & { readonly config: string },
  outcome: Outcome,
): Promise<void> {
  const { kept: lines, stamp, prepared } = outcome;
  if (!lines || stamp === null || prepared === null) return;
  const file = fileOf(by.env);
  const inputs = inputsOf({ ...by, stamp }, prepared.serviceSettings);
  const body = serialize({ inputs, outcome } satisfies Kept);
  const beside = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(beside, Buffer.concat([hashOf(body), body]), { mode: 0o600 });
    await rename(beside, file);
  } catch {
    await rm(beside, { force: true }).catch(() => undefined);
  }
}

function fileOf(env: Environment): string {
  return join(readSetting(env, 'dataDir'), 'prepared.bin');
}

/** Returns a hash of the inputs. `services` are the names of the variables of services. */
function inputsOf(
  { config, stamp, env, color, terminal = false }: Printing & { config: string; stamp: string },
  services: readonly string[],
): string {
  const names = [...Object.values(SETTINGS).map(({ name }) => name), ...services];
  const settings = names.map((name) => [name, env[name]]);
  const inputs = [releaseStamp(), config, stamp, settings, color, terminal];
  return hashOf(Buffer.from(JSON.stringify(inputs))).toString('base64url');
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

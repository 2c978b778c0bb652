import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../load/load-input.ts';
import { hasNoRoom } from '../store/no-room.ts';
import { StoreFull } from '../store/writer.ts';
import type { ServiceLoad } from './read-service.ts';

/** The last valid answer to a load from a service. */
export interface KeptAnswer {
  /** Hash of the requested address. A response is only used for the same address. */
  readonly from: string;
  /** Time of the response, in milliseconds since 1970. */
  readonly at: number;
  /** Hash of the features. */
  readonly digest: string;
}

/**
 * Stores the last valid answer to each load in a folder. The checks read these responses. A start
 * reads them instead of a service whose load has no `every`, and `last-load` uses them when the
 * service fails.
 */
export class KeptAnswers {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the stored answer of a load; null when there is none. */
  async find(load: ServiceLoad): Promise<KeptAnswer | null> {
    try {
      return JSON.parse(await readFile(this.#headOf(load), 'utf8')) as KeptAnswer;
    } catch {
      return null;
    }
  }

  /** Stores an answer and replaces the previous one. Throws `StoreFull` when the disk is full. */
  async keep(
    load: ServiceLoad,
    features: readonly unknown[],
    { from, at }: Pick<KeptAnswer, 'from' | 'at'>,
  ): Promise<KeptAnswer> {
    const text = JSON.stringify(features);
    const answer: KeptAnswer = { from, at, digest: digestOf(text) };
    const before = await this.find(load);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // The head file contains the hash of the features, so that writing the head replaces both files
    // in one step.
    await this.#write(this.#bodyOf(load, answer), text);
    await this.#write(this.#headOf(load), JSON.stringify(answer));
    if (before && before.digest !== answer.digest)
      await rm(this.#bodyOf(load, before), { force: true });
    return answer;
  }

  /** Returns the features of a stored answer. */
  async features(load: ServiceLoad, answer: KeptAnswer): Promise<readonly unknown[]> {
    return JSON.parse(await readFile(this.#bodyOf(load, answer), 'utf8')) as unknown[];
  }

  #headOf(load: ServiceLoad): string {
    return join(this.#folder, `${nameOf(load)}.json`);
  }

  #bodyOf(load: ServiceLoad, { digest }: KeptAnswer): string {
    return join(this.#folder, `${nameOf(load)}.${digest}.json`);
  }

  async #write(path: string, text: string): Promise<void> {
    const aside = `${path}.${process.pid}`;
    try {
      await writeFile(aside, text, { mode: 0o600 });
      await rename(aside, path);
    } catch (error) {
      await rm(aside, { force: true });
      if (!hasNoRoom(error)) throw error;
      throw new StoreFull(
        'The disk of the data folder is full, so the answer of a service was not stored. The previous answer stays. Free disk space, then try again.',
        { cause: error },
      );
    }
  }
}

function nameOf({ service, path, format, records, coordinates }: ServiceLoad): string {
  return digestOf(JSON.stringify([service.id, path, format, records, coordinates]));
}

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../load/load-input.ts';
import { hasNoRoom } from '../store/no-room.ts';
import { StoreFull } from '../store/writer.ts';
import type { ServiceLoad } from './read-service.ts';

/** The last good answer to a load from a service. */
export interface KeptAnswer {
  /** Hash of the address that was asked: another address is another answer. */
  readonly from: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Hash of the features. */
  readonly digest: string;
}

/**
 * The last good answer to each load, as files in a folder of the account's own. They are what
 * checks look at, what a start without `every` reads again, and what `last-load` falls back to.
 */
export class KeptAnswers {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The answer that is kept for a load; null when there is none. */
  async find(load: ServiceLoad): Promise<KeptAnswer | null> {
    try {
      return JSON.parse(await readFile(this.#headOf(load), 'utf8')) as KeptAnswer;
    } catch {
      return null;
    }
  }

  /** Keeps an answer in the place of the one before. Throws `StoreFull` when there is no room. */
  async keep(
    load: ServiceLoad,
    features: readonly unknown[],
    { from, at }: Pick<KeptAnswer, 'from' | 'at'>,
  ): Promise<KeptAnswer> {
    const text = JSON.stringify(features);
    const answer: KeptAnswer = { from, at, digest: digestOf(text) };
    const before = await this.find(load);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // The head names the features by their hash, so that both change over at once.
    await this.#write(this.#bodyOf(load, answer), text);
    await this.#write(this.#headOf(load), JSON.stringify(answer));
    if (before && before.digest !== answer.digest)
      await rm(this.#bodyOf(load, before), { force: true });
    return answer;
  }

  /** The features of a kept answer. */
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
        'There is no room left on the disk of the data folder for the answer of a service. The one before stays. Make room, then try again.',
        { cause: error },
      );
    }
  }
}

function nameOf({ service, path, format, records, coordinates }: ServiceLoad): string {
  return digestOf(JSON.stringify([service.id, path, format, records, coordinates]));
}

/** Keeps the mails of a demonstration in a folder, instead of sending them. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailSender, OutgoingMail } from './outgoing-mail.ts';

/** A mail in the outbox. */
export interface KeptMail extends OutgoingMail {
  /** The time at which it was written, in the form of ISO 8601. */
  readonly at: string;
}

/** Number of mails that are kept. */
const MOST_MAILS = 100;

export class Outbox implements MailSender {
  readonly #folder: string;
  readonly #now: () => number;
  #number = 0;

  constructor(folder: string, now: () => number) {
    this.#folder = folder;
    this.#now = now;
  }

  async send(mail: OutgoingMail): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const at = new Date(this.#now()).toISOString();
    const number = String(this.#number++).padStart(4, '0');
    const kept: KeptMail = { at, ...mail };
    const file = join(this.#folder, `${at.replaceAll(':', '-')}-${number}.json`);
    await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    const names = await this.#names();
    for (const old of names.slice(MOST_MAILS)) await rm(join(this.#folder, old), { force: true });
  }

  /** Returns the mails, newest first. */
  async mails(): Promise<readonly KeptMail[]> {
    const texts = (await this.#names()).map((name) => readFile(join(this.#folder, name), 'utf8'));
    return (await Promise.all(texts)).map((text) => JSON.parse(text) as KeptMail);
  }

  close(): void {}

  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  }
}

/** Sends the mails in the database, after the answer to the request that caused them. */
import type { Mail } from './account.ts';
import { composeMail } from './compose-mail.ts';
import type { Composing } from './mail-context.ts';
import type { MailSender } from '../mail/outgoing-mail.ts';

export interface QueueOptions extends Composing {
  readonly sender: MailSender;
  /** Called with an error of a mail that could not be sent; it is tried again. */
  readonly failed: (error: unknown) => void;
}

/** Milliseconds between two looks at the queue; mails of this process are sent at once. */
const LOOK_MS = 15_000;
/** Milliseconds between a request and the work on its mail. */
const SEND_DELAY_MS = 200;
/** Milliseconds for one attempt; then another process may try. */
const ATTEMPT_MS = 120_000;
/** Wait after the first failure; it doubles up to the longest. */
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 3_600_000;
/** A mail that could not be sent for this time is given up. */
const GIVE_UP_MS = 3 * 86_400_000;
/** Mails read at once. */
const BATCH = 20;

export class MailQueue {
  readonly #options: QueueOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isWanted = false;
  #isStopped = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_MS);
    this.#timer.unref();
    this.wake();
  }

  /** Sends what is due, after the current request has been answered. */
  wake(): void {
    if (this.#isStopped) return;
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.settled();
    this.#options.sender.close();
  }

  async #run(): Promise<void> {
    // The answer to the request leaves first, and its time does not show whether a mail is sent.
    await new Promise((resolve) => setTimeout(resolve, SEND_DELAY_MS));
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      try {
        await this.#sendDue();
      } catch (error) {
        // The database does not answer; the next look tries again.
        this.#options.failed(error);
      }
    }
  }

  async #sendDue(): Promise<void> {
    const { store, now } = this.#options;
    const mails = await store.mails.due(now(), BATCH);
    for (const mail of mails) {
      if (this.#isStopped) return;
      if (await store.mails.claim(mail, now() + ATTEMPT_MS)) await this.#send(mail);
    }
    if (mails.length === BATCH) this.#isWanted = true;
  }

  async #send(mail: Mail): Promise<void> {
    const { store, sender, now, failed } = this.#options;
    try {
      const composed = await composeMail(mail, this.#options);
      if (composed) await sender.send(composed);
      await store.mails.remove(mail.id);
    } catch (error) {
      failed(error);
      const at = now();
      const reason = error instanceof Error ? error.message : String(error);
      if (at - mail.created > GIVE_UP_MS) await this.#drop(mail, { at, error: reason });
      else {
        const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** mail.attempts);
        await store.mails.postpone(mail.id, { due: at + wait, error: reason });
      }
    }
  }

  /** Gives a mail up. Operators see it in their list. */
  #drop({ id, kind }: Mail, given: { readonly at: number; readonly error: string }): Promise<void> {
    return this.#options.store.transaction(async ({ mails, audit }) => {
      await mails.drop(id, given);
      const line = { at: given.at, by: 'server', action: 'mail dropped', account: null };
      await audit.add({ ...line, detail: kind });
    });
  }
}

/**
 * The jobs that prepare downloads, one after the other; accounts take turns. They are kept beside the
 * accounts.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { AtlasSnapshot } from '../access/atlas-snapshot.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Asker } from '../access/asker.ts';
import { visitorAt } from '../accounts/ranks.ts';
import type { StorePlace } from '../store/store-place.ts';
import type { Download, DownloadEnd, DownloadRequest, NewDownload } from '../accounts/download.ts';
import { DownloadFiles } from './download-files.ts';
import { DOWNLOAD_LIMITS, type DownloadLimits } from './download-limits.ts';
import { endOf } from './end-of.ts';
import { inTurns } from './turns.ts';
import { makeTask } from './make-task.ts';
import { runInChild } from './work/run-in-child.ts';
import type { DownloadTask, RunTask } from './work/task.ts';
import { hasNoRoom } from '../store/no-room.ts';

export interface OpeningDownloads {
  readonly accounts: Pick<Accounts, 'store' | 'now'>;
  /** Where the process of a job reads the data. */
  readonly place: StorePlace;
  /** The folder of the files. */
  readonly folder: string;
  /** Returns the snapshot from which a visitor is answered; default: that of everyone. */
  readonly snapshot: (visitor?: Asker) => AtlasSnapshot;
  readonly logger: FastifyBaseLogger;
  /** Limits that differ from `DOWNLOAD_LIMITS`. */
  readonly limits?: Partial<DownloadLimits>;
  /** Runs a task; default: in a process of its own. */
  readonly run?: RunTask;
}

/** Why a request is refused: the account has too many jobs, or the disk is full. */
export type Refused = 'too-many' | 'no-room';

/** The job that runs. */
interface Current {
  readonly id: string;
  readonly abort: AbortController;
  /** The share that is done, from 0 to 1. */
  share: number;
}

type Stop = 'late' | 'removed' | 'closing';

const ID_BYTES = 16;
/** Milliseconds between two removals of expired jobs. */
const SWEEP_MS = 60_000;

export class Downloads {
  readonly #opening: OpeningDownloads;
  readonly #limits: DownloadLimits;
  readonly #files: DownloadFiles;
  /** The ends of jobs that the database has not taken yet. */
  readonly #ends = new Map<string, DownloadEnd>();
  #adding: Promise<unknown> = Promise.resolve();
  /** The account of the job that began last; 0 after the start of the server. */
  #lastAccount = 0;
  #current: Current | null = null;
  #working: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(opening: OpeningDownloads) {
    this.#opening = opening;
    this.#limits = { ...DOWNLOAD_LIMITS, ...opening.limits };
    this.#files = new DownloadFiles(opening.folder);
  }

  /** Continues the jobs that were not finished when the server stopped, and removes expired ones. */
  async start(): Promise<void> {
    await this.#table.resume();
    await this.sweep();
    this.#wake();
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.#failed(error));
      this.#wake();
    }, SWEEP_MS);
    this.#timer.unref();
  }

  /**
   * Adds a job for an account. Requests are counted one after the other, so that several at once
   * cannot pass a limit together. Rejects when the database does not answer.
   */
  add(account: number, request: DownloadRequest): Promise<NewDownload | Refused> {
    const added = this.#adding.then(() => this.#add(account, request));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  /** Removes a job and its file. If it runs, it is ended. */
  async remove(id: string): Promise<void> {
    await this.#table.remove(id);
    if (this.#current?.id === id) this.#current.abort.abort('removed' satisfies Stop);
    this.#files.remove(id);
  }

  /** Returns the share of a job that is done, from 0 to 1. */
  shareOf({ id, state }: Pick<Download, 'id' | 'state'>): number {
    if (this.#current?.id === id) return this.#current.share;
    return state === 'waiting' || state === 'running' ? 0 : 1;
  }

  /** Returns the number of jobs that end before this one begins. */
  async aheadOf({ id, state }: Pick<Download, 'id' | 'state'>): Promise<number> {
    if (state !== 'waiting') return 0;
    const open = await this.#table.open();
    const waiting = this.#inTurns(open);
    const running = open.length - waiting.length;
    return (
      running +
      Math.max(
        0,
        waiting.findIndex((one) => one.id === id),
      )
    );
  }

  /** Returns the path of the file of a finished job. */
  fileOf(download: Pick<Download, 'id' | 'request'>): string {
    return this.#files.fileOf(download);
  }

  /** Removes expired jobs, and everything of jobs whose row or account is gone. */
  async sweep(): Promise<void> {
    const now = this.#opening.accounts.now();
    const jobs = await this.#table.all();
    for (const { id, expires } of jobs) if (expires <= now) await this.remove(id);
    const known = new Set(jobs.map(({ id }) => id));
    const found = new Set([...this.#files.ids(), ...(this.#current ? [this.#current.id] : [])]);
    for (const id of found)
      // A job may have been added after the list was read.
      if (!known.has(id) && !(await this.#table.byId(id))) await this.remove(id);
  }

  /** Waits until no job waits or runs, for tests. */
  async settled(): Promise<void> {
    await this.#working;
  }

  /** Ends the job that runs; the next start continues it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearInterval(this.#timer);
    this.#current?.abort.abort('closing' satisfies Stop);
    await this.#working;
  }

  get #table() {
    return this.#opening.accounts.store.downloads;
  }

  #wake(): void {
    const before = this.#working ?? Promise.resolve();
    const work = before
      .then(() => this.#work())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        if (this.#working === work) this.#working = null;
      });
    this.#working = work;
  }

  async #add(account: number, request: DownloadRequest): Promise<NewDownload | Refused> {
    const { unfinished, lifetime, diskBytes } = this.#limits;
    const known = await this.#table.ofAccount(account);
    if (known.filter(isOpen).length >= unfinished) return 'too-many';
    for (const old of this.#tooOld(known.filter((one) => !isOpen(one)))) await this.remove(old.id);
    if (this.#files.bytes() >= diskBytes) return 'no-room';
    const created = this.#opening.accounts.now();
    const id = randomBytes(ID_BYTES).toString('hex');
    const download = { id, account, request, created, expires: created + lifetime };
    await this.#table.add(download);
    this.#wake();
    return download;
  }

  /** Returns the finished jobs of an account, newest first, that make room for a new one. */
  #tooOld(ended: readonly Download[]): readonly Download[] {
    const { kept, accountBytes } = this.#limits;
    let sum = 0;
    return ended.filter(({ bytes }, place) => {
      sum += bytes ?? 0;
      return place >= kept - 1 || sum > accountBytes;
    });
  }

  #inTurns<T extends Pick<Download, 'id' | 'account' | 'state'>>(open: readonly T[]): readonly T[] {
    const waiting = open.filter(({ state }) => state === 'waiting');
    return inTurns(waiting, this.#lastAccount);
  }

  async #work(): Promise<void> {
    await this.#saveEnds();
    while (!this.#isClosed) {
      const [first] = this.#inTurns(await this.#table.open());
      if (!first) return;
      this.#lastAccount = first.account;
      await this.#take(first.id);
      await this.#saveEnds();
    }
  }

  /** Begins a job that waits, and runs it. */
  async #take(id: string): Promise<void> {
    const current: Current = { id, abort: new AbortController(), share: 0 };
    // Before the job begins, so that a removal at the same time ends it.
    this.#current = current;
    try {
      const download = await this.#table.begin(id);
      // It was removed meanwhile, or another server has begun it.
      if (!download) return;
      const end = await this.#run(download, current);
      if (end?.state !== 'done') this.#files.remove(id);
      // A job whose server stops is continued by the next start.
      if (end) this.#ends.set(id, end);
    } finally {
      this.#current = null;
    }
  }

  /** An end that cannot be saved is saved later: a job that never ends would block its page. */
  async #saveEnds(): Promise<void> {
    for (const [id, end] of this.#ends) {
      const isKnown = await this.#table.end(id, end);
      this.#ends.delete(id);
      if (!isKnown) this.#files.remove(id);
    }
  }

  /** Returns the end of a job; null if it was removed, or if the server stops. */
  async #run(download: Download, current: Current): Promise<DownloadEnd | null> {
    const { abort } = current;
    // The server may have begun to stop while the job was read.
    if (this.#isClosed) abort.abort('closing' satisfies Stop);
    const late = setTimeout(() => abort.abort('late' satisfies Stop), this.#limits.time);
    try {
      const task = await this.#taskOf(download);
      if (!task) return { state: 'failed', reason: 'forbidden' };
      const progress = (share: number): void => void (current.share = share);
      const run = this.#opening.run ?? runInChild;
      abort.signal.throwIfAborted();
      const end = await run(task, { signal: abort.signal, progress });
      if (end.kind === 'no-room') this.#failed(new Error('the disk is full'));
      return endOf(end, { hasAllRoom: task.maxBytes === this.#limits.jobBytes });
    } catch (error) {
      const stop = abort.signal.aborted ? (abort.signal.reason as Stop) : null;
      if (stop === 'removed' || stop === 'closing') return null;
      if (stop !== 'late') this.#failed(error);
      return { state: 'failed', reason: stop ?? (hasNoRoom(error) ? 'no-room' : 'server') };
    } finally {
      clearTimeout(late);
      this.#files.removeWork(download.id);
    }
  }

  async #taskOf(download: Download): Promise<DownloadTask | null> {
    const { accounts, snapshot, place } = this.#opening;
    const { jobBytes, diskBytes } = this.#limits;
    const account = await accounts.store.accounts.byId(download.account);
    if (!account) return null;
    const grants = await accounts.store.grants.ofAccount(account.id);
    const now = accounts.now();
    const visitor = visitorAt({ account, grants }, snapshot().accounts, now);
    return makeTask(download, snapshot(visitor), {
      place,
      now,
      username: account.username,
      visitor,
      folder: this.#files.workFolder(download.id),
      file: this.fileOf(download),
      maxBytes: Math.min(jobBytes, diskBytes - this.#files.bytes()),
    });
  }

  #failed(error: unknown): void {
    this.#opening.logger.error({ err: error }, 'a download could not be prepared');
  }
}

function isOpen({ state }: Download): boolean {
  return state === 'waiting' || state === 'running';
}

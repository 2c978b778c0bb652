import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { BundleTool, DownloadFormat } from 'atlas-engine/runtime';
import type { CallFailure } from '../../account/call.ts';
import type { DownloadClient } from './download-client.ts';
import type { Job, Offer } from './download-types.ts';

/** Why an order did not become a job: the server refused a part of it, or the call failed. */
export type OrderProblem =
  { readonly kind: 'too-large' | 'extent' | 'agreement' | 'choice' } | CallFailure;

/** Milliseconds between two questions about a job. */
const POLL_MS = 1_000;
/** Milliseconds between two questions after one that failed. */
const SLOW_POLL_MS = 5_000;
/** Milliseconds without any answer after which the tool stops asking. */
const PATIENCE_MS = 12_000;

/** The choices, the jobs and the calls of the tool Download. */
export class DownloadStore {
  offer: Offer | null = null;
  /** Why the offer could not be loaded. */
  offerFailure: CallFailure | null = null;
  readonly datasets = observable.set<string>();
  readonly formats = observable.set<DownloadFormat>();
  agreed = false;
  ordering = false;
  problem: OrderProblem | null = null;
  /** The jobs, newest first. */
  jobs: readonly Job[] = [];
  /** Whether the server no longer answers questions about the jobs. */
  silent = false;
  private readonly client: DownloadClient;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private lastAnswer = 0;

  constructor(client: DownloadClient, { formats }: Extract<BundleTool, { id: 'download' }>) {
    this.client = client;
    const [first] = formats;
    if (first) this.formats.add(first);
    makeAutoObservable<this, 'client' | 'timer' | 'lastAnswer'>(
      this,
      {
        ...{ offer: observableRef, offerFailure: observableRef, problem: observableRef },
        ...{ jobs: observableRef, client: false, timer: false, lastAnswer: false },
      },
      { autoBind: true },
    );
  }

  /** Whether a job waits or runs. */
  get busy(): boolean {
    return this.jobs.some(isOpen);
  }

  /** Loads what the server offers, and the jobs of earlier visits. */
  async open(): Promise<void> {
    this.offerFailure = null;
    const result = await this.client.offer();
    runInAction(() => {
      if (!result.ok) {
        this.offerFailure = result.failure;
        return;
      }
      this.offer = result.value;
      this.jobs = result.value.jobs;
      const open = result.value.datasets.filter(({ locked }) => locked === null);
      for (const id of this.datasets)
        if (!open.some((dataset) => dataset.id === id)) this.datasets.delete(id);
      this.follow();
    });
  }

  toggleDataset(id: string): void {
    if (!this.datasets.delete(id)) this.datasets.add(id);
    this.problem = null;
  }

  toggleFormat(format: DownloadFormat): void {
    if (!this.formats.delete(format)) this.formats.add(format);
    this.problem = null;
  }

  setAgreed(agreed: boolean): void {
    this.agreed = agreed;
    this.problem = null;
  }

  /** Forgets why the last order was refused. */
  clearProblem(): void {
    this.problem = null;
  }

  /** Asks for the files of an area, given as well-known text. The choices are kept. */
  async order(area: string): Promise<void> {
    if (this.ordering) return;
    this.ordering = true;
    this.problem = null;
    const result = await this.client.order({
      area,
      agreement: this.offer?.agreement ?? null,
      datasets: [...this.datasets],
      formats: [...this.formats],
    });
    runInAction(() => {
      this.ordering = false;
      if (!result.ok) {
        this.problem = problemOf(result.failure);
        return;
      }
      this.jobs = [result.value, ...this.jobs];
      this.follow();
    });
  }

  /** Cancels a job, or removes it from the list. Returns whether the server did so. */
  async remove(id: string): Promise<boolean> {
    const result = await this.client.remove(id);
    const isGone = result.ok || result.failure.kind === 'missing';
    runInAction(() => {
      if (isGone) this.jobs = this.jobs.filter((job) => job.id !== id);
    });
    return isGone;
  }

  /** Asks about the jobs until all have ended. */
  follow(): void {
    this.silent = false;
    this.lastAnswer = Date.now();
    this.plan(POLL_MS);
  }

  /** Stops asking, such as when the tool is closed. */
  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private plan(wait: number): void {
    this.stop();
    if (this.busy) this.timer = setTimeout(() => void this.ask(), wait);
  }

  private async ask(): Promise<void> {
    const asked = this.jobs
      .filter(isOpen)
      .map(async ({ id }) => [id, await this.client.job(id)] as const);
    const answers = new Map(await Promise.all(asked));
    runInAction(() => {
      let isAnswered = false;
      this.jobs = this.jobs.flatMap((job) => {
        const answer = answers.get(job.id);
        if (!answer) return [job];
        const isGone = !answer.ok && answer.failure.kind === 'missing';
        if (answer.ok || isGone) isAnswered = true;
        return isGone ? [] : [answer.ok ? answer.value : job];
      });
      if (isAnswered) this.lastAnswer = Date.now();
      this.silent = Date.now() - this.lastAnswer > PATIENCE_MS;
      if (!this.silent) this.plan(isAnswered ? POLL_MS : SLOW_POLL_MS);
    });
  }
}

function isOpen({ state }: Job): boolean {
  return state === 'waiting' || state === 'running';
}

/** The server names the field of an order that it refuses. */
function problemOf(failure: CallFailure): OrderProblem {
  if (failure.kind !== 'invalid') return failure;
  const { fields } = failure;
  if (fields.includes('area')) return { kind: 'too-large' };
  if (fields.includes('extent')) return { kind: 'extent' };
  return { kind: fields.includes('agreement') ? 'agreement' : 'choice' };
}

import { makeAutoObservable, observable, observableRef, runInAction } from 'mobx';
import type { DownloadFormat } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';
import type { DownloadCalls } from './download-client.ts';
import type { Job, Offer, OfferedDataset } from './download-types.ts';

/** Why an order did not become a job: the server refused a part of it, or the call failed. */
export type OrderProblem =
  | { readonly kind: 'too-large' | 'too-many' | 'extent' | 'agreement' | 'choice' | 'no-room' }
  | Failure;

/** Milliseconds between two questions about a job. */
const POLL_MS = 1_000;
/** Milliseconds between two questions after one that failed. */
const SLOW_POLL_MS = 5_000;
/** Milliseconds without any answer after which the tool says so, and asks rarely. */
const PATIENCE_MS = 12_000;
const RARE_POLL_MS = 15_000;
/**
 * The largest file, in bytes, that is saved without a further click. It takes seconds, also over a
 * slow connection. For a larger one, the visitor chooses the time.
 */
const SAVED_UP_TO = 2_000_000;

interface DownloadNeeds {
  readonly client: DownloadCalls;
  /** The formats that the tool offers. The first is chosen. */
  readonly formats: readonly DownloadFormat[];
  /** The groups on the map. Until the visitor chooses, their datasets are chosen. */
  readonly active: () => readonly string[];
  /** Called when the server answers that nobody is logged in. */
  readonly sessionEnded: () => void;
}

/** The choices, the jobs and the calls of the tool Download. */
export class DownloadStore {
  offer: Offer | null = null;
  /** Why the offer could not be loaded. */
  offerFailure: Failure | null = null;
  readonly datasets = observable.set<string>();
  readonly formats = observable.set<DownloadFormat>();
  agreed = false;
  ordering = false;
  problem: OrderProblem | null = null;
  /** The jobs, newest first. */
  jobs: readonly Job[] = [];
  /** The job that was ordered last; the list shows it. */
  ordered: string | null = null;
  /** Why the tool has no answer about the jobs; null while it has. */
  trouble: Failure | null = null;
  private readonly client: DownloadCalls;
  private readonly sessionEnded: () => void;
  private readonly active: () => readonly string[];
  /** Whether the visitor has chosen datasets. */
  private isChosen = false;
  /** The jobs that were ordered since the tool was opened, and are not yet saved. */
  private readonly awaited = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private lastAnswer = 0;

  constructor({ client, formats, active, sessionEnded }: DownloadNeeds) {
    this.client = client;
    this.active = active;
    this.sessionEnded = sessionEnded;
    const [first] = formats;
    if (first) this.formats.add(first);
    makeAutoObservable<
      this,
      'client' | 'sessionEnded' | 'active' | 'isChosen' | 'awaited' | 'timer' | 'lastAnswer'
    >(
      this,
      {
        offer: observableRef,
        offerFailure: observableRef,
        problem: observableRef,
        jobs: observableRef,
        trouble: observableRef,
        client: false,
        sessionEnded: false,
        active: false,
        isChosen: false,
        awaited: false,
        timer: false,
        lastAnswer: false,
      },
      { autoBind: true },
    );
  }

  /** Whether a job waits or runs. */
  get busy(): boolean {
    return this.jobs.some(isOpen);
  }

  /** The chosen datasets that have terms of use. */
  get underTerms(): readonly OfferedDataset[] {
    const datasets = this.offer?.datasets ?? [];
    return datasets.filter(({ id, terms }) => terms !== null && this.datasets.has(id));
  }

  /** Forgets everything, for another visitor. */
  reset(): void {
    this.close();
    this.offer = null;
    this.offerFailure = null;
    this.datasets.clear();
    this.isChosen = false;
    this.agreed = false;
    this.problem = null;
    this.jobs = [];
    this.trouble = null;
  }

  /** Loads what the server offers, and the jobs of earlier visits. */
  async open(): Promise<void> {
    this.offerFailure = null;
    const result = await this.client.offer();
    runInAction(() => {
      if (!result.ok) {
        this.offerFailure = this.noted(result.failure);
        return;
      }
      this.offer = result.value;
      this.jobs = result.value.jobs;
      const open = result.value.datasets.filter(({ locked }) => locked === null);
      for (const id of this.datasets)
        if (!open.some((dataset) => dataset.id === id)) this.datasets.delete(id);
      const active = this.active();
      const shown = open.filter(({ group }) => group !== null && active.includes(group));
      if (!this.isChosen) this.datasets.replace(shown.map(({ id }) => id));
      this.follow();
    });
  }

  /** Chooses datasets, or none of them. */
  chooseDatasets(ids: readonly string[], isChosen: boolean): void {
    for (const id of ids) {
      if (isChosen) this.datasets.add(id);
      else this.datasets.delete(id);
    }
    this.isChosen = true;
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
        this.problem = problemOf(this.noted(result.failure));
        return;
      }
      this.jobs = [result.value, ...this.jobs];
      this.ordered = result.value.id;
      this.awaited.add(result.value.id);
      this.follow();
    });
  }

  /** Notes that the list has shown the job that was ordered last. */
  noteShown(): void {
    this.ordered = null;
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

  /** Asks whether a file can be fetched. Returns why not, or null. */
  async check(file: string): Promise<Failure | null> {
    const result = await this.client.check(file);
    return result.ok ? null : this.noted(result.failure);
  }

  /** Asks about the jobs until all have ended. */
  follow(): void {
    this.trouble = null;
    this.lastAnswer = Date.now();
    this.plan(POLL_MS);
  }

  /**
   * Returns whether the file of a job is to be saved without a further click: once, if it is small and
   * was ordered since the tool was opened.
   */
  takeToSave({ id, file, bytes }: Job): boolean {
    return file !== null && this.awaited.delete(id) && (bytes ?? Infinity) <= SAVED_UP_TO;
  }

  /** Stops asking, and saves no file without a click, because the tool is closed. */
  close(): void {
    this.stop();
    this.awaited.clear();
  }

  /** Stops asking. */
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
      let failure: Failure | null = null;
      this.jobs = this.jobs.map((job) => {
        const answer = answers.get(job.id);
        if (!answer) return job;
        const isGone = !answer.ok && answer.failure.kind === 'missing';
        if (answer.ok || isGone) isAnswered = true;
        else failure = this.noted(answer.failure);
        if (isGone) return { ...job, state: 'gone' };
        return answer.ok ? answer.value : job;
      });
      this.goOn(isAnswered, failure);
    });
  }

  /** Without access, the same question has the same answer; other failures may pass. */
  private goOn(isAnswered: boolean, failure: Failure | null): void {
    if (isAnswered) this.lastAnswer = Date.now();
    const isRefused = failure?.kind === 'unauthorized' || failure?.kind === 'forbidden';
    const isSilent = Date.now() - this.lastAnswer > PATIENCE_MS;
    this.trouble = isRefused || isSilent ? failure : null;
    if (isRefused) return;
    this.plan(isSilent ? RARE_POLL_MS : isAnswered ? POLL_MS : SLOW_POLL_MS);
  }

  /** Notes that the session has ended, and returns the failure. */
  private noted(failure: Failure): Failure {
    if (failure.kind === 'unauthorized') this.sessionEnded();
    return failure;
  }
}

/** Returns whether a job waits or runs. */
export function isOpen({ state }: Job): boolean {
  return state === 'waiting' || state === 'running';
}

/** The server names the field of an order that it refuses. */
function problemOf(failure: Failure): OrderProblem {
  if (failure.kind !== 'invalid') return failure;
  const { fields } = failure;
  if (fields.includes('objects')) return { kind: 'too-many' };
  if (fields.includes('area')) return { kind: 'too-large' };
  if (fields.includes('extent')) return { kind: 'extent' };
  if (fields.includes('room')) return { kind: 'no-room' };
  return { kind: fields.includes('agreement') ? 'agreement' : 'choice' };
}

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FailureKind, Network } from '../net/request-json.ts';
import type { AnalysisResult } from './analysis-types.ts';
import type { AreaStore, ChosenArea } from './area-store.ts';

const ADDRESS = '/api/geodata/analysis/';
const KEYS = ['area', 'datasets'];

/** Time in milliseconds for the answer to arrive after the time limit of the server. */
const GRACE_MS = 5_000;

interface AnalysisNeeds {
  readonly network: Network;
  readonly area: AreaStore;
  /** The time limit of the tool in milliseconds. */
  readonly timeout: () => number;
}

/** The analysis of the area: one request at a time; an answer to an older one is dropped. */
export class AnalysisStore {
  result: AnalysisResult | null = null;
  failure: FailureKind | null = null;
  loading = false;
  /** Whether an analysis was requested without an area. */
  lacksArea = false;
  /** The area of the result or of the request. */
  of: ChosenArea | null = null;

  private readonly needs: AnalysisNeeds;
  private running: AbortController | null = null;

  constructor(needs: AnalysisNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs' | 'running'>(
      this,
      { result: observableRef, of: observableRef, needs: false, running: false },
      { autoBind: true },
    );
  }

  /** Analyses the area. Without one, the result is cleared and `lacksArea` is set. */
  async request(): Promise<void> {
    const { area } = this.needs.area;
    this.clear();
    this.lacksArea = area === null;
    if (!area) return;
    const running = new AbortController();
    this.running = running;
    this.loading = true;
    this.of = area;
    const outcome = await this.needs.network.json<AnalysisResult>(ADDRESS, {
      keys: KEYS,
      body: { geometry: area.geometry, feature: area.source ?? area.origin },
      signal: running.signal,
      timeout: this.needs.timeout() + GRACE_MS,
    });
    runInAction(() => {
      if (this.running !== running) return;
      this.running = null;
      this.loading = false;
      if (outcome.ok) this.result = outcome.value;
      else this.failure = outcome.failure;
    });
  }

  /** Ends a request, and removes the result. */
  clear(): void {
    this.running?.abort();
    this.running = null;
    this.loading = false;
    this.result = null;
    this.failure = null;
    this.lacksArea = false;
    this.of = null;
  }
}

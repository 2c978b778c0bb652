import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FeatureHit } from 'atlas-engine/runtime';
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

/** Why there is no result. `outline`: the server has no outline of the selected feature. */
export type AnalysisFailure = FailureKind | 'outline';

/** The analysis of the area: one request at a time; an answer to an older one is dropped. */
export class AnalysisStore {
  result: AnalysisResult | null = null;
  failure: AnalysisFailure | null = null;
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

  /**
   * Makes a feature the area, and returns whether it did. Its geometry is requested, because tiles
   * contain only parts of it. Without a polygon, the area of another feature is removed and
   * `lacksArea` is set.
   */
  async mark(hit: FeatureHit | undefined, name: string): Promise<boolean> {
    const { area, network } = this.needs;
    this.clear();
    if (area.area?.origin === 'feature') area.set(null);
    if (!hit?.dataset || hit.id === '' || !hit.geometry.type.endsWith('Polygon')) {
      this.lacksArea = area.area === null;
      return false;
    }
    const running = new AbortController();
    this.running = running;
    this.loading = true;
    const { dataset, id } = hit;
    const outcome = await network.json<{ geometry: GeoJSON.Geometry }>(
      `/ogc/collections/${encodeURIComponent(dataset)}/items/${encodeURIComponent(id)}`,
      { keys: ['geometry'], signal: running.signal },
    );
    return runInAction(() => {
      if (this.running !== running) return false;
      this.clear();
      const geometry = outcome.ok ? outcome.value.geometry : null;
      if (!outcome.ok) this.failure = outcome.failure === 'missing' ? 'outline' : outcome.failure;
      else if (geometry && isPolygon(geometry))
        area.set({ geometry, origin: 'feature', name, source: dataset });
      return outcome.ok;
    });
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

function isPolygon(geometry: GeoJSON.Geometry): geometry is GeoJSON.Polygon | GeoJSON.MultiPolygon {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
}

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type {
  AnalysisAnswer,
  AnalysisLine,
  AnalysisRequest,
  ObjectsAnswer,
} from 'atlas-engine/http';
import { boxOf, isWithin, type FeatureHit } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { within } from '../../net/within.ts';
import type { PartlyAnalysed, WholeFeature } from '../../net/feature-readers.ts';
import { loadReaders } from '../../net/load-readers.ts';
import type { FailureKind, Network, Outcome } from '../../net/http-client.ts';
import type { AreaAround, Core } from '../../stores/places/area-around.ts';
import type { AreaStore, ChosenArea } from '../../stores/places/area-store.ts';

const ADDRESS = '/api/geodata/analysis/';

/** Time in milliseconds for the answer to arrive after the time limit of the server. */
const GRACE_MS = 5_000;

/** The distance in metres around a place or a line, until the visitor chooses another. */
const FIRST_DISTANCE = 5_000;

interface AnalysisNeeds {
  readonly network: Network;
  readonly area: AreaStore;
  /** The time limit of the tool in milliseconds. */
  readonly timeout: () => number;
  /** Whether the map has the whole geometry of a hit, as it has of the visitor's files. */
  readonly isWhole: (hit: FeatureHit) => boolean;
  /** Loads the code for circles and bands. Rejects if it cannot be loaded. */
  readonly loadAround: () => Promise<AreaAround>;
  /** Shows an area on the map. */
  readonly show?: (area: ChosenArea) => void;
}

/** Why there is no result. `outline`: the server has no outline of the selected feature. */
export type AnalysisFailure = FailureKind | 'outline';

/** The analysis of the area: one request at a time; an answer to an older one is dropped. */
export class AnalysisStore {
  result: AnalysisAnswer | null = null;
  failure: AnalysisFailure | null = null;
  loading = false;
  /** Number of datasets of the result, and of those that have not come yet. */
  count = 0;
  left = 0;
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
   * Makes a feature the area, and returns whether it did. The area of a place is a circle, and that of
   * a line a band along it. The geometry is requested, because tiles contain only parts of it. Without
   * a feature, the area of another one is removed and `lacksArea` is set.
   */
  async mark(hit: FeatureHit | undefined, name: string): Promise<boolean> {
    const { area } = this.needs;
    this.clear();
    if (area.area?.origin === 'feature') area.set(null);
    if (!hit) {
      this.lacksArea = area.area === null;
      return false;
    }
    const running = new AbortController();
    this.running = running;
    this.loading = true;
    const found = await this.areaOf(hit, running.signal);
    return runInAction(() => {
      if (this.running !== running) return false;
      this.clear();
      if (typeof found === 'string') this.failure = found;
      else area.set({ ...found, origin: 'feature', name, source: hit.dataset ?? 'import' });
      return typeof found !== 'string';
    });
  }

  /** Returns the area of a feature, or why there is none. */
  private async areaOf(
    hit: FeatureHit,
    signal: AbortSignal,
  ): Promise<Pick<ChosenArea, 'geometry' | 'around'> | AnalysisFailure> {
    const outcome = await this.geometryOf(hit, signal);
    if (!outcome.ok) return outcome.failure.kind === 'missing' ? 'outline' : outcome.failure.kind;
    const geometry = outcome.value;
    if (isPolygon(geometry)) return { geometry };
    if (!isCore(geometry)) return 'outline';
    try {
      const areaAround = await this.needs.loadAround();
      const around = { core: geometry, metres: FIRST_DISTANCE };
      return { geometry: areaAround(geometry, FIRST_DISTANCE), around };
    } catch {
      return 'offline';
    }
  }

  /** Returns the whole geometry of a feature. A place is whole in a tile, too. */
  private async geometryOf(
    hit: FeatureHit,
    signal: AbortSignal,
  ): Promise<Outcome<GeoJSON.Geometry>> {
    const { dataset, id, geometry } = hit;
    const drawn = geometry as GeoJSON.Geometry;
    if (this.needs.isWhole(hit)) return { ok: true, value: drawn };
    const address = `/api/features/${encodeURIComponent(dataset ?? '')}/${encodeURIComponent(id)}?geometry=true`;
    const outcome: Outcome<WholeFeature> =
      dataset === undefined || id === ''
        ? { ok: false, failure: { kind: 'missing' } }
        : await this.needs.network.json(address, { reader: wholeFeature, signal });
    if (outcome.ok) return { ok: true, value: outcome.value.geometry };
    return outcome.failure.kind === 'missing' && drawn.type === 'Point'
      ? { ok: true, value: drawn }
      : outcome;
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
    this.needs.show?.(area);
    const outcome = await this.needs.network.json(ADDRESS, {
      reader: analysis,
      body: {
        geometry: area.geometry,
        feature: area.source ?? area.origin,
      } satisfies AnalysisRequest,
      signal: running.signal,
      timeout: this.needs.timeout() + GRACE_MS,
      patient: true,
      lines: {
        join: (lines) => joinLines(lines as readonly AnalysisLine[]),
        partly: (part) => this.take(part, running),
      },
    });
    if (outcome.ok) this.take(outcome.value, running);
    runInAction(() => {
      if (this.running !== running) return;
      this.running = null;
      this.loading = false;
      if (!outcome.ok) this.failure = outcome.failure.kind;
      // The server could not go on.
      else if (this.left > 0) this.failure = 'busy';
    });
  }

  /** Shows what has come of a result. */
  private take({ count, ...result }: PartlyAnalysed, running: AbortController): void {
    if (this.running !== running) return;
    this.count = count ?? result.datasets.length;
    this.left = this.count - result.datasets.length;
    // Without any dataset, there is nothing to show yet.
    if (this.left < this.count || this.count === 0) this.result = result;
  }

  /** Lists the features of a dataset inside the area of the result; null if that fails. */
  async listObjects(dataset: string, signal: AbortSignal): Promise<ObjectsAnswer | null> {
    if (!this.of) return null;
    const { geometry, source, origin } = this.of;
    const outcome = await this.needs.network.json(ADDRESS, {
      reader: async () => (await loadReaders()).isObjects,
      body: { geometry, feature: source ?? origin, objects: dataset } satisfies AnalysisRequest,
      signal,
      timeout: this.needs.timeout() + GRACE_MS,
    });
    return outcome.ok ? outcome.value : null;
  }

  /** The result may contain what only the visitor of before may see. */
  forget(): void {
    this.clear();
  }

  /** Ends a request, and removes the result. */
  clear(): void {
    this.running?.abort();
    this.running = null;
    this.loading = false;
    this.result = null;
    this.count = 0;
    this.left = 0;
    this.failure = null;
    this.lacksArea = false;
    this.of = null;
  }
}

const analysis = async () => (await loadReaders()).isPartlyAnalysed;

/** Joins what has come of an answer in lines; undefined without the first line. */
function joinLines([head, ...rest]: readonly AnalysisLine[]): PartlyAnalysed | undefined {
  if (!head || !('area' in head)) return undefined;
  const datasets = rest
    .flatMap((line) => ('at' in line ? [line] : []))
    .sort((a, b) => a.at - b.at)
    .map(({ dataset }) => dataset);
  return { ...head, datasets };
}

const wholeFeature = async () => (await loadReaders()).isWholeFeature;

function isPolygon(geometry: GeoJSON.Geometry): geometry is GeoJSON.Polygon | GeoJSON.MultiPolygon {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
}

function isCore(geometry: GeoJSON.Geometry): geometry is Core {
  return geometry.type.endsWith('Point') || geometry.type.endsWith('LineString');
}

/** Returns the store of the tool for an atlas; see `AtlasStore.storeOf`. */
export function makeAnalysisStore({ area, bundles, map, network }: AtlasStore): AnalysisStore {
  return new AnalysisStore({
    network,
    area,
    timeout: () => bundles.bundle.tools.find((tool) => tool.id === 'analyse')?.timeout ?? 0,
    isWhole: ({ group }) => bundles.imported.find(group) !== undefined,
    loadAround: async () => {
      const code = import('../../stores/places/area-around.ts');
      return (await within(bundles.index.limits.chunkTimeout, code)).areaAround;
    },
    // An area that is partly covered or outside the view is shown whole.
    show: ({ geometry }) => {
      const bounds = boxOf(geometry);
      if (map.free && !isWithin(bounds, map.free)) map.goToArea({ bounds });
    },
  });
}

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Bounds } from 'atlas-engine/runtime';
import type { NearAnswer } from 'atlas-engine/http';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { loadReaders } from '../../net/load-readers.ts';
import type { FailureKind } from '../../net/http-client.ts';
import type { NearOf } from '../../stores/page/side-store.ts';
import { ringsAround, type NearRing } from './near-rings.ts';

const ADDRESS = '/api/geodata/near/';

/** Time in milliseconds for the answer to arrive after the time limit of the server. */
const GRACE_MS = 5_000;

/** The zooms at which the rings can be seen: out of them, the map is moved. */
const ZOOMS = { least: 8, most: 13.5 };

/** How far around what is asked about the map then shows, in metres. */
const SHOWN_METRES = 12_000;
const METRES_PER_DEGREE = 111_000;

/** What is near a place or a feature: one request at a time; an answer to an older one is dropped. */
export class NearStore {
  result: NearAnswer | null = null;
  failure: FailureKind | null = null;
  loading = false;
  /** What the result or the request is about. */
  of: NearOf | null = null;
  /** The rings around it; empty until its geometry is known. */
  rings: readonly NearRing[] = [];

  private readonly atlas: AtlasStore;
  private running: AbortController | null = null;

  constructor(atlas: AtlasStore) {
    this.atlas = atlas;
    makeAutoObservable<this, 'atlas' | 'running'>(
      this,
      {
        result: observableRef,
        of: observableRef,
        rings: observableRef,
        atlas: false,
        running: false,
      },
      { autoBind: true },
    );
  }

  /** Asks what is near; an answer that is there already is kept. */
  async request(of: NearOf | null): Promise<void> {
    if (of === this.of && (this.loading || this.result)) return;
    this.forget();
    this.of = of;
    if (!of) return;
    const running = new AbortController();
    this.running = running;
    this.loading = true;
    const { bundles, network } = this.atlas;
    const analyse = bundles.bundle.tools.find((tool) => tool.id === 'analyse');
    const { name: _, ...asked } = of;
    const query = new URLSearchParams(
      Object.entries(asked).map(([key, value]) => [key, String(value)]),
    );
    if (!('dataset' in of)) this.show(ringsAround(pointAt(of.lng, of.lat)), of);
    const outcome = await network.json(`${ADDRESS}?${query}`, {
      reader: nearAnswer,
      signal: running.signal,
      timeout: (analyse?.timeout ?? 0) + GRACE_MS,
      patient: true,
    });
    runInAction(() => {
      if (this.running !== running) return;
      this.loading = false;
      if (outcome.ok) this.result = outcome.value;
      else this.failure = outcome.failure.kind;
    });
    if (this.result?.of && this.running === running)
      await this.ring(this.result.of, running.signal);
  }

  /** The result may contain what only the visitor of before may see. */
  forget(): void {
    this.running?.abort();
    this.running = null;
    this.result = null;
    this.failure = null;
    this.loading = false;
    this.of = null;
    this.rings = [];
  }

  /** Draws the rings around a feature, whose whole geometry the tiles do not have. */
  private async ring(of: NonNullable<NearAnswer['of']>, signal: AbortSignal): Promise<void> {
    const [west, south, east, north] = of.bounds;
    if (west === east && south === north) {
      this.show(ringsAround(pointAt(west, south)), { lng: west, lat: south });
      return;
    }
    const address = `/api/features/${encodeURIComponent(of.dataset)}/${of.id}?geometry=true`;
    const outcome = await this.atlas.network.json(address, { reader: wholeFeature, signal });
    if (signal.aborted || !outcome.ok) return;
    this.show(ringsAround(outcome.value.geometry as GeoJSON.Geometry), { bounds: of.bounds });
  }

  /** Shows the rings, and moves a map on which they could not be seen. */
  private show(
    rings: readonly NearRing[],
    around: { readonly lng: number; readonly lat: number } | { readonly bounds: Bounds },
  ): void {
    this.rings = rings;
    const { map } = this.atlas;
    const zoom = map.view?.zoom;
    if (zoom !== undefined && zoom >= ZOOMS.least && zoom <= ZOOMS.most) return;
    const [west, south, east, north] =
      'bounds' in around ? around.bounds : [around.lng, around.lat, around.lng, around.lat];
    const high = SHOWN_METRES / METRES_PER_DEGREE;
    const wide = high / Math.cos((((south + north) / 2) * Math.PI) / 180);
    map.goToArea({ bounds: [west - wide, south - high, east + wide, north + high] });
  }
}

function pointAt(lng: number, lat: number): GeoJSON.Point {
  return { type: 'Point', coordinates: [lng, lat] };
}

const nearAnswer = async () => (await loadReaders()).isNear;

const wholeFeature = async () => (await loadReaders()).isWholeFeature;

/** Returns the store of the tool for an atlas; see `AtlasStore.storeOf`. */
export function makeNearStore(atlas: AtlasStore): NearStore {
  return new NearStore(atlas);
}

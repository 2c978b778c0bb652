import { makeAutoObservable, observableRef, runInAction, when } from 'mobx';
import { boxOf, isWithin, touches, type Bounds } from 'atlas-engine/runtime';
import type { NearAnswer, NearRequestBody } from 'atlas-engine/http';
import type { NearObject } from '../../address/near-text.ts';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { loadReaders } from '../../net/load-readers.ts';
import type { FailureKind } from '../../net/http-client.ts';
import type { NearOf } from '../../stores/page/side-store.ts';
import { loadPlaces, placeNamed } from '../../ui/search/find-results.ts';
import { outlineOf } from '../../stores/places/named-areas.ts';
import { ringsAround, type NearRing } from './near-rings.ts';

const ADDRESS = '/api/geodata/near/';

/** Time in milliseconds for the answer to arrive after the time limit of the server. */
const GRACE_MS = 5_000;

/** Below this zoom the rings could not be seen, and the map is moved. */
const LEAST_ZOOM = 8;

/** What the map must show around a place, and what it shows after it was moved, in metres. */
const LEAST_METRES = 5_000;
const SHOWN_METRES = 12_000;
const METRES_PER_DEGREE = 111_000;

/** Decimals of degrees, about 1 cm. */
const PLACE_DECIMALS = 7;

/** What is near a place or a feature: one request at a time; an answer to an older one is dropped. */
export class NearStore {
  result: NearAnswer | null = null;
  failure: FailureKind | null = null;
  loading = false;
  /** What the result or the request is about. */
  of: NearOf | null = null;
  /** The rings around it; empty until its geometry is known. */
  rings: readonly NearRing[] = [];
  /** Its geometry; null until it is known. */
  shape: GeoJSON.Geometry | null = null;
  /** The name of the place of the base map that it is; null if it is none. */
  place: string | null = null;

  private readonly atlas: AtlasStore;
  private running: AbortController | null = null;
  private stopMove: (() => void) | null = null;

  constructor(atlas: AtlasStore) {
    this.atlas = atlas;
    makeAutoObservable<this, 'atlas' | 'running' | 'stopMove'>(
      this,
      {
        result: observableRef,
        of: observableRef,
        rings: observableRef,
        atlas: false,
        running: false,
        shape: observableRef,
        stopMove: false,
      },
      { autoBind: true },
    );
  }

  /** The name of what is asked about, if it has one. */
  get name(): string | undefined {
    const { locale } = this.atlas.bundles.index;
    return this.of?.name ?? this.result?.of?.name?.[locale] ?? this.place ?? undefined;
  }

  /** Asks what is near; an answer that is there already is kept. */
  async request(of: NearOf | null): Promise<void> {
    if (isSame(of, this.of) && (this.loading || this.result)) {
      this.of = of;
      return;
    }
    this.forget();
    this.of = of;
    if (!of) return;
    const running = new AbortController();
    this.running = running;
    this.loading = true;
    const { bundles, network } = this.atlas;
    const analyse = bundles.bundle.tools.find((tool) => tool.id === 'analyse');
    if ('shape' in of) this.show(of.shape);
    else if ('lng' in of) this.show({ type: 'Point', coordinates: [of.lng, of.lat] });
    const outcome = await network.json(addressFor(of), {
      ...('shape' in of && { body: { geometry: of.shape } satisfies NearRequestBody }),
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
    if ('dataset' in of && this.result?.of && this.running === running)
      await this.ring(of, running.signal);
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
    this.shape = null;
    this.place = null;
    this.stopMove?.();
    this.stopMove = null;
  }

  /** Looks for the name of a place that a link has without its name. */
  async lookUp(): Promise<void> {
    const { name, of, result } = this;
    if (!of || name !== undefined) return;
    const bounds = 'lng' in of ? ([of.lng, of.lat, of.lng, of.lat] as const) : result?.of?.bounds;
    if (!bounds) return;
    await loadPlaces(this.atlas);
    if (this.of === of)
      runInAction(() => (this.place = placeNamed(bounds, this.atlas.bundles.index.locale) ?? null));
  }

  /** Draws the rings around a feature, whose whole geometry the tiles do not have. */
  private async ring(of: NearObject, signal: AbortSignal): Promise<void> {
    const address = `/api/features/${encodeURIComponent(of.dataset)}/${of.id}?geometry=true`;
    const outcome = await this.atlas.network.json(address, { reader: wholeFeature, signal });
    // A place of the base map is served as an area only.
    const shape = outcome.ok ? outcome.value.geometry : await outlineOf(of, this.atlas, signal);
    if (!signal.aborted && shape) this.show(shape as GeoJSON.Geometry);
  }

  /** Shows what is asked about with its rings, and moves a map on which they could not be seen. */
  private show(shape: GeoJSON.Geometry): void {
    const { map } = this.atlas;
    const bounds = boxOf(shape);
    this.shape = shape;
    this.rings = ringsAround(shape);
    this.stopMove?.();
    this.stopMove = when(
      () => map.free !== null && map.seen !== null,
      () => {
        const isSeen = isPoint(bounds)
          ? isWithin(around(bounds, LEAST_METRES), map.free!)
          : touches(bounds, map.free!);
        if (!isSeen || map.seen!.zoom < LEAST_ZOOM)
          map.goToArea({ bounds: around(bounds, SHOWN_METRES) });
      },
    );
  }
}

/** Returns whether two questions have the same answer, which contains every distance. */
function isSame(a: NearOf | null, b: NearOf | null): boolean {
  if (!a || !b || 'shape' in a || 'shape' in b)
    return (
      a === b || (a !== null && b !== null && 'shape' in a && 'shape' in b && a.shape === b.shape)
    );
  return addressFor(a) === addressFor(b);
}

/** Returns the address of a question; a shape is sent in the body. */
function addressFor(of: NearOf): string {
  if ('shape' in of) return ADDRESS;
  const asked = 'dataset' in of ? { dataset: of.dataset, id: of.id } : { lng: of.lng, lat: of.lat };
  const query = Object.entries(asked).map(([key, value]) => [key, textOf(value)]);
  return `${ADDRESS}?${new URLSearchParams(query)}`;
}

/** Writes a part of a question; degrees have the digits of the grid of the stores. */
function textOf(value: string | number): string {
  return typeof value === 'string' ? value : String(Number(value.toFixed(PLACE_DECIMALS)));
}

function isPoint([west, south, east, north]: Bounds): boolean {
  return west === east && south === north;
}

/** Returns bounds that are larger by a distance in metres on each side. */
function around([west, south, east, north]: Bounds, metres: number): Bounds {
  const high = metres / METRES_PER_DEGREE;
  const wide = high / Math.cos((((south + north) / 2) * Math.PI) / 180);
  return [west - wide, south - high, east + wide, north + high];
}

const nearAnswer = async () => (await loadReaders()).isNear;

const wholeFeature = async () => (await loadReaders()).isWholeFeature;

/** Returns the store of the tool for an atlas; see `AtlasStore.storeOf`. */
export function makeNearStore(atlas: AtlasStore): NearStore {
  return new NearStore(atlas);
}

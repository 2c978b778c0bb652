import { present } from 'atlas-engine/runtime';
import {
  askedConditions,
  exchanged,
  isWithin,
  keyOfAsked,
  touches,
  WORLD,
  type Asked,
  type DataFacts,
  type AtlasModel,
  type Dataset,
  type NamedFeature,
} from 'atlas-engine';
import { geodesicArea } from '../geometry/area.ts';
import { intersects } from '../geometry/intersects.ts';
import { packGeoJson } from '../geometry/pack-geojson.ts';
import { UNITS_PER_DEGREE, type PackedGeometry } from '../geometry/packed.ts';
import { normalise } from '../geometry/repair.ts';
import type { AttributeValue, Bounds } from '../store/store.ts';
import { passesAll } from './conditions.ts';
import { flattenProperties } from './flatten.ts';
import { boundsQuery } from './gather-features.ts';
import { MissingPhotos } from './missing-photos.ts';
import { repairText } from './repair-text.ts';
import { featureNamer } from './name-feature.ts';
import type { ReadFeature } from './read-feature.ts';
import type { RefusedRecord } from './refused-record.ts';
import { LastZoom } from './thinning/last-zoom.ts';

const MAX_EXAMPLES = 5;
/** Minimum length of a long text in characters, about six pages. */
const LONG_TEXT = 20_000;

/** Maximum change of the area of a polygon by a repair, as a share of the larger area. */
const MAX_CHANGE = 0.01;

const KINDS: Readonly<Record<string, string>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

/**
 * The inputs with which the features of a dataset are compared, besides the definition of the
 * dataset.
 */
export interface FactsFrame {
  readonly region: Bounds;
  /** The copies of this dataset for the extents of projects, by id, with their bounds. */
  readonly copies: readonly (readonly [id: string, bounds: Bounds])[];
  /** The conditions whose matches are counted, for the dataset and its copies, by id. */
  readonly asked: readonly (readonly [id: string, asked: readonly Asked[]])[];
}

/** Returns the frame of a dataset in its atlas. */
export function frameOf(dataset: Dataset, model: AtlasModel): FactsFrame {
  const copies = [...model.datasets.values()].flatMap(({ id, within }) =>
    within?.of === dataset.id ? [[id, within.bounds] as const] : [],
  );
  const ids = new Set([dataset.id, ...copies.map(([id]) => id)]);
  const asked = [...askedConditions(model)].filter(([id]) => ids.has(id));
  return { region: model.region.bounds, copies, asked };
}

/** Collects facts about the features of one dataset that may deserve a warning. */
export class DataFactsCollector {
  readonly #dataset: Dataset;
  readonly #frame: FactsFrame;
  readonly #kinds: Record<string, number> = {};
  readonly #keys = new Map<string, number>();
  readonly #misEncoded: Record<string, { count: number; example: string }> = {};
  readonly #longTexts: Record<string, { count: number; longest: number }> = {};
  readonly #unread: Record<string, string[]> = {};
  readonly #copies: Record<string, number>;
  readonly #asked: ReadonlyMap<string, readonly Asked[]>;
  readonly #passing: Record<string, Record<string, number>>;
  #nullKeys = 0;
  #outsideRegion = 0;
  #outsideWorld = 0;
  #withoutGeometry = 0;
  #bounds: Bounds | null = null;
  #swapped = 0;
  #refused = 0;
  #changed = 0;
  #mostChanged = 0;
  readonly #photos: MissingPhotos;
  readonly #lastZoom: LastZoom | null;
  readonly #firstRefused: NonNullable<DataFacts['refused']>['first'][number][] = [];
  readonly #nameOf: ReturnType<typeof featureNamer>;
  readonly #named: Record<string, NamedFeature[]> = {};

  /** `pictures` has the file names in each folder of photos. */
  constructor(
    dataset: Dataset,
    frame: FactsFrame,
    pictures: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
  ) {
    this.#dataset = dataset;
    this.#photos = new MissingPhotos(dataset, pictures);
    this.#lastZoom = LastZoom.of(dataset);
    this.#frame = frame;
    this.#nameOf = featureNamer(dataset);
    this.#copies = Object.fromEntries(frame.copies.map(([id]) => [id, 0]));
    this.#asked = new Map(frame.asked);
    this.#passing = Object.fromEntries(
      frame.asked.map(([id, asked]) => [
        id,
        Object.fromEntries(asked.map((where) => [keyOfAsked(where), 0])),
      ]),
    );
  }

  /** `index` is the position of the feature in the input, from 0. */
  add(raw: unknown, feature: ReadFeature, index: number): void {
    const named = this.#nameOf(index, feature);
    this.#addPlace(feature, named);
    for (const field of this.#photos.add(feature.values))
      this.#name(`photo-missing ${field}`, named);
    [...this.#dataset.fields.keys()].forEach((name, place) => {
      const value = feature.values[place] ?? null;
      if (name === this.#dataset.key) this.#addKey(value, named);
      if (typeof value === 'string') this.#addText(name, value, named);
      if (!feature.unread[place]) return;
      this.#addUnread(name, raw);
      this.#name(`values-unread ${name}`, named);
    });
  }

  /** `values` are the values of the record that could be read. */
  addRefused(
    { line, reason, angle }: RefusedRecord,
    index: number,
    values: ReadFeature['values'],
  ): void {
    this.#refused++;
    if (this.#firstRefused.length < MAX_EXAMPLES)
      this.#firstRefused.push(present({ ...this.#nameOf(index, { values, line }), reason, angle }));
  }

  facts(): DataFacts {
    const photos = this.#photos.byField();
    const repeated = [...this.#keys].filter(([, count]) => count > 1);
    return present({
      kinds: this.#kinds,
      withoutGeometry: this.#withoutGeometry,
      bounds: this.#bounds,
      outsideRegion: this.#outsideRegion,
      outsideWorld: this.#outsideWorld,
      swapped: this.#swapped > 0 ? this.#swapped : undefined,
      named: this.#named,
      keys: {
        nulls: this.#nullKeys,
        repeated: repeated.length,
        examples: repeated.slice(0, MAX_EXAMPLES).map(([key]) => key),
      },
      misEncoded: this.#misEncoded,
      longTexts: Object.keys(this.#longTexts).length > 0 ? this.#longTexts : undefined,
      unreadExamples: this.#unread,
      copies: this.#copies,
      passing: this.#passing,
      missingPhotos: Object.keys(photos).length > 0 ? photos : undefined,
      changedByRepair:
        this.#changed > 0 ? { count: this.#changed, most: this.#mostChanged } : undefined,
      largeTile: this.#lastZoom?.largest(),
      refused: this.#refused > 0 ? { count: this.#refused, first: this.#firstRefused } : undefined,
    });
  }

  #addPlace(feature: ReadFeature, named: NamedFeature): void {
    const { geometry } = feature;
    const kind = kindOf(geometry);
    const box = boxOf(geometry);
    const isEmpty = box[0] > box[2];
    if (geometry === null || geometry === undefined || (kind !== undefined && isEmpty)) {
      this.#withoutGeometry++;
      this.#name('no-geometry', named);
    }
    if (kind === undefined || isEmpty) return;
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    this.#bounds = around(this.#bounds, box);
    this.#comparePlace(box, named);
    // A load rejects geometries of other kinds.
    if (kind !== this.#dataset.geometry) {
      this.#name('geometry-not-in-data', named);
      return;
    }
    if (kind === 'polygon') this.#addRepair(geometry, named);
    this.#lastZoom?.add(geometry, feature.values);
    this.#count(this.#dataset.id, this.#metBy(feature, this.#dataset.id));
    for (const [id, bounds] of this.#frame.copies) {
      if (!touches(box, bounds)) continue;
      const met = this.#metBy(feature, id);
      if (this.#isKnown(id, met) || this.#reaches(bounds, geometry)) {
        this.#copies[id]!++;
        this.#count(id, met);
      }
    }
  }

  /**
   * Records whether a feature is in the region, and whether it would be in the region if longitude
   * and latitude were swapped.
   */
  #comparePlace(box: Bounds, named: NamedFeature): void {
    const { region } = this.#frame;
    const inWorld = isWithin(inUnits(box), WORLD);
    if (inWorld && touches(box, region)) return;
    if (touches(exchanged(box), region)) {
      this.#swapped++;
      this.#name('coordinates-swapped', named);
    } else if (inWorld) {
      this.#outsideRegion++;
      this.#name('outside-region', named);
    } else {
      this.#outsideWorld++;
      this.#name('outside-world', named);
    }
  }

  /** Records a polygon whose area a repair changes. Only the polygons of an invalid feature differ. */
  #addRepair(geometry: unknown, named: NamedFeature): void {
    const normalised = normalise(geometry, 'polygon');
    if (!('geometry' in normalised) || normalised.repaired !== 'made-valid') return;
    const packed = packGeoJson(geometry);
    if ('rejected' in packed) return;
    const [before, after] = [packed.ok, normalised.geometry].map(geodesicArea) as [number, number];
    const change = Math.abs(after - before) / Math.max(before, after, 1);
    if (change <= MAX_CHANGE) return;
    this.#changed++;
    this.#mostChanged = Math.max(this.#mostChanged, Math.round(change * 100));
    this.#name('area-changed-by-repair', named);
  }

  #name(fact: string, feature: NamedFeature): void {
    const first = (this.#named[fact] ??= []);
    if (first.length < MAX_EXAMPLES) first.push(feature);
  }

  /** Returns the keys of the conditions of a dataset or copy that the feature meets. */
  #metBy(feature: ReadFeature, id: string): string[] {
    const places = [...this.#dataset.fields.keys()];
    const valueOf = (name: string): AttributeValue => feature.values[places.indexOf(name)] ?? null;
    return (this.#asked.get(id) ?? []).filter((where) => passesAll(where, valueOf)).map(keyOfAsked);
  }

  #count(id: string, met: readonly string[]): void {
    for (const key of met) this.#passing[id]![key]!++;
  }

  /**
   * Returns whether a feature need not be tested exactly. The exact test is made until one feature
   * intersects the copy; for later features, only boxes are compared.
   */
  #isKnown(id: string, met: readonly string[]): boolean {
    return this.#copies[id]! > 0 && met.every((key) => this.#passing[id]![key]! > 0);
  }

  #reaches(bounds: Bounds, geometry: unknown): boolean {
    const normalised = normalise(geometry, this.#dataset.geometry as PackedGeometry['kind']);
    return 'geometry' in normalised && intersects(boundsQuery(bounds), normalised.geometry);
  }

  #addKey(value: AttributeValue, named: NamedFeature): void {
    const before = value === null ? 0 : (this.#keys.get(String(value)) ?? 0);
    if (value === null) this.#nullKeys++;
    else this.#keys.set(String(value), before + 1);
    if (value === null || before > 0) this.#name('key-not-unique', named);
  }

  #addText(name: string, text: string, named: NamedFeature): void {
    if (text.length > LONG_TEXT) {
      const long = (this.#longTexts[name] ??= { count: 0, longest: 0 });
      long.count++;
      long.longest = Math.max(long.longest, text.length);
      this.#name(`long-text ${name}`, named);
    }
    if (repairText(text) === text) return;
    const seen = (this.#misEncoded[name] ??= { count: 0, example: text });
    seen.count++;
    this.#name(`mis-encoded-text ${name}`, named);
  }

  #addUnread(name: string, raw: unknown): void {
    const examples = (this.#unread[name] ??= []);
    if (examples.length >= MAX_EXAMPLES) return;
    const value = flattenProperties((raw as { properties?: unknown }).properties).get(name);
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (!examples.includes(text)) examples.push(text);
  }
}

/**
 * Returns `point`, `line` or `polygon` for a GeoJSON geometry, also for a collection of one kind;
 * undefined for anything else.
 */
export function kindOf(geometry: unknown): string | undefined {
  const { type, geometries } = Object(geometry) as { type?: unknown; geometries?: unknown };
  if (!Array.isArray(geometries)) return KINDS[String(type)];
  const kinds = new Set(geometries.map(kindOf));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** Rounds a box in degrees to whole units, as the load does. */
function inUnits([west, south, east, north]: Bounds): Bounds {
  const round = (degrees: number): number =>
    Math.round(degrees * UNITS_PER_DEGREE) / UNITS_PER_DEGREE;
  return [round(west), round(south), round(east), round(north)];
}

/** Returns the box around a GeoJSON geometry, in its own units; minimum above maximum if empty. */
export function boxOf(geometry: unknown): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const reach = (part: unknown): void => {
    const { coordinates, geometries } = Object(part) as Record<string, unknown>;
    if (Array.isArray(geometries)) geometries.forEach(reach);
    else extend(box, coordinates);
  };
  reach(geometry);
  return box;
}

function extend(box: [number, number, number, number], coordinates: unknown): void {
  if (!Array.isArray(coordinates)) return;
  const [x, y] = coordinates as readonly unknown[];
  if (typeof x === 'number' && typeof y === 'number') {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  } else for (const item of coordinates) extend(box, item);
}

function around(known: Bounds | null, [west, south, east, north]: Bounds): Bounds {
  if (!known) return [west, south, east, north];
  return [
    Math.min(known[0], west),
    Math.min(known[1], south),
    Math.max(known[2], east),
    Math.max(known[3], north),
  ];
}

import {
  askedConditions,
  keyOfAsked,
  type Asked,
  type DataFacts,
  type AtlasModel,
  type Dataset,
} from 'atlas-engine';
import { intersects } from '../geometry/intersects.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import { normalise } from '../geometry/repair.ts';
import type { AttributeValue, Bounds } from '../store/store.ts';
import { passesAll } from './conditions.ts';
import { flattenProperties } from './flatten.ts';
import { boundsQuery } from './gather-features.ts';
import { mendText } from './mend-text.ts';
import type { ReadFeature } from './read-feature.ts';
import type { RefusedRecord } from './refused-record.ts';

const MAX_EXAMPLES = 5;
/** Characters; six pages. */
const LONG_TEXT = 20_000;

const KINDS: Readonly<Record<string, string>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

/** What the features of a dataset are held against, besides its own definition. */
export interface FactsFrame {
  readonly region: Bounds;
  /** The cuts of the dataset, by id. */
  readonly cuts: readonly (readonly [id: string, bounds: Bounds])[];
  /** What is asked of the features of the dataset and of its cuts, by id. */
  readonly asked: readonly (readonly [id: string, asked: readonly Asked[]])[];
}

/** The frame of a dataset in its atlas. */
export function frameOf(dataset: Dataset, model: AtlasModel): FactsFrame {
  const cuts = [...model.datasets.values()].flatMap(({ id, cut }) =>
    cut?.of === dataset.id ? [[id, cut.bounds] as const] : [],
  );
  const ids = new Set([dataset.id, ...cuts.map(([id]) => id)]);
  const asked = [...askedConditions(model)].filter(([id]) => ids.has(id));
  return { region: model.region.bounds, cuts, asked };
}

/** Gathers what is worth a warning about the features of one dataset as a whole. */
export class DataFactsCollector {
  readonly #dataset: Dataset;
  readonly #frame: FactsFrame;
  readonly #kinds: Record<string, number> = {};
  readonly #keys = new Map<string, number>();
  readonly #misEncoded: Record<string, { count: number; example: string }> = {};
  readonly #longTexts: Record<string, { count: number; longest: number }> = {};
  readonly #unread: Record<string, string[]> = {};
  readonly #cuts: Record<string, number>;
  readonly #asked: ReadonlyMap<string, readonly Asked[]>;
  readonly #passing: Record<string, Record<string, number>>;
  #nullKeys = 0;
  #outsideRegion = 0;
  #outsideWorld = 0;
  #withoutGeometry = 0;
  #bounds: Bounds | null = null;
  #refused = 0;
  readonly #refusedExamples: string[] = [];

  constructor(dataset: Dataset, frame: FactsFrame) {
    this.#dataset = dataset;
    this.#frame = frame;
    this.#cuts = Object.fromEntries(frame.cuts.map(([id]) => [id, 0]));
    this.#asked = new Map(frame.asked);
    this.#passing = Object.fromEntries(
      frame.asked.map(([id, asked]) => [
        id,
        Object.fromEntries(asked.map((where) => [keyOfAsked(where), 0])),
      ]),
    );
  }

  add(raw: unknown, feature: ReadFeature): void {
    this.#addPlace(feature);
    [...this.#dataset.fields.keys()].forEach((name, place) => {
      const value = feature.values[place] ?? null;
      if (name === this.#dataset.key) this.#addKey(value);
      if (typeof value === 'string') this.#addText(name, value);
      if (feature.unread[place]) this.#addUnread(name, raw);
    });
  }

  addRefused({ line, reason }: RefusedRecord): void {
    this.#refused++;
    if (this.#refusedExamples.length < MAX_EXAMPLES)
      this.#refusedExamples.push(`line ${line}: ${reason}`);
  }

  facts(): DataFacts {
    const repeated = [...this.#keys].filter(([, count]) => count > 1);
    return {
      kinds: this.#kinds,
      withoutGeometry: this.#withoutGeometry,
      bounds: this.#bounds,
      outsideRegion: this.#outsideRegion,
      outsideWorld: this.#outsideWorld,
      keys: {
        nulls: this.#nullKeys,
        repeated: repeated.length,
        examples: repeated.slice(0, MAX_EXAMPLES).map(([key]) => key),
      },
      misEncoded: this.#misEncoded,
      ...(Object.keys(this.#longTexts).length > 0 && { longTexts: this.#longTexts }),
      unreadExamples: this.#unread,
      cuts: this.#cuts,
      passing: this.#passing,
      ...(this.#refused > 0 && {
        refused: { count: this.#refused, examples: this.#refusedExamples },
      }),
    };
  }

  #addPlace(feature: ReadFeature): void {
    const { geometry } = feature;
    const kind = kindOf(geometry);
    const box = boxOf(geometry);
    const isEmpty = box[0] > box[2];
    if (geometry === null || geometry === undefined || (kind !== undefined && isEmpty))
      this.#withoutGeometry++;
    if (kind === undefined || isEmpty) return;
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1;
    this.#bounds = around(this.#bounds, box);
    if (box[0] < -180 || box[2] > 180 || box[1] < -90 || box[3] > 90) this.#outsideWorld++;
    else if (!touches(box, this.#frame.region)) this.#outsideRegion++;
    // A load rejects the others.
    if (kind !== this.#dataset.geometry) return;
    this.#count(this.#dataset.id, this.#metBy(feature, this.#dataset.id));
    for (const [id, bounds] of this.#frame.cuts) {
      if (!touches(box, bounds)) continue;
      const met = this.#metBy(feature, id);
      if (this.#isKnown(id, met) || this.#reaches(bounds, geometry)) {
        this.#cuts[id]!++;
        this.#count(id, met);
      }
    }
  }

  /** Keys of what is asked of a dataset or cut and the feature meets. */
  #metBy(feature: ReadFeature, id: string): string[] {
    const places = [...this.#dataset.fields.keys()];
    const valueOf = (name: string): AttributeValue => feature.values[places.indexOf(name)] ?? null;
    return (this.#asked.get(id) ?? []).filter((where) => passesAll(where, valueOf)).map(keyOfAsked);
  }

  #count(id: string, met: readonly string[]): void {
    for (const key of met) this.#passing[id]![key]!++;
  }

  /** One feature that truly reaches into a cut is enough; the boxes of the others will do. */
  #isKnown(id: string, met: readonly string[]): boolean {
    return this.#cuts[id]! > 0 && met.every((key) => this.#passing[id]![key]! > 0);
  }

  #reaches(bounds: Bounds, geometry: unknown): boolean {
    const normalised = normalise(geometry, this.#dataset.geometry as PackedGeometry['kind']);
    return 'geometry' in normalised && intersects(boundsQuery(bounds), normalised.geometry);
  }

  #addKey(value: AttributeValue): void {
    if (value === null) this.#nullKeys++;
    else this.#keys.set(String(value), (this.#keys.get(String(value)) ?? 0) + 1);
  }

  #addText(name: string, text: string): void {
    if (text.length > LONG_TEXT) {
      const long = (this.#longTexts[name] ??= { count: 0, longest: 0 });
      long.count++;
      long.longest = Math.max(long.longest, text.length);
    }
    if (mendText(text) === text) return;
    const seen = (this.#misEncoded[name] ??= { count: 0, example: text });
    seen.count++;
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
 * `point`, `line` or `polygon` of a GeoJSON geometry, of a collection too whose members are alike;
 * undefined for what is none of them.
 */
export function kindOf(geometry: unknown): string | undefined {
  const { type, geometries } = Object(geometry) as { type?: unknown; geometries?: unknown };
  if (!Array.isArray(geometries)) return KINDS[String(type)];
  const kinds = new Set(geometries.map(kindOf));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** The box around a GeoJSON geometry, in its own units; turned inside out where there is none. */
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

function touches(box: Bounds, bounds: Bounds): boolean {
  const [west, south, east, north] = bounds;
  return box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south;
}

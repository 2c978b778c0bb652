/**
 * Random bundles as a server sends them: valid and consistent (all named sources and levels exist),
 * with all types of sublayers and sources.
 */
import fc, { type Arbitrary } from 'fast-check';
import {
  BUNDLE_FORMAT,
  SLOTS,
  mergeBundles,
  type ActiveGroup,
  type AtlasBundle,
  type BundleBaseLayer,
  type BundleGroup,
  type BundleIndex,
  type BundlePart,
  type BundleProject,
  type BundleSource,
  type BundleSublayer,
  type ByGround,
  type GroupEntry,
  type Json,
  type LegendSymbol,
  type MapState,
  type SessionPart,
  type Slot,
} from 'atlas-engine/runtime';
import { arbitraryFilter, arbitraryOpacity } from './arbitrary-expression.ts';
import { languageOf } from '../../languages.ts';

const BASE_IDS = ['plain', 'night', 'photo'] as const;

/** Sources of every kind, by id; ids of copied datasets and of feeds contain `@`. */
export const SOURCES: Readonly<Record<string, BundleSource>> = {
  'areas@cut': { type: 'vector', tiles: ['/api/mvt/tile/areas/{z}/{x}/{y}.pbf'], dataset: 'areas' },
  points: {
    type: 'vector',
    tiles: ['/api/mvt/tile/points/{z}/{x}/{y}.pbf'],
    dataset: 'points',
    minzoom: 2,
    maxzoom: 9,
    bounds: [1, 2, 3, 4],
  },
  'points@geojson': { type: 'geojson', data: '/api/geodata/points/', dataset: 'points' },
  archive: { type: 'vector', pmtiles: '/atlas/files/archive.pmtiles' },
  picture: { type: 'raster', tiles: ['/wms?bbox={bbox-epsg-3857}'], tileSize: 256 },
  photo: { type: 'raster', pmtiles: '/atlas/files/photo.pmtiles', tileSize: 512 },
  relief: {
    type: 'raster-dem',
    pmtiles: '/atlas/files/relief.pmtiles',
    tileSize: 512,
    encoding: 'terrarium',
  },
};

const VECTOR_SOURCES = ['areas@cut', 'points', 'points@geojson', 'archive'];

const DEFAULT_SLOTS: Readonly<Record<string, Slot>> = {
  background: 'ground',
  fill: 'fills',
  raster: 'fills',
  line: 'lines',
  circle: 'points',
  symbol: 'labels',
};

/** The slots that a sublayer can name. */
const YAML_SLOTS = SLOTS.filter((slot) => slot !== 'overlays');

const arbitraryColor: Arbitrary<string> = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Creates a constant value, or one that differs by ground and perhaps for one base layer. */
export function arbitraryByGround<T extends Json>(value: Arbitrary<T>): Arbitrary<ByGround<T>> {
  const byGround = fc
    .record(
      { light: value, dark: value, [BASE_IDS[2]]: value },
      { requiredKeys: ['light', 'dark'] },
    )
    .map((values) => ({ 'by-ground': values as Readonly<Record<string, T>> }));
  return fc.oneof(value, byGround);
}

/** Creates a sublayer with this id, of any type. */
export function arbitrarySublayer(id: string): Arbitrary<BundleSublayer> {
  const type = fc.constantFrom('fill', 'line', 'circle', 'symbol', 'raster');
  return type.chain((kind) => {
    const vector = kind !== 'raster';
    const source = fc.constantFrom(...(vector ? VECTOR_SOURCES : ['picture', 'photo']));
    return fc
      .record({
        source,
        slot: fc.oneof(fc.constant(DEFAULT_SLOTS[kind]!), fc.constantFrom(...YAML_SLOTS)),
        zooms: fc.option(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: 23 }))),
        filter: fc.option(arbitraryFilter),
        paint: arbitraryPaint(kind),
        interactive: fc.boolean(),
      })
      .map(({ source: read, slot, zooms, filter, paint, interactive }) => ({
        id,
        type: kind,
        source: read,
        slot,
        paint,
        interactive,
        ...(vector && SOURCES[read]!.type !== 'geojson' ? { 'source-layer': 'features' } : {}),
        ...(zooms ? { minzoom: zooms[0], maxzoom: zooms[1] } : {}),
        ...(vector && filter !== null ? { filter } : {}),
        layout: kind === 'symbol' ? { 'text-field': ['get', 'name'], 'text-size': 12 } : {},
      }));
  });
}

function arbitraryPaint(type: string): Arbitrary<BundleSublayer['paint']> {
  const color = arbitraryByGround(arbitraryColor);
  const opacity = arbitraryByGround(arbitraryOpacity(type !== 'raster'));
  const properties: Readonly<Record<string, Record<string, Arbitrary<ByGround<Json>>>>> = {
    background: { 'background-color': color },
    fill: { 'fill-color': color, 'fill-opacity': opacity },
    line: { 'line-color': color, 'line-opacity': opacity },
    circle: { 'circle-color': color, 'circle-opacity': opacity, 'circle-stroke-opacity': opacity },
    symbol: { 'text-color': color, 'text-opacity': opacity },
    raster: { 'raster-opacity': opacity },
  };
  return fc.record(properties[type] ?? {}, { requiredKeys: [] }) as Arbitrary<
    BundleSublayer['paint']
  >;
}

/** A legend symbol of any type. */
export const arbitrarySymbol: Arbitrary<LegendSymbol> = fc.oneof(
  fc.record({
    type: fc.constant('fill' as const),
    color: arbitraryByGround(arbitraryColor),
    opacity: fc.constantFrom(0.3, 0.5, 1),
    outline: arbitraryByGround(arbitraryColor),
  }),
  fc.record({
    type: fc.constant('line' as const),
    color: arbitraryByGround(arbitraryColor),
    opacity: fc.constantFrom(0.7, 1),
    width: fc.constantFrom(1, 2, 5),
  }),
  fc.record({
    type: fc.constant('circle' as const),
    color: arbitraryByGround(arbitraryColor),
    opacity: fc.constant(1),
    radius: fc.constantFrom(3, 6),
  }),
  fc.record({
    type: fc.constant('ramp' as const),
    stops: fc.tuple(
      fc.tuple(fc.constant(0), arbitraryByGround(arbitraryColor)),
      fc.tuple(fc.constant(100), arbitraryByGround(arbitraryColor)),
    ),
  }),
  fc.record({
    type: fc.constant('image' as const),
    url: fc.constant('/atlas/files/legend.png'),
    text: fc.string(),
  }),
);

function arbitraryGroup(id: string): Arbitrary<BundleGroup> {
  return fc
    .record({
      opacity: fc.constantFrom(0.4, 0.86, 1),
      count: fc.integer({ min: 1, max: 3 }),
      flags: fc.record(
        { restricted: fc.constant(true as const), demo: fc.constant(true as const) },
        { requiredKeys: [] },
      ),
      legend: fc.array(fc.record({ label: fc.string(), symbol: arbitrarySymbol }), {
        maxLength: 3,
      }),
    })
    .chain(({ opacity, count, flags, legend }) =>
      fc
        .tuple(...Array.from({ length: count }, (_, at) => arbitrarySublayer(`part-${at}`)))
        .map((sublayers) => ({ id, opacity, ...flags, sublayers, legend })),
    );
}

function arbitraryBaseLayer(id: string, order: number): Arbitrary<BundleBaseLayer> {
  const own = (part: string, type: string, slot: Slot): Arbitrary<BundleSublayer> =>
    arbitraryPaint(type).map((paint) => ({
      id: part,
      slot,
      paint,
      interactive: false,
      layout: {},
      type: type as BundleSublayer['type'],
      ...(type === 'background' ? {} : { source: 'archive', 'source-layer': part }),
    }));
  return fc
    .tuple(
      own('land', 'background', 'ground'),
      own('veil', 'fill', 'fills'),
      own('lakes', 'fill', 'water'),
      own('borders', 'line', 'borders'),
      own('rings', 'circle', 'points'),
      own('towns', 'symbol', 'labels'),
    )
    .chain((all) => fc.subarray([...all]))
    .map((sublayers) => ({
      id,
      name: id,
      order,
      maxzoom: 20,
      sublayers,
      ground: id === 'plain' ? ('light' as const) : ('dark' as const),
    }));
}

/** The public index, the parts and the session part for one visitor. */
export interface ServedAtlas {
  readonly index: BundleIndex;
  readonly parts: readonly BundlePart[];
  readonly session: SessionPart;
}

/**
 * Groups `group-0` … in categories `category-0` …; every third group is only in the session part.
 */
export const arbitraryServedAtlas: Arbitrary<ServedAtlas> = fc
  .record({
    groups: fc
      .integer({ min: 1, max: 9 })
      .chain((count) =>
        fc.tuple(...Array.from({ length: count }, (_, at) => arbitraryGroup(`group-${at}`))),
      ),
    orders: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 9, maxLength: 9 }),
    categories: fc.integer({ min: 1, max: 3 }),
    checked: fc.integer({ min: 0, max: 3 }),
    hidden: fc.boolean(),
    bases: fc.tuple(...BASE_IDS.map(arbitraryBaseLayer)),
    exaggeration: arbitraryByGround(arbitraryOpacity(false)),
    names: fc.array(fc.string(), { minLength: 12, maxLength: 12 }),
    filters: fc.dictionary(fc.constantFrom('group-0', 'group-1', 'group-2'), arbitraryFilter),
  })
  .map(({ groups, orders, categories, checked, hidden, bases, exaggeration, names, filters }) => {
    const categoryOf = (at: number): string => `category-${at % categories}`;
    const entryOf = (at: number): GroupEntry => ({
      id: `group-${at}`,
      name: names[at] ?? '',
      order: orders[at] ?? 0,
      ...(at < checked ? { checked: true as const } : {}),
    });
    const isOpen = (at: number): boolean => at % 3 !== 2;
    const places = groups.map((_, at) => at);
    const pick = (wanted: (at: number) => boolean): Record<string, BundleGroup> =>
      Object.fromEntries(places.filter(wanted).map((at) => [groups[at]!.id, groups[at]!]));
    const listed = places
      .filter((at) => isOpen(at) || !hidden)
      .map((at) => ({
        category: categoryOf(at),
        entry: isOpen(at)
          ? entryOf(at)
          : { id: `group-${at}`, name: names[at] ?? '', order: orders[at] ?? 0, locked: LOCK },
      }));
    const inPart = (category: string): Record<string, BundleGroup> =>
      pick((at) => isOpen(at) && at >= checked && categoryOf(at) === category);
    const all = Array.from({ length: categories }, (_, at) => `category-${at}`);
    const index = {
      ...frame(bases, exaggeration, names, filters),
      categories: all
        .map((id, order) => ({
          id,
          name: id,
          order,
          ...(Object.keys(inPart(id)).length > 0 ? { part: `/atlas/part.${id}.json` } : {}),
          groups: inOrder(listed.filter((item) => item.category === id).map(({ entry }) => entry)),
        }))
        .filter((category) => category.groups.length > 0),
      groups: pick((at) => isOpen(at) && at < checked),
      sources: SOURCES,
      pictures: {},
    };
    const parts = all
      .filter((category) => Object.keys(inPart(category)).length > 0)
      .map((category) => ({
        format: BUNDLE_FORMAT,
        category,
        groups: inPart(category),
        sources: SOURCES,
        pictures: {},
      }));
    const listedCategories = new Set(index.categories.map(({ id }) => id));
    const locked = places.filter((at) => !isOpen(at));
    const session: SessionPart = {
      format: BUNDLE_FORMAT,
      revision: 'session',
      adds: index.revision,
      levels: ['everyone', 'trusted'],
      entries: locked.map((at) => ({ category: categoryOf(at), entry: entryOf(at) })),
      categories: all
        .map((id, order) => ({ id, name: id, order }))
        .filter(({ id }) => !listedCategories.has(id)),
      groups: pick((at) => !isOpen(at)),
      sources: {},
      pictures: {},
      projects: [],
    };
    return { index, parts, session };
  });

const LOCK = { level: 'trusted', granted: 'by-operator' } as const;

function inOrder(entries: readonly GroupEntry[]): GroupEntry[] {
  return [...entries].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

type Frame = Omit<BundleIndex, 'categories' | 'groups' | 'sources' | 'pictures'>;

function frame(
  baseLayers: readonly BundleBaseLayer[],
  exaggeration: ByGround<Json>,
  [title = '', project = '', credit = '']: readonly string[],
  filters: NonNullable<BundleProject['filters']>,
): Frame {
  return {
    format: BUNDLE_FORMAT,
    revision: 'public',
    id: 'islands',
    title,
    ...languageOf('en'),
    locales: {
      available: [
        { id: 'en', name: 'English' },
        { id: 'fr', name: 'français' },
      ],
      default: 'en',
      fallback: 'en',
      session: 'fr',
    },
    region: { bounds: [0, 0, 9, 9], countries: [] },
    home: { bounds: [0, 0, 9, 9] },
    levels: [{ id: 'trusted', name: 'Trusted' }],
    baseLayers,
    hillshade: {
      checked: false,
      sublayer: {
        id: 'hillshade',
        type: 'hillshade',
        source: 'relief',
        slot: 'ground',
        paint: { 'hillshade-exaggeration': exaggeration },
        layout: {},
        interactive: false,
      },
    },
    projects: [
      {
        id: 'story',
        name: project,
        order: 0,
        texts: [],
        bounds: [0, 0, 1, 1],
        groups: [],
        filters,
      },
    ],
    tokens: {},
    fonts: ['Noto Sans'],
    overlays: {},
    limits: { chunkTimeout: 1e3 },
    attribution: [{ text: credit, url: 'https://example.org' }],
    account: { document: '/atlas/account.en.json', forms: [] },
    toolWords: '/atlas/tools.en.json',
    tools: [],
  };
}

/** A completely loaded atlas and a state of its map. */
export const arbitraryView: Arbitrary<{ bundle: AtlasBundle; state: MapState }> =
  arbitraryServedAtlas.chain(({ index, parts, session }) => {
    const bundle = mergeBundles(index, parts, session);
    return arbitraryState(bundle).map((state) => ({ bundle, state }));
  });

/** Two states of one atlas. */
export const arbitraryTwoViews: Arbitrary<{
  bundle: AtlasBundle;
  first: MapState;
  second: MapState;
}> = arbitraryServedAtlas.chain(({ index, parts, session }) => {
  const bundle = mergeBundles(index, parts, session);
  return fc.record({
    bundle: fc.constant(bundle),
    first: arbitraryState(bundle),
    second: arbitraryState(bundle),
  });
});

/** Creates a state of the map: some groups in any order, some hidden, at any opacity. */
export function arbitraryState(bundle: AtlasBundle): Arbitrary<MapState> {
  const state = {
    baseLayer: fc.constantFrom(...bundle.baseLayers.map(({ id }) => id)),
    hillshade: fc.boolean(),
    project: fc.constantFrom(null, 'story'),
    area: fc.constantFrom(...AREAS),
    groups: fc.shuffledSubarray(Object.keys(bundle.groups)).chain((ids): Arbitrary<ActiveGroup[]> =>
      fc.tuple(
        ...ids.map((id) =>
          fc.record({
            id: fc.constant(id),
            visible: fc.boolean(),
            opacity: fc.constantFrom(0, 0.25, 0.5, 0.9, 1),
          }),
        ),
      ),
    ),
  };
  return fc.record(state, { requiredKeys: ['baseLayer', 'hillshade', 'project', 'groups'] });
}

const SQUARE = [[1, 1], [5, 1], [5, 5], [1, 5], [1, 1]] as const; // prettier-ignore
const HOLE = [[2, 2], [3, 2], [3, 3], [2, 2]] as const; // prettier-ignore
const AREAS: readonly NonNullable<MapState['area']>[] = [
  { name: 'Square', polygons: [[SQUARE]] },
  { name: '', polygons: [[SQUARE, HOLE]] },
];

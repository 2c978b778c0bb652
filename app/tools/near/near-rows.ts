/** The rows of the result: features with their distances, as shown and as a table. */
import type { InsideFeature, NearAnswer, NearFeature, NearLayer } from 'atlas-engine/http';
import type { NearOf } from '../../stores/page/side-store.ts';
import type { Translate } from 'atlas-engine/runtime';

const METRES_PER_KM = 1_000;

/** The distances in km up to which a visitor can list objects. */
export const DISTANCES = [1, 5, 10, 20, 100] as const;

/** What is farther than this is never listed, but folded, in km. */
export const FAR_KM = 100;

/** Returns the chosen distance in km; the largest if none of those offered was chosen. */
export function distanceOf(of: Pick<NearOf, 'to'> | null): number {
  return DISTANCES.find((one) => `~${one}` === of?.to) ?? FAR_KM;
}

export type Layer = NearAnswer['layers'][number];

/** A feature in the list; one that the place is in, or that touches the feature, has no distance. */
export type Row = NearFeature | InsideFeature;

export function isNear(row: Row): row is NearFeature {
  return 'distance' in row;
}

/** A layer with some of its features. */
export interface Part {
  readonly layer: NearLayer;
  readonly rows: readonly Row[];
}

/** Returns the features of a layer that lie within a distance, those that touch first. */
function rowsWithin({ inside, nearest }: NearLayer, km: number): readonly Row[] {
  return [...inside, ...nearest.filter(({ distance }) => distance <= km * METRES_PER_KM)];
}

/** Separates the layers that lie within a distance, those farther, and those that were too slow. */
export function partsOf(
  { layers }: NearAnswer,
  km: number,
): {
  readonly near: readonly Part[];
  readonly far: readonly Part[];
  readonly slow: readonly Layer[];
} {
  const measured = layers.flatMap((layer) => ('state' in layer ? [] : [layer]));
  const parts = measured.map((layer): Part => ({ layer, rows: rowsWithin(layer, km) }));
  return {
    near: parts.filter(({ rows }) => rows.length > 0),
    far: parts
      .filter(({ layer, rows }) => rows.length === 0 && layer.nearest.length > 0)
      .map(({ layer }) => ({ layer, rows: layer.nearest.slice(0, 1) })),
    slow: layers.filter((layer) => 'state' in layer),
  };
}

/** Returns what a feature is in a language; null if it is not known, or its name begins with it. */
export function kindIn({ name, kind }: Row, locale: string): string | null {
  const is = kind?.[locale];
  if (is === undefined || name?.[locale]?.toLowerCase().startsWith(is.toLowerCase())) return null;
  return is;
}

/** The directions in the order of their bearings, from the north over the east. */
const DIRECTIONS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

export type Direction = (typeof DIRECTIONS)[number];

/** Returns the nearest of the eight directions of the compass. */
export function directionOf(bearing: number): Direction {
  return DIRECTIONS[Math.round(bearing / 45) % DIRECTIONS.length]!;
}

/** The server counts no further. */
const MOST_COUNTED = 1_000;

/**
 * Returns the numbers of a layer within the distances that have any, as texts in a language: within
 * all, or within one that was chosen. Objects that touch have the distance 0 and are within each.
 */
export function countsOf(
  { count: touching, within }: NearLayer,
  locale: string,
  km: number = FAR_KM,
): readonly { readonly metres: number; readonly count: string }[] {
  return within
    .filter(({ metres, count }) => touching + count > 0 && isAsked(metres, km))
    .map(({ metres, count }) => {
      const number = (touching + count).toLocaleString(locale);
      return { metres, count: count < MOST_COUNTED ? number : `${number}+` };
    });
}

/** Returns whether a number within a distance is wanted: all of them, or that of the chosen one. */
function isAsked(metres: number, km: number): boolean {
  return km === FAR_KM || metres === km * METRES_PER_KM;
}

/**
 * Returns how many objects within a chosen distance are not in the list, which has only the nearest;
 * 0 for the largest distance, within which nothing is counted.
 */
export function unlistedOf({ layer: { count: touching, within }, rows }: Part, km: number): number {
  const ring = within.find(({ metres }) => metres === km * METRES_PER_KM);
  return ring ? Math.max(0, touching + ring.count - rows.length) : 0;
}

/** Returns the word for a feature without a distance. */
export function touchWord(layer: NearLayer, of: NearAnswer['of']): 'inside' | 'at' | 'overlaps' {
  const shapes = [of?.geometry ?? 'point', layer.geometry];
  // A point in an area, and the points in an area that was asked about.
  if (shapes.includes('point') && shapes.includes('polygon')) return 'inside';
  return of ? 'overlaps' : 'at';
}

/**
 * Returns what lies within a distance as a table with a head, in a language; for the largest distance
 * the whole result. Distances are in km.
 */
export function tableOf(
  { of, layers }: NearAnswer,
  t: Translate,
  { locale, km = FAR_KM }: { readonly locale: string; readonly km?: number },
): (string | number)[][] {
  const head = [
    t('near.layer'),
    t('near.object'),
    `${t('near.distance')} (km)`,
    t('near.direction'),
    t('near.latitude'),
    t('near.longitude'),
    t('near.source'),
  ];
  const rows = layers.flatMap((layer) => {
    if ('state' in layer) return [];
    const sourceOf = (dataset: string): string => {
      const source = layer.sources.find((one) => one.dataset === dataset);
      return [source?.provider?.[locale], source?.date].filter(Boolean).join(', ');
    };
    return rowsWithin(layer, km === FAR_KM ? Infinity : km).map((row) => [
      layer.name[locale] ?? '',
      row.name?.[locale] ?? '',
      isNear(row) ? Number((row.distance / METRES_PER_KM).toFixed(3)) : 0,
      isNear(row) ? t(`near.to-${directionOf(row.bearing)}`) : t(`near.${touchWord(layer, of)}`),
      isNear(row) ? row.place[1] : '',
      isNear(row) ? row.place[0] : '',
      sourceOf(row.dataset),
    ]);
  });
  return [head, ...rows];
}

/** The rows of the result: features with their distances, as shown and as a table. */
import type { InsideFeature, NearAnswer, NearFeature, NearLayer } from 'atlas-engine/http';
import type { Translate } from 'atlas-engine/runtime';

/** What is farther than this is folded, in metres. */
export const FAR_METRES = 100_000;

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

/** Separates the layers that are near, those that are far, and those that were too slow. */
export function partsOf({ layers }: NearAnswer): {
  readonly near: readonly Part[];
  readonly far: readonly Part[];
  readonly slow: readonly Layer[];
} {
  const measured = layers.flatMap((layer) => ('state' in layer ? [] : [layer]));
  const isFar = ({ distance }: NearFeature): boolean => distance > FAR_METRES;
  return {
    near: measured
      .map((layer): Part => {
        const near = layer.nearest.filter((one) => !isFar(one));
        return { layer, rows: [...layer.inside, ...near] };
      })
      .filter(({ rows }) => rows.length > 0),
    far: measured
      .filter(({ inside, nearest: [first] }) => inside.length === 0 && first && isFar(first))
      .map((layer) => ({ layer, rows: layer.nearest.slice(0, 1) })),
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
 * Returns the numbers of a layer within the distances that have any, as texts in a language. Objects
 * that touch are within each distance.
 */
export function countsOf(
  { count: touching, within }: NearLayer,
  locale: string,
): readonly { readonly metres: number; readonly count: string }[] {
  return within
    .filter(({ count }) => count > 0)
    .map(({ metres, count }) => {
      const number = (touching + count).toLocaleString(locale);
      return { metres, count: count < MOST_COUNTED ? number : `${number}+` };
    });
}

const METRES_PER_KM = 1_000;

/** Returns the word for a feature without a distance. */
export function touchWord(layer: NearLayer, of: NearAnswer['of']): 'inside' | 'at' | 'overlaps' {
  const shapes = [of?.geometry ?? 'point', layer.geometry];
  // A point in an area, and the points in an area that was asked about.
  if (shapes.includes('point') && shapes.includes('polygon')) return 'inside';
  return of ? 'overlaps' : 'at';
}

/** Returns the whole result as a table with a head, in a language. Distances are in km. */
export function tableOf(
  { of, layers }: NearAnswer,
  t: Translate,
  locale: string,
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
    return [...layer.inside, ...layer.nearest].map((row: Row) => [
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

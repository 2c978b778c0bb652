import type { Overlap } from 'atlas-engine/http';
import type { Translate } from 'atlas-engine/runtime';
import type { Comparison } from './overlaps-store.ts';

const PERCENT = 100;
const M2_PER_HA = 10_000;

/** Returns the share of an object, from 0 to 1, that something else covers; null if it is not known. */
export function shareOf({
  area,
  covered,
}: Readonly<Record<'area' | 'covered', number | undefined>>): number | null {
  return area === undefined || covered === undefined || area === 0 ? null : covered / area;
}

/** Returns the objects with the largest overlap first. */
export function inOrder({ found }: Pick<Comparison, 'found'>): readonly Overlap[] {
  return found.toSorted((a, b) => (b.covered ?? 0) - (a.covered ?? 0));
}

/**
 * Returns the result as a table with a head, in a language: a row for each pair, with the land that both
 * share in ha, and its share of the first object.
 */
export function tableOf(
  result: Pick<Comparison, 'found'>,
  t: Translate,
  locale: string,
): (string | number)[][] {
  const head = [
    t('overlaps.object'),
    t('overlaps.in'),
    t('overlaps.share'),
    `${t('measure.area')} (ha)`,
  ];
  const rows = inOrder(result).flatMap(({ name, area, others }) =>
    others.map((other) => {
      const { shared } = other;
      const share = shareOf({ area, covered: shared });
      return [
        name?.[locale] ?? '',
        other.name?.[locale] ?? '',
        share === null ? '' : Number((PERCENT * share).toFixed(1)),
        shared === undefined ? '' : Number((shared / M2_PER_HA).toFixed(1)),
      ];
    }),
  );
  return [head, ...rows];
}

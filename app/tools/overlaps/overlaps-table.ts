import type { Overlap } from 'atlas-engine/http';
import type { Translate } from 'atlas-engine/runtime';
import type { Comparison } from './overlaps-store.ts';

const PERCENT = 100;
const M2_PER_HA = 10_000;

/** Returns the share of an object, from 0 to 1, that the other layer covers; null if it is not known. */
export function shareOf({ area, covered }: Pick<Overlap, 'area' | 'covered'>): number | null {
  return area === undefined || covered === undefined || area === 0 ? null : covered / area;
}

/** Returns the objects with the largest overlap first. */
export function inOrder({ found }: Pick<Comparison, 'found'>): readonly Overlap[] {
  return found.toSorted((a, b) => (b.covered ?? 0) - (a.covered ?? 0));
}

/** Returns the result as a table with a head, in a language: a row for each pair. Areas are in ha. */
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
  const rows = inOrder(result).flatMap((one) => {
    const share = shareOf(one);
    const { covered } = one;
    return one.others.map((other) => [
      one.name?.[locale] ?? '',
      other.name?.[locale] ?? '',
      share === null ? '' : Number((PERCENT * share).toFixed(1)),
      covered === undefined ? '' : Number((covered / M2_PER_HA).toFixed(1)),
    ]);
  });
  return [head, ...rows];
}

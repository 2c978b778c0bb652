import type { AtlasBundle } from 'atlas-engine/runtime';
import { firstSentence } from './first-sentence.ts';

/** Number of categories from which a caution is general. */
const GENERAL = 2;

type Bundle = Pick<AtlasBundle, 'categories' | 'groups' | 'locale'>;

/** The results by bundle, which does not change. */
const known = new WeakMap<Bundle, ReadonlySet<string>>();

/**
 * Returns the first sentences of the cautions that groups of several categories share, such as that
 * about the absence of data. They are about the whole map, so the legend has them once, at its top.
 */
export function generalCautions(bundle: Bundle): ReadonlySet<string> {
  let cautions = known.get(bundle);
  if (!cautions) known.set(bundle, (cautions = findGeneral(bundle)));
  return cautions;
}

function findGeneral({ categories, groups, locale }: Bundle): ReadonlySet<string> {
  const found = new Map<string, Set<string>>();
  for (const { id, groups: entries } of categories)
    for (const entry of entries) {
      const sentence = firstSentence(groups[entry.id]?.info?.caution, locale);
      if (sentence) found.set(sentence, (found.get(sentence) ?? new Set()).add(id));
    }
  return new Set([...found].flatMap(([words, { size }]) => (size >= GENERAL ? [words] : [])));
}

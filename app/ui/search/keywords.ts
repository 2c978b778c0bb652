import { fits, keywordsAnswer, type KeywordsAnswer } from 'atlas-engine/http';
import { fitOf, foldKeywords, foldWords } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { BundleIndex } from 'atlas-engine/runtime';

/** The bundles whose keywords are loaded or being loaded. */
const asked = new WeakSet<BundleIndex>();

/**
 * Loads the words by which people look for layers, once for a language and level. Without an answer,
 * layers are found by their names only.
 */
export async function loadKeywords({ bundles, network, search }: AtlasStore): Promise<void> {
  const { index } = bundles;
  if (asked.has(index)) return;
  asked.add(index);
  const outcome = await network.json(`/api/keywords?locale=${index.locale}`, {
    reader: async () => isKeywords,
  });
  if (outcome.ok && index === bundles.index)
    search.learn(new Map(outcome.value.keywords.map(({ group, words }) => [group, words])), match);
  else asked.delete(index);
}

/** Returns the first keyword that a text finds; undefined without one. */
function match(words: string, text: string): string | undefined {
  const question = foldWords(text);
  return words
    .split(',')
    .find((keyword) => fitOf({ names: [], keywords: foldKeywords([keyword]) }, question) !== null)
    ?.trim();
}

function isKeywords(value: unknown): value is KeywordsAnswer {
  return fits(keywordsAnswer, value);
}

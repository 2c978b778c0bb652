/** Finds what a search means if nothing has all its words in its names. */
import type { Found } from 'atlas-engine/http';
import { differenceOf, fitOf, isImportant, type Searched } from 'atlas-engine/runtime';

/** Something that a search may mean, with its names. */
export interface Candidate {
  readonly searched: Searched;
  /** What it is, such as “Town”: words that count only beside a word of a name. */
  readonly kind: Searched;
  readonly found: () => Found;
}

/** Maximum number of results of a kind. */
const MOST = 5;

/** A candidate with the words of the search that it has, as indexes. */
interface Match {
  readonly candidate: Candidate;
  readonly has: ReadonlySet<number>;
  /** The sum of the fits of these words; less is better. */
  readonly fit: number;
}

/** Maximum number of words that are compared with all names, one by one. */
export const MOST_WORDS = 10;

/**
 * Returns the distinct words that a result must have: without articles and prepositions, and the first
 * ones of a long text.
 */
export function importantWords(words: readonly string[]): string[] {
  return [...new Set(words)].filter(isImportant).slice(0, MOST_WORDS);
}

/** Returns the candidates that have all words, counting what they are: “ville de Goma”. */
export function findOfKind(
  words: readonly string[],
  candidates: readonly Candidate[],
): readonly Found[] {
  if (words.length < 2) return [];
  return matchesOf(words, candidates)
    .filter(({ has }) => has.size === words.length)
    .sort((a, b) => a.fit - b.fit)
    .slice(0, MOST)
    .map(({ candidate }) => candidate.found());
}

/**
 * Returns the candidates that have some of the words, by kind, the kind with the best one first.
 * Rare words count more than words that many candidates have. A candidate is left out if another
 * one has the same words and more.
 */
export function findPartly(
  words: readonly string[],
  candidates: readonly Candidate[],
): readonly Found[] {
  if (words.length < 2) return [];
  const matches = matchesOf(words, candidates);
  const counts = words.map((_, word) => matches.filter(({ has }) => has.has(word)).length);
  const weightOf = ({ has }: Match): number => {
    let sum = 0;
    for (const word of has) sum += 1 / counts[word]!;
    return sum;
  };
  const sets = [...new Map(matches.map(({ has }) => [[...has].join(), has])).values()];
  // The sort is stable, so of equal ones the layers stay before the places.
  const found = matches
    .filter(({ has }) => !sets.some((other) => other.size > has.size && isWithin(has, other)))
    .sort((a, b) => weightOf(b) - weightOf(a))
    .map(({ candidate }) => candidate.found());
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => found.filter((one) => one.kind === kind).slice(0, MOST));
}

/** Matches each word alone; one that nothing has is matched with wrong letters. */
function matchesOf(words: readonly string[], candidates: readonly Candidate[]): Match[] {
  const exact = words.map((word) => candidates.map(({ searched }) => fitOf(searched, [word])));
  const fits = exact.map((of, word) =>
    of.some((fit) => fit !== null)
      ? of
      : candidates.map(({ searched }) => differenceOf(searched, [words[word]!])),
  );
  return candidates.flatMap((candidate, place) => {
    const named = words.flatMap((_, word) => (fits[word]![place] === null ? [] : [word]));
    if (named.length === 0) return [];
    const kinds = words.flatMap((text, word) =>
      !named.includes(word) && fitOf(candidate.kind, [text]) !== null ? [word] : [],
    );
    const fit = named.reduce((sum, word) => sum + fits[word]![place]!, 0);
    return [{ candidate, has: new Set([...named, ...kinds]), fit }];
  });
}

function isWithin(some: ReadonlySet<number>, all: ReadonlySet<number>): boolean {
  return [...some].every((one) => all.has(one));
}

/**
 * Finds groups with one of their values, such as “secondary school”, groups at a place, such as
 * “schools Inongo”, and pairs of groups, such as “villages in parks”.
 */
import type { Found } from 'atlas-engine/http';
import { fitOf, isImportant, present, type Searched } from 'atlas-engine/runtime';
import type { CatalogueEntry, CatalogueValue } from '../../access/atlas-snapshot.ts';
import { MOST_WORDS } from './find-partly.ts';
import { placeOf } from './place-of.ts';
import type { KnownPlace } from './known-places.ts';

/** Maximum number of values, of groups at a place, and of pairs of groups. */
const MOST_VALUES = 3;
const MOST_AT_PLACES = 5;
const MOST_PAIRS = 3;

/** Maximum number of places of one name. */
const MOST_PLACES = 2;

/** The shortest beginning of a word by which groups and values are found. */
const SHORTEST_START = 3;

/** The longest word between two groups, or a group and a place, that is ignored, such as “near”. */
const LONGEST_LINK = 4;

/** A word between two groups that says that the objects of one lie in those of the other. */
const LINK = /^(?:in|inside|within|on|dans|en|sur)$/;

/** An open group, alone or with one of its values, that has some of the words of a search. */
interface Meant {
  readonly entry: CatalogueEntry;
  readonly value: CatalogueValue | null;
  /** The words that neither the group nor the value has. */
  readonly rest: readonly string[];
}

/**
 * Returns the groups with a value that have all words, the values with the nearest names first; none if
 * the words are the name of a project, whose values often contain it.
 */
export function findValues(
  words: readonly string[],
  entries: readonly CatalogueEntry[],
): readonly Found[] {
  if (entries.some(({ kind, searched }) => kind === 'project' && fitOf(searched, words) !== null))
    return [];
  return meantBy(words.slice(0, MOST_WORDS), entries)
    .filter(({ value, rest }) => value !== null && !rest.some(isImportant))
    .map((meant) => ({ meant, fit: fitOf(meant.value!.searched, words) ?? Infinity }))
    .sort((a, b) => a.meant.rest.length - b.meant.rest.length || a.fit - b.fit)
    .slice(0, MOST_VALUES)
    .map(({ meant: { entry, value } }) => ofGroup(entry, value));
}

/** Returns the groups and values that have some words, if the other words are the name of a place. */
export function findAtPlaces(
  words: readonly string[],
  entries: readonly CatalogueEntry[],
  places: readonly KnownPlace[],
): readonly Found[] {
  const known = new Map<string, readonly KnownPlace[]>();
  return meantBy(words.slice(0, MOST_WORDS), entries)
    .filter(({ rest }) => rest.length > 0 && rest.length < words.length)
    .sort((a, b) => a.rest.length - b.rest.length)
    .flatMap(({ entry, value, rest }) => {
      const name = rest.join(' ');
      const there = known.get(name) ?? placesNamed(rest, places);
      known.set(name, there);
      return there.map((place) => atPlace(ofGroup(entry, value), place));
    })
    .slice(0, MOST_AT_PLACES);
}

/**
 * Returns pairs of open groups that have all words together, such as “villages in parks”: those
 * with most of them. The first one has the first word, the other one the last.
 */
export function findPairs(
  words: readonly string[],
  entries: readonly CatalogueEntry[],
): readonly Found[] {
  const some = words.slice(0, MOST_WORDS).filter((word) => word.length > LONGEST_LINK);
  const alone = meantBy(words.slice(0, MOST_WORDS), entries).filter(({ value }) => value === null);
  const meant = alone.map(({ entry, rest }) => ({
    entry,
    has: words.filter((word) => !rest.includes(word)),
  }));
  const isPair = (one: readonly string[], other: readonly string[]): boolean =>
    one.includes(words[0]!) &&
    !other.includes(words[0]!) &&
    other.includes(words.at(-1)!) &&
    some.every((word) => one.includes(word) || other.includes(word));
  const pairs = meant
    .flatMap((one) => meant.map((other) => ({ one, other })))
    .filter(({ one, other }) => one !== other && isPair(one.has, other.has));
  const most = Math.max(...pairs.map(lengthOf));
  return pairs
    .filter((pair) => lengthOf(pair) === most)
    .slice(0, MOST_PAIRS)
    .map(({ one, other }) => ({
      ...ofGroup(one.entry, null),
      within: other.entry.title,
      overlaps: other.entry.id,
    }));
}

/** Returns whether a search says that something lies in something else, such as “villages in parks”. */
export function isLinked(words: readonly string[]): boolean {
  return words.slice(1, -1).some((word) => LINK.test(word));
}

/** Returns how many words of a search the groups of a pair have. */
function lengthOf({
  one,
  other,
}: Readonly<Record<'one' | 'other', { readonly has: readonly string[] }>>): number {
  return one.has.length + other.has.length;
}

/**
 * Returns the open groups that have some of the words, and each with the values that have most of
 * them.
 */
function meantBy(words: readonly string[], entries: readonly CatalogueEntry[]): readonly Meant[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'group' || entry.locked) return [];
    const others = words.filter((word) => !isNamed(entry.searched, word));
    const having = entry.values.map((value) => ({
      value,
      has: words.filter((word) => isNamed(value.searched, word)),
    }));
    const shared = sharedWords(having);
    const named = having.filter(({ value: { field }, has }) =>
      has.some((word) => others.includes(word) || !shared.get(field)!.has(word)),
    );
    const most = Math.max(...named.map(({ has }) => has.length));
    const values = named
      .filter(({ has }) => has.length === most)
      .map(({ value, has }) => ({
        entry,
        value,
        rest: others.filter((word) => !has.includes(word)),
      }));
    const alone = { entry, value: null, rest: others };
    return others.length < words.length ? [...values, alone] : values;
  });
}

/** Returns the words that all values of a field have, by field. */
function sharedWords(
  having: readonly { readonly value: CatalogueValue; readonly has: readonly string[] }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const shared = new Map<string, ReadonlySet<string>>();
  for (const { value, has } of having) {
    const before = shared.get(value.field);
    shared.set(value.field, new Set(before ? has.filter((word) => before.has(word)) : has));
  }
  return shared;
}

/** Returns whether something has a word. A short one must be a whole name or keyword. */
function isNamed(searched: Searched, word: string): boolean {
  if (word.length >= SHORTEST_START) return fitOf(searched, [word]) !== null;
  return searched.names.includes(word) || searched.keywords.includes(word);
}

/** Returns the places of a name. If there are none, short words before the name are ignored. */
function placesNamed(
  words: readonly string[],
  places: readonly KnownPlace[],
): readonly KnownPlace[] {
  const found = places
    .flatMap((place) => {
      const fit = fitOf(place.searched, words);
      // Short words are the beginning of many names.
      const isNear = fit !== null && fit <= (words.some(isImportant) ? 1 : 0);
      return isNear ? [{ fit, place }] : [];
    })
    .sort((a, b) => a.fit - b.fit)
    .slice(0, MOST_PLACES)
    .map(({ place }) => place);
  const [first = '', ...others] = words;
  if (found.length > 0 || others.length === 0 || first.length > LONGEST_LINK) return found;
  return placesNamed(others, places);
}

function ofGroup(
  { id, title, context, bounds }: CatalogueEntry,
  value: CatalogueValue | null,
): Found {
  return present({
    kind: 'group',
    id,
    title: value?.title ?? title,
    context: value ? title : context,
    ...placeOf(bounds),
    open: { groups: [id] },
    filter: value ? { field: value.field, value: value.value } : undefined,
  });
}

function atPlace(found: Found, { dataset, id, listed }: KnownPlace): Found {
  const [within, , [west = 0, south = 0, east = west, north = south]] = listed;
  return { ...found, within, ...placeOf([west, south, east, north]), at: { dataset, id } };
}

/** The form in which the stores keep the names of features. */
import { foldNames } from 'atlas-engine/runtime';

/** Returns the distinct words of joined names. */
export function wordsOf(names: string): string[] {
  return [...new Set(names.split(/[| ]/).filter((word) => word !== ''))];
}

/** Joins normalised names in one text: `|haut lomela|upper lomela|`; empty when none has words. */
export function joinNames(names: readonly string[]): string {
  const folded = foldNames(names);
  return folded.length === 0 ? '' : `|${folded.join('|')}|`;
}

/**
 * Returns the closest of the known names, by Damerau-Levenshtein distance. Case and the difference
 * between `_`, space and `-` are ignored. If none is close, returns the only name that contains the
 * word or is contained in it. Returns undefined when the distance exceeds a third of the word.
 * One-letter and two-letter words and numbers have no close names.
 */
export function suggest(found: string, candidates: Iterable<string>): string | undefined {
  const wanted = fold(found);
  let best: string | undefined;
  let bestDistance = /^\d+$/.test(wanted) ? 1 : Math.floor(wanted.length / 3) + 1;
  for (const candidate of candidates) {
    if (candidate === found) continue;
    const folded = fold(candidate);
    const distance = folded === wanted ? 0 : editDistance(wanted, folded, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? contained(wanted, candidates, found);
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\s]/g, '-');
}

/**
 * Returns the only candidate that contains the word or is contained in it, such as `fill` for
 * `fill-colour`.
 */
function contained(
  wanted: string,
  candidates: Iterable<string>,
  found: string,
): string | undefined {
  if (wanted.length < 3) return undefined;
  let only: string | undefined;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    const near =
      wanted.length < 4
        ? folded.startsWith(wanted)
        : folded.length >= 4 && (folded.includes(wanted) || wanted.includes(folded));
    if (!near || candidate === found) continue;
    if (only !== undefined) return undefined;
    only = candidate;
  }
  return only;
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let cost = Math.min(previous[j]! + 1, current[j - 1]! + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, before[j - 2]! + 1);
      }
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length]!;
}

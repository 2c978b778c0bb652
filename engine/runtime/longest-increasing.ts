/**
 * Returns the positions of a longest increasing subsequence of distinct numbers, ascending. It uses
 * patience sorting in O(n log n) and is deterministic.
 */
export function longestIncreasing(values: readonly number[]): number[] {
  /**
   * The item at index n is the position of the smallest last value of all increasing sequences with
   * n + 1 items.
   */
  const ends: number[] = [];
  const before: number[] = [];
  values.forEach((value, position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[ends[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before.push(low === 0 ? -1 : ends[low - 1]!);
    ends[low] = position;
  });
  const positions: number[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) positions.push(at);
  return positions.reverse();
}

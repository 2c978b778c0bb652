/**
 * A priority queue of numbers, least cost first. Items with equal costs have no particular order,
 * but the same one on each run.
 */
export interface Heap {
  readonly size: number;
  push(item: number, cost: number): void;
  /** Removes and returns the item with the least cost; -1 if the queue is empty. */
  pop(): number;
}

/** Creates a binary heap on typed arrays, which grow as needed. */
export function createHeap(): Heap {
  let items = new Int32Array(1024);
  let costs = new Float64Array(1024);
  let size = 0;
  const place = (at: number, item: number, cost: number): void => {
    items[at] = item;
    costs[at] = cost;
  };
  return {
    get size() {
      return size;
    },
    push(item, cost) {
      if (size === items.length) {
        [items, costs] = [
          grown(items, new Int32Array(size * 2)),
          grown(costs, new Float64Array(size * 2)),
        ];
      }
      let at = size++;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (costs[above]! <= cost) break;
        place(at, items[above]!, costs[above]!);
        at = above;
      }
      place(at, item, cost);
    },
    pop() {
      if (size === 0) return -1;
      const first = items[0]!;
      const [item, cost] = [items[--size]!, costs[size]!];
      let at = 0;
      for (;;) {
        let below = at * 2 + 1;
        if (below >= size) break;
        if (below + 1 < size && costs[below + 1]! < costs[below]!) below++;
        if (costs[below]! >= cost) break;
        place(at, items[below]!, costs[below]!);
        at = below;
      }
      place(at, item, cost);
      return first;
    },
  };
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

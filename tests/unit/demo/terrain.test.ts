import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCellGrid } from '../../../demo/generators/skeleton/terrain/cell-grid.ts';
import { createHeap } from '../../../demo/generators/skeleton/terrain/heap.ts';
import { cellsOf, linksOf, spanner } from '../../../demo/generators/skeleton/terrain/links.ts';
import { spread } from '../../../demo/generators/skeleton/terrain/spread.ts';
import { latOf, tileRow } from '../../../demo/generators/skeleton/terrain/tile-pyramid.ts';
import { createStepSet } from '../../../demo/generators/skeleton/terrain/trace-lines.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

const grid = createCellGrid();

it('the queue gives out the least cost first', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 3000 }), (costs) => {
      const queue = createHeap();
      costs.forEach((cost, item) => queue.push(item, cost));
      const drawn = costs.map(() => costs[queue.pop()]);
      expect(drawn).toEqual([...costs].sort((one, other) => one - other));
      expect(queue.pop()).toBe(-1);
    }),
    { seed: SEED_OF_THE_DAY, numRuns: 50 },
  );
});

describe('roads between three places', () => {
  const places = [
    [18, -2],
    [18.6, -2],
    [18.3, -1.6],
  ] as const;
  const seats = places.map((place) => grid.at(place));
  /**
   * A barrier at 18.3° E that is open only north of 1.8° S. Steps beyond half a degree are not
   * possible.
   */
  const cost = (from: number, to: number): number => {
    const [lng, lat] = grid.node(to);
    if (lng < 17.8 || lng > 18.8 || lat < -2.3 || lat > -1.4) return Infinity;
    return lng > 18.29 && lng < 18.31 && lat < -1.8 ? Infinity : grid.km(from, to);
  };
  const reached = spread(grid, seats, cost);
  const links = linksOf(grid, reached, cost);

  it('run from seat to seat, step by step, around what bars the way', () => {
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) {
      const cells = cellsOf(link, reached);
      expect([cells[0], cells.at(-1)]).toEqual([seats[link.from], seats[link.to]]);
      const sum = cells.slice(1).reduce((all, cell, i) => all + cost(cells[i]!, cell), 0);
      // The two halves were measured in opposite directions, each at the latitude of its start
      // cell.
      expect(sum).toBeCloseTo(link.cost, 2);
    }
  });

  it('leave out the link that a short way round replaces', () => {
    expect(spanner(links, seats.length, 3)).toHaveLength(2);
    expect(spanner(links, seats.length, 1)).toHaveLength(links.length);
  });
});

it('steps make chains from fork to fork, each step in one of them', () => {
  const steps = createStepSet();
  const pairs = [
    [1, 2],
    [2, 3],
    [3, 4],
    [3, 5],
    [7, 8],
    [8, 9],
    [9, 7],
  ] as const;
  for (const [from, to] of pairs) steps.add(from, to);
  const chains = steps.chains();
  expect(chains.map((chain) => chain.length).sort()).toEqual([2, 2, 3, 4]);
  const made = chains.flatMap((chain) => chain.slice(1).map((to, i) => [chain[i]!, to].sort()));
  expect(made.map(String).sort()).toEqual(pairs.map((pair) => [...pair].sort().join()).sort());
});

it('rows of tiles agree with the formula of Mercator', () => {
  for (const lat of [-14, -3.2, 0, 7.7, 12]) {
    const angle = (lat * Math.PI) / 180;
    const exact = (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * 32;
    expect(tileRow(lat, 5)).toBeCloseTo(exact, 5);
    expect(latOf(exact, 5)).toBeCloseTo(lat, 5);
  }
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hectares } from '../../../demo/generators/area.ts';
import { type Cell, createHexes } from '../../../demo/generators/hexes.ts';
import { cellsBySeat, growTerritories } from '../../../demo/generators/territories.ts';
import { countRings, geosFindsValid, openEdges, ringFaults } from './checks.ts';
import { SEED_OF_THE_DAY } from '../../seed-of-the-day.ts';

const hexes = createHexes('test', 0.5);
const START = hexes.at([17.2, -1.4]);

/** Random connected sets of cells, with bays and holes. */
const wandered = fc.array(fc.nat(5), { minLength: 1, maxLength: 400 }).map((turns) => {
  const cells = new Set<Cell>([START]);
  let at = START;
  for (const turn of turns) {
    at = hexes.around(at)[turn]!;
    cells.add(at);
  }
  return cells;
});

describe('the lattice of hexagons', () => {
  it('finds the cell of each centre', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 8, max: 32, noNaN: true }),
        fc.double({ min: -14, max: 12, noNaN: true }),
        (lng, lat) => {
          const cell = hexes.at([lng, lat]);
          expect(hexes.at(hexes.centre(cell))).toBe(cell);
          const [x, y] = hexes.centre(cell);
          expect(Math.max(Math.abs(x - lng), Math.abs(y - lat)) * 111.195).toBeLessThan(0.5001);
        },
      ),
      { seed: SEED_OF_THE_DAY },
    );
  });

  it('is the neighbour of its neighbours', () => {
    for (const near of hexes.around(START)) expect(hexes.around(near)).toContain(START);
  });

  it('draws valid outlines round any cells, with holes', () => {
    fc.assert(
      fc.property(wandered, (cells) => {
        const outline = hexes.outline(cells);
        expect(ringFaults(outline)).toEqual([]);
        expect(geosFindsValid(outline)).toBe(true);
      }),
      { seed: SEED_OF_THE_DAY },
    );
  });

  it('draws an outline whose area is that of its cells', () => {
    const cells = new Set<Cell>(
      growTerritories(hexes, [{ cell: START, reach: 12 }], () => 1).keys(),
    );
    const expected = cells.size * hexes.area * 100;
    expect(hectares(hexes.outline(cells)) / expected).toBeCloseTo(1, 1);
  });

  it('lets neighbours share their edges to the last digit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2000), { minLength: 2, maxLength: 30 }), (picks) => {
        const patch = [...growTerritories(hexes, [{ cell: START, reach: 14 }], () => 1).keys()];
        const inside = new Set(patch);
        const seats = picks.map((pick) => ({ cell: patch[pick % patch.length]!, reach: 1000 }));
        const owner = growTerritories(hexes, seats, (cell, seat) =>
          inside.has(cell) ? 1 + ((cell + seat) % 9) : Infinity,
        );
        const areas = [...cellsBySeat(owner).values()].map((cells) =>
          hexes.outline(cells, (cell) => owner.get(cell) ?? -1),
        );
        expect(areas.every(geosFindsValid)).toBe(true);
        // The edges that only one area has form one outer ring, so there are no gaps and no
        // overlaps.
        expect(countRings(openEdges(areas))).toBe(1);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: 30 },
    );
  });
});

describe('growing territories', () => {
  it('gives each cell to the seat it costs least to reach', () => {
    const east = hexes.around(START)[4];
    const far = hexes.around(east)[4];
    const further = hexes.around(far)[4];
    const row = new Set([START, east, far, further]);
    const cost = (cell: Cell): number => (!row.has(cell) ? Infinity : cell === east ? 9 : 1);
    const owner = growTerritories(
      hexes,
      [
        { cell: START, reach: 100 },
        { cell: further, reach: 100 },
      ],
      cost,
    );
    expect([START, east, far, further].map((cell) => owner.get(cell))).toEqual([0, 0, 1, 1]);
  });

  it('stops at its reach', () => {
    const reached = growTerritories(hexes, [{ cell: START, reach: 2 }], () => 1);
    expect(reached.size).toBe(1 + 6 + 12);
  });
});

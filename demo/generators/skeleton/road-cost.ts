import { createNoise } from '../noise.ts';
import { COUNTRIES, type Country } from './geography.ts';
import type { StepCost } from './terrain/spread.ts';
import type { Terrain } from './terrain/terrain.ts';

/** Kinds of public roads, in the order in which they are created. */
export const ROAD_CLASSES = ['nationale', 'regionale', 'piste'] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** Additional cost of a kilometre on hard ground, in kilometres of easy ground. */
const HARD = { rough: 1.6, forest: 0.5, wet: 14, shore: 6, slope: 1 / 14 } as const;
/** Height above which no road is built, in metres; the highest roads of the region reach 2 400 m. */
const HIGHEST = 2400;
/** Cost of a bridge or a border, in kilometres of easy ground. */
const CROSSING = { river: 9, stream: 1.2, border: 30 } as const;
/** Additional cost of a kilometre along a river that is a border. Roads keep away from its bends. */
const BORDER_BANK = 25;
/** Maximum distance between a border and the river that it follows, in cells. */
const RIVER_REACH = 4;
/** Neighbours with a river all along their border: the Ubangi and the Mbomou, which the data lack. */
const RIVER_NEIGHBOURS: readonly Country[] = ['caf', 'cod'];
/** Factor for the cost of a step along an existing road. */
const LAID = 0.22;
/** Minimum drained area of a stream that needs a bridge, in square kilometres. */
const BRIDGE = 400;

/**
 * Returns the cost function of roads. `laid` is 1 in cells with a road, and may change between
 * calls.
 */
export function roadCost(terrain: Terrain, laid: Uint8Array): StepCost {
  const { grid, nation, water, lake, river, height, trees, drained } = terrain;
  const rough = createNoise('road-rough', 0.16, 2);
  const bank = borderBanks(terrain);
  const divided = nation.map((number) => (isDivided(number) ? 1 : 0));
  const hard = Float32Array.from({ length: grid.size }, (_, cell) => {
    if (!nation[cell] || lake[cell] === 1 || height[cell]! > HIGHEST) return Infinity;
    const [lng, lat] = grid.node(cell);
    const wooded = trees[cell]! > 65 ? HARD.forest : 0;
    const wet = water[cell] ? HARD.wet : bank[cell] ? BORDER_BANK : 0;
    const shore = lake[cell] ? HARD.shore : 0;
    return 1 + HARD.rough * rough(lng, lat) + wooded + wet + shore;
  });
  return (from, to) => {
    if (!nation[to]) return Infinity;
    // A river that is a border has no bridge.
    const leaves = nation[from] !== nation[to];
    if (leaves && (bank[from] || bank[to] || (divided[from] && divided[to]))) return Infinity;
    const km = grid.km(from, to);
    if (laid[from] && laid[to]) return km * LAID;
    const rise = Math.abs(height[to]! - height[from]!);
    let cost = (km * (hard[from]! + hard[to]!)) / 2 + rise * HARD.slope;
    if (river[to] && !river[from]) cost += CROSSING.river;
    else if (drained[to]! > BRIDGE && drained[from]! < BRIDGE) cost += CROSSING.stream;
    if (leaves) cost += CROSSING.border;
    return cost;
  };
}

/** Returns whether the country of a number, as in `Terrain.nation`, is one of `RIVER_NEIGHBOURS`. */
function isDivided(number: number): boolean {
  const country = COUNTRIES[number - 1];
  return country !== undefined && RIVER_NEIGHBOURS.includes(country);
}

/** Returns 1 for the cells at a border that follows a known river or wide water. */
function borderBanks({ grid, nation, water, river }: Terrain): Uint8Array {
  const grow = (cells: Uint8Array): Uint8Array =>
    cells.map((is, cell) =>
      is || (!grid.rim[cell] && grid.around.some((step) => cells[cell + step])) ? 1 : 0,
    );
  let wet: Uint8Array = river.map((is, cell) => is | water[cell]!);
  for (let ring = 0; ring < RIVER_REACH; ring++) wet = grow(wet);
  const border = nation.map((own, cell) => {
    const differs = (step: number): boolean => ![0, own].includes(nation[cell + step]!);
    return own && !grid.rim[cell] && grid.around.some(differs) ? 1 : 0;
  });
  return border.map((is, cell) => is & wet[cell]!);
}

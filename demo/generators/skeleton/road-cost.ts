import { createNoise } from '../noise.ts';
import type { StepCost } from './terrain/spread.ts';
import type { Terrain } from './terrain/terrain.ts';

/** Kinds of public roads, in the order in which they are created. */
export const ROAD_CLASSES = ['nationale', 'regionale', 'piste'] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** Additional cost of a kilometre on hard ground, in kilometres of easy ground. */
const HARD = { rough: 1.6, forest: 0.5, wet: 14, slope: 1 / 14 } as const;
/** Cost of a bridge or a border, in kilometres of easy ground. */
const CROSSING = { river: 9, stream: 1.2, border: 30 } as const;
/** Factor for the cost of a step along an existing road. */
const LAID = 0.22;
/** Minimum drained area of a stream that needs a bridge, in square kilometres. */
const BRIDGE = 400;

/**
 * Returns the cost function of roads. `laid` is 1 in cells with a road, and may change between
 * calls.
 */
export function roadCost(terrain: Terrain, laid: Uint8Array): StepCost {
  const { grid, nation, water, river, height, trees, drained } = terrain;
  const rough = createNoise('road-rough', 0.16, 2);
  const hard = Float32Array.from({ length: grid.size }, (_, cell) => {
    if (!nation[cell]) return Infinity;
    const [lng, lat] = grid.node(cell);
    const wooded = trees[cell]! > 65 ? HARD.forest : 0;
    return 1 + HARD.rough * rough(lng, lat) + wooded + (water[cell] ? HARD.wet : 0);
  });
  return (from, to) => {
    if (!nation[to]) return Infinity;
    const km = grid.km(from, to);
    if (laid[from] && laid[to]) return km * LAID;
    const rise = Math.abs(height[to]! - height[from]!);
    let cost = (km * (hard[from]! + hard[to]!)) / 2 + rise * HARD.slope;
    if (river[to] && !river[from]) cost += CROSSING.river;
    else if (drained[to]! > BRIDGE && drained[from]! < BRIDGE) cost += CROSSING.stream;
    if (nation[from] !== nation[to]) cost += CROSSING.border;
    return cost;
  };
}

import { createNoise } from '../noise.ts';
import type { StepCost } from './terrain/spread.ts';
import type { Terrain } from './terrain/terrain.ts';

/** Kinds of public roads, in the order in which they are laid. */
export const ROAD_CLASSES = ['nationale', 'regionale', 'piste'] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** Kilometres of easy ground that a kilometre costs more, by what makes it hard. */
const HARD = { rough: 1.6, forest: 0.5, wet: 14, slope: 1 / 14 } as const;
/** Kilometres of easy ground that a bridge or a border costs. */
const CROSSING = { river: 9, stream: 1.2, border: 30 } as const;
/** Share of its cost that a step along a road costs that is there already. */
const LAID = 0.22;
/** Square kilometres that a stream drains from which on it needs a bridge. */
const BRIDGE = 400;

/** What a step of a road costs; `laid` is 1 in cells that have one, and may change between calls. */
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

import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { SLOTS, type AtlasBundle, type Slot } from '../bundle/bundle.ts';
import { parseStyleLayerId } from './layer-id.ts';

const POINTS = SLOTS.indexOf('points');

/**
 * Returns the id of the style layer directly above the marks of tools, such as an analysed area:
 * the lowest layer of dots, names or the frame of a project. Undefined if there is none.
 */
export function placeOfMarks(bundle: AtlasBundle, style: StyleSpecification): string | undefined {
  const slots = slotsOf(bundle);
  return style.layers.find(({ id, type }) => {
    const name = parseStyleLayerId(id);
    if (name?.kind === 'project' || name?.kind === 'area') return true;
    if (name?.kind === 'hosted') return type === 'symbol';
    const slot = slots.get(`${name?.owner}/${name?.sublayer}`);
    return slot !== undefined && SLOTS.indexOf(slot) >= POINTS;
  })?.id;
}

/** Returns the slots of the sublayers of groups and base maps, by the ids of both. */
function slotsOf({ baseLayers, groups }: AtlasBundle): ReadonlyMap<string, Slot> {
  return new Map(
    [...baseLayers, ...Object.values(groups)].flatMap(({ id, sublayers }) =>
      sublayers.map((sublayer) => [`${id}/${sublayer.id}`, sublayer.slot] as const),
    ),
  );
}

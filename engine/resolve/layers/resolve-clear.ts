import type * as Config from '../../../schemas/config.g.ts';
import { CLEAR_ICON } from '../../basics/clear-icon.ts';
import { present } from '../../basics/present.ts';
import type { Json, StyleValue, Sublayer } from '../../model/model.ts';
import type { ResolveContext } from '../context.ts';
import { edgeOf } from './resolve-outline.ts';

/** At lower zooms, dots are usually small and dense, and would leave no place for names. */
const FIRST_ZOOM = 9;

/** Radius and stroke of a circle in MapLibre without values. */
const PLAIN = { radius: 5, stroke: 0 };

/**
 * Resolves `clear` of a circle: invisible icons of the size of the dots, which take their places
 * before any name does. Diagnostic: `zoom-order`.
 */
export function resolveClear(
  raw: Config.CircleSublayer['clear'],
  circle: Sublayer,
  context: ResolveContext,
): Sublayer[] {
  if (raw === undefined || raw === false) return [];
  const { minzoom = 0, maxzoom = Infinity } = circle;
  const usual = FIRST_ZOOM < maxzoom ? FIRST_ZOOM : minzoom;
  const from = Math.max(minzoom, raw === true ? usual : raw.minzoom);
  if (raw !== true && from >= maxzoom) {
    const params = { minzoom: raw.minzoom, maxzoom };
    context.report.error('zoom-order', { node: raw, key: 'minzoom' }, params);
    return [];
  }
  const icons: Sublayer = {
    ...edgeOf(circle, 'clear'),
    type: 'symbol',
    slot: 'keep-clear',
    minzoom: from,
    ...present({ maxzoom: circle.maxzoom }),
    paint: { 'icon-opacity': literal(0) },
    layout: {
      'icon-image': literal(['image', CLEAR_ICON]),
      'icon-size': {
        kind: 'diameter',
        radius: circle.paint['circle-radius'] ?? literal(PLAIN.radius),
        stroke: circle.paint['circle-stroke-width'] ?? literal(PLAIN.stroke),
      },
      'icon-padding': literal(0),
      'icon-overlap': literal('always'),
    },
    legend: { kind: 'none' },
  };
  context.nodes.set(icons, raw === true ? context.nodes.get(circle)! : raw);
  return [icons];
}

function literal(value: Json): StyleValue {
  return { kind: 'literal', value };
}

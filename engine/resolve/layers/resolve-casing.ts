import type * as Config from '../../../schemas/config.g.ts';
import { present } from '../../basics/present.ts';
import type { Sublayer } from '../../model/model.ts';
import type { ResolveContext } from '../context.ts';
import { edgeOf, paintOf } from './resolve-outline.ts';

/** Resolves the `casing` of a line to a wider line below it. Diagnostics: those of values. */
export function resolveCasing(
  casing: Config.LineSublayer['casing'],
  line: Sublayer,
  context: ResolveContext,
): Sublayer[] {
  if (!casing) return [];
  const below: Sublayer = {
    ...edgeOf(line, 'casing'),
    ...present({ minzoom: line.minzoom, maxzoom: line.maxzoom }),
    paint: paintOf(casing, context),
    legend: { kind: 'auto' },
  };
  context.nodes.set(below, casing);
  return [below];
}

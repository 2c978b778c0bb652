import { Color as StyleColor } from '@maplibre/maplibre-gl-style-spec';
import type * as Config from '../../../schemas/config.g.ts';
import type { Color } from '../../model/model.ts';
import type { Report, Target } from '../../model/report.ts';
import { lookUp, type ResolveContext, type Things } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { groundOf } from './resolve-ground.ts';

/** Matches the most common notation of colours. Parsing other notations takes ten times as long. */
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Returns whether MapLibre can parse the text as a colour. */
export function isColor(text: string): boolean {
  return HEX.test(text) || StyleColor.parse(text) !== undefined;
}

/** Replacement for an invalid colour, so that its uses are not reported too. */
export const STAND_IN = '#000000';

/**
 * Resolves a colour, `{ light, dark }` or `{ token }` to values by ground; invalid colours are
 * replaced. Diagnostics: `bad-color`, `ground-missing`, `unknown-ground`, `unknown-token`.
 */
export function resolveColor(
  value: Config.Color,
  target: Target,
  context: Pick<ResolveContext, 'report' | 'broken' | 'baseIds' | 'usedTokens'> & {
    readonly things: Pick<Things, 'token'>;
  },
): Color {
  const { report, baseIds } = context;
  if (typeof value === 'string') {
    const color = validColor(value, target, report);
    return { light: color, dark: color };
  }
  const result: Record<string, string> = { light: STAND_IN, dark: STAND_IN };
  if (value.token !== undefined) {
    context.usedTokens.add(value.token);
    const token = lookUp('token', value.token, { node: value, key: 'token' }, context);
    for (const [ground, color] of Object.entries(token ?? {})) result[ground] = String(color);
    return result;
  }
  const grounds = ['light', 'dark', ...baseIds];
  const meant = new Set<string>();
  for (const [key, color = ''] of entriesOf(value)) {
    const ground = groundOf(key, value, grounds, report);
    meant.add(ground);
    result[ground] = validColor(color, { node: value, key }, report);
  }
  const missing = ['light', 'dark'].find((ground) => !meant.has(ground));
  if (missing) report.error('ground-missing', target, { ground: missing });
  return result;
}

function validColor(color: string, target: Target, report: Report): string {
  if (isColor(color)) return color;
  report.error('bad-color', target, { found: color });
  return STAND_IN;
}

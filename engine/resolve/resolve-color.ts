import { Color as StyleColor } from '@maplibre/maplibre-gl-style-spec';
import type * as Config from '../../schemas/config.g.ts';
import type { Color } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { lookUp, type ResolveContext, type Things } from './context.ts';
import { entriesOf } from './entries-of.ts';

/** How nearly every colour is written; parsing the others takes ten times as long. */
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Whether MapLibre reads the text as a colour. */
export function isColor(text: string): boolean {
  return HEX.test(text) || StyleColor.parse(text) !== undefined;
}

/**
 * A colour, `{ light, dark }` or `{ token }` as values by ground; undefined when reported.
 * Diagnostics: `bad-color`, `ground-missing`, `unknown-token`.
 */
export function resolveColor(
  value: Config.Color,
  target: Target,
  context: Pick<ResolveContext, 'report' | 'broken'> & { readonly things: Pick<Things, 'token'> },
): Color | undefined {
  const { report } = context;
  if (typeof value === 'string') {
    if (isColor(value)) return { light: value, dark: value };
    report.error('bad-color', target, { found: value });
    return undefined;
  }
  if (value.token !== undefined) {
    const token = lookUp('token', value.token, { node: value, key: 'token' }, context);
    return (
      token &&
      Object.fromEntries(Object.entries(token).map(([ground, color]) => [ground, String(color)]))
    );
  }
  const missing = ['light', 'dark'].find((ground) => !(ground in value));
  if (missing) {
    report.error('ground-missing', target, { ground: missing });
    return undefined;
  }
  const result: Record<string, string> = {};
  for (const [ground, color = ''] of entriesOf(value)) {
    if (isColor(color)) result[ground] = color;
    else report.error('bad-color', { node: value, key: ground }, { found: color });
  }
  return 'light' in result && 'dark' in result ? result : undefined;
}

import type * as Config from '../../../schemas/config.g.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import { isMapping } from '../../expand/check-skeleton.ts';
import type { AtlasModel } from '../../model/model.ts';
import type { RawNode, Report } from '../../model/report.ts';
import { INTERFACE_COLORS, INTERFACE_TOKEN } from '../../page/interface-tokens.ts';
import type { ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { isColor, STAND_IN } from './resolve-color.ts';
import { groundOf } from './resolve-ground.ts';

/** Resolves `theme.tokens`, values by ground. Diagnostics: `unknown-ground`, `bad-color`. */
export function resolveTokens(
  tokens: Config.Theme['tokens'],
  baseIds: ReadonlySet<string>,
  report: Report,
): AtlasModel['tokens'] {
  const known = ['light', 'dark', ...baseIds];
  const resolved = entriesOf(tokens).map(([name, values]) => {
    const byGround = entriesOf(values).map(([ground, value]) => {
      const meant = groundOf(ground, values, known, report);
      if (typeof value !== 'string' || name === INTERFACE_TOKEN || isColor(value))
        return [meant, value] as const;
      report.error('bad-color', { node: values, key: ground }, { found: value });
      return [meant, STAND_IN] as const;
    });
    return [name, Object.fromEntries(byGround)] as const;
  });
  return Object.fromEntries(resolved);
}

/**
 * Reports unused tokens that are not interface colours, and unknown tokens in presets. Diagnostics:
 * `unused-token`, `unknown-token`.
 */
export function checkTokenUses(
  { tokens = {}, presets }: Config.Theme,
  { usedTokens, report }: Pick<ResolveContext, 'usedTokens' | 'report'>,
): void {
  const inPresets: RawNode[] = [];
  collectUses(presets, inPresets);
  const used = new Set([...usedTokens, ...inPresets.map((use) => use['token'])]);
  const known = entriesOf(tokens).map(([name]) => name);
  for (const name of known) {
    if (used.has(name) || name === INTERFACE_TOKEN || INTERFACE_COLORS.includes(name)) continue;
    const nearest = suggest(name, INTERFACE_COLORS);
    report.warn('unused-token', { node: tokens, key: name, part: 'key' }, { id: name, nearest });
  }
  for (const use of inPresets) {
    const found = String(use['token']);
    if (known.includes(found)) continue;
    const nearest = suggest(found, known);
    report.error('unknown-token', { node: use, key: 'token' }, { found, nearest, known });
  }
}

/** Collects every `{ token: … }` in a part of the configuration. */
function collectUses(part: unknown, uses: RawNode[]): void {
  if (typeof part !== 'object' || part === null) return;
  if (isMapping(part) && typeof part['token'] === 'string') uses.push(part);
  for (const key in part) collectUses((part as RawNode)[key], uses);
}

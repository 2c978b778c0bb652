import { suggest } from '../diagnostics/suggest.ts';
import { isMapping } from '../expand/check-skeleton.ts';
import type { Expanded } from '../expand/expand-templates.ts';
import type { AtlasModel } from '../model/model.ts';
import type { RawNode, Report } from '../model/report.ts';
import { INTERFACE_COLORS, INTERFACE_TOKEN } from '../page/interface-tokens.ts';
import { entriesOf, mappingOf } from './raw.ts';
import { isColor } from './resolve-classes.ts';

/** Takes the place of a colour that was reported, so that no use of the token is reported too. */
const STAND_IN = '#000000';

/** `theme.tokens`, values by ground. Diagnostics: `unknown-ground`, `bad-color`. */
export function resolveTokens(
  theme: RawNode,
  baseIds: ReadonlySet<string>,
  report: Report,
): AtlasModel['tokens'] {
  const tokens: Record<string, Record<string, string | number>> = {};
  for (const [name, values] of entriesOf(mappingOf(theme, 'tokens'))) {
    if (!isMapping(values)) continue;
    const token: Record<string, string | number> = {};
    for (const [ground, value] of entriesOf(values)) {
      const known = ['light', 'dark', ...baseIds];
      if (!known.includes(ground))
        report.error(
          'unknown-ground',
          { node: values, key: ground, part: 'key' },
          { found: ground, nearest: suggest(ground, known) ?? '', known },
        );
      const isBad = typeof value === 'string' && name !== INTERFACE_TOKEN && !isColor(value);
      if (isBad) report.error('bad-color', { node: values, key: ground }, { found: value });
      token[ground] = isBad ? STAND_IN : (value as string | number);
    }
    tokens[name] = token;
  }
  return tokens;
}

/**
 * Reports tokens that nothing uses and the interface does not know: `unused-token`, and uses of
 * unknown ones where nothing else looks, such as in presets: `unknown-token`.
 */
export function checkTokenUses(expanded: Expanded, theme: RawNode, report: Report): void {
  const uses: RawNode[] = [];
  collectUses([expanded.lists, Object.values(expanded.singles)], uses);
  const used = new Set(uses.map((use) => use['token']));
  const tokens = mappingOf(theme, 'tokens') ?? {};
  const known = entriesOf(tokens).map(([name]) => name);
  for (const name of known) {
    if (used.has(name) || name === INTERFACE_TOKEN || INTERFACE_COLORS.includes(name)) continue;
    const nearest = suggest(name, INTERFACE_COLORS) ?? '';
    report.warn('unused-token', { node: tokens, key: name, part: 'key' }, { id: name, nearest });
  }
  const inPresets: RawNode[] = [];
  collectUses(theme['presets'], inPresets);
  for (const use of inPresets) {
    const found = String(use['token']);
    if (known.includes(found)) continue;
    const nearest = suggest(found, known) ?? '';
    report.error('unknown-token', { node: use, key: 'token' }, { found, nearest, known });
  }
}

/** Collects every `{ token: … }` in a part of the configuration. */
function collectUses(part: unknown, uses: RawNode[]): void {
  if (typeof part !== 'object' || part === null) return;
  if (isMapping(part) && typeof part['token'] === 'string') uses.push(part);
  for (const child of Object.values(part)) collectUses(child, uses);
}

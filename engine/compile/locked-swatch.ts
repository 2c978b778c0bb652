import type { Json } from '../basics/values.ts';
import type { LegendSymbol } from '../bundle/bundle.ts';
import type { Group, StyleValue, Sublayer } from '../model/model.ts';
import { isOutlineOfOther, outlineOf } from '../values/outline-of.ts';
import type { Grounds } from '../values/grounds.ts';
import { childrenOf } from '../values/value-tree.ts';
import { legendCandidates } from './compile-legend-symbols.ts';

/** Colour of a symbol whose real colours depend on classes or fields. */
const NEUTRAL = '#808C82';

/** Symbols of layers whose colours are not public: their type, and nothing else. */
const NEUTRAL_SYMBOLS: Readonly<Partial<Record<Sublayer['type'], LegendSymbol>>> = {
  fill: { type: 'fill', color: NEUTRAL, opacity: 0.4, outline: NEUTRAL, outlineWidth: 1 },
  line: { type: 'line', color: NEUTRAL, opacity: 1, width: 2 },
  circle: { type: 'circle', color: NEUTRAL, opacity: 1, radius: 5 },
};

/**
 * Returns the symbol of a locked group for readers who may not open it: that of its first area, line
 * or point. It has the colours of the map only if the paint is the same for every feature. Returns
 * null for groups of icons and rasters only.
 */
export function lockedSwatch(group: Group, grounds: Grounds): LegendSymbol | null {
  for (const sublayer of group.sublayers) {
    const neutral = NEUTRAL_SYMBOLS[sublayer.type];
    if (!neutral || sublayer.legend.kind === 'none' || isOutlineOfOther(sublayer, group)) continue;
    const line = outlineOf(sublayer, group);
    if (![sublayer, ...(line ? [line] : [])].every(isPlain)) return neutral;
    const [candidate] = legendCandidates(sublayer, group, grounds);
    return candidate?.symbol.type === sublayer.type ? candidate.symbol : neutral;
  }
  return null;
}

/** Returns whether the paint of a sublayer is the same for every feature. */
function isPlain({ paint }: Sublayer): boolean {
  return Object.values(paint).every(isPlainValue);
}

function isPlainValue(value: StyleValue): boolean {
  if (value.kind === 'literal') return isPlainLiteral(value.value);
  if (value.kind !== 'by-ground' && value.kind !== 'by-zoom') return false;
  return childrenOf(value).every(isPlainValue);
}

/** Returns whether a value is a text, a number or a list of numbers, and not an expression. */
function isPlainLiteral(value: Json): boolean {
  if (!Array.isArray(value)) return typeof value !== 'object';
  return value.every((item) => typeof item === 'number');
}

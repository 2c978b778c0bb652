import type {
  BaseLayer,
  Color,
  Group,
  StyleValue,
  Sublayer,
  SublayerType,
} from '../../model/model.ts';
import { colorOf } from '../../values/looks.ts';
import { childrenOf } from '../../values/value-tree.ts';
import { generalGroups, nodeOf, type CheckContext } from '../context.ts';
import { keyAt, valueAt, writtenProperty } from '../places.ts';

/**
 * Reports invisible layers, and popups that cannot be opened. Diagnostics: `invisible`,
 * `popup-never-opens`.
 */
export function checkVisible(context: CheckContext): void {
  for (const group of generalGroups(context.model)) {
    checkSublayers(group, context);
    checkPopups(group, context);
    const params = { property: 'opacity', found: 0, what: group.id } as const;
    if (group.opacity === 0)
      context.report.warn('invisible', valueAt(group, 'opacity', context), params);
  }
  for (const base of context.model.baseLayers) checkSublayers(base, context);
}

/**
 * One part of the drawing of a layer, such as its fill or its outline. The part is visible unless
 * one of its properties is 0 or transparent.
 */
interface Way {
  /** A property that must be set, otherwise this part is not drawn. */
  readonly needs?: string;
  readonly properties: readonly string[];
}

const WAYS: Readonly<Partial<Record<SublayerType, readonly Way[]>>> = {
  background: [{ properties: ['background-opacity', 'background-color'] }],
  fill: [{ properties: ['fill-opacity', 'fill-color'] }],
  line: [{ properties: ['line-opacity', 'line-width', 'line-color'] }],
  circle: [
    { properties: ['circle-opacity', 'circle-radius', 'circle-color'] },
    {
      needs: 'circle-stroke-width',
      properties: ['circle-stroke-opacity', 'circle-stroke-width', 'circle-stroke-color'],
    },
  ],
  symbol: [
    { needs: 'text-field', properties: ['text-opacity', 'text-size', 'text-color'] },
    { needs: 'icon-image', properties: ['icon-opacity', 'icon-size'] },
  ],
  raster: [{ properties: ['raster-opacity'] }],
};

/** Properties that replace a colour. */
const INSTEAD: Readonly<Record<string, readonly string[]>> = {
  'background-color': ['background-pattern'],
  'fill-color': ['fill-pattern', 'fill-outline-color'],
  'line-color': ['line-pattern', 'line-gradient'],
  'text-color': ['text-halo-color'],
};

/** Returns the property that makes a sublayer invisible; empty when it has nothing to draw. */
function hiddenBy({ type, paint, layout }: Sublayer): string | undefined {
  const value = (name: string): StyleValue | undefined => paint[name] ?? layout[name];
  const hides = (name: string): boolean => {
    const found = value(name);
    return found !== undefined && !INSTEAD[name]?.some(value) && isNothing(found);
  };
  const ways = (WAYS[type] ?? []).filter(({ needs }) => needs === undefined || value(needs));
  const hidden = ways.map(({ properties }) => properties.find(hides));
  if (hidden.length === 0) return WAYS[type] ? '' : undefined;
  return hidden.includes(undefined) ? undefined : hidden[0];
}

function checkSublayers(owner: Group | BaseLayer, context: CheckContext): void {
  for (const sublayer of owner.sublayers) {
    const property = hiddenBy(sublayer);
    if (property === undefined || isClicked(sublayer, owner)) continue;
    // The icons of `clear` are invisible on purpose.
    if (sublayer.slot === 'keep-clear') continue;
    const target =
      writtenProperty(sublayer, property, context) ??
      valueAt(sublayer, property === '' ? 'type' : 'paint', context);
    const found = property.endsWith('color') ? 'transparent' : 0;
    context.report.warn('invisible', target, { property, found, what: sublayer.id });
  }
}

/**
 * Returns whether an invisible layer has a purpose: it can make the features of a visible layer
 * clickable.
 */
function isClicked(sublayer: Sublayer, { sublayers }: Group | BaseLayer): boolean {
  const read = readBy(sublayer);
  const seen = sublayers.filter((other) => hiddenBy(other) === undefined);
  return read !== undefined && seen.some((other) => readBy(other) === read);
}

/** Returns the dataset or source of a sublayer. */
function readBy({ source }: Sublayer): object | undefined {
  if (source.kind === 'none') return undefined;
  return source.kind === 'dataset' ? source.dataset : source.source;
}

/** Returns whether a value is 0 or transparent for every zoom, feature and ground. */
function isNothing(value: StyleValue): boolean {
  if (value.kind === 'literal')
    return value.value === 0 || (typeof value.value === 'string' && isTransparent(value.value));
  if (value.kind === 'classes') {
    const { rows } = value.classes.looks;
    return value.take === 'color' && rows.every((look) => isClear(colorOf(look, value.shade)));
  }
  const inside = childrenOf(value);
  return inside.length > 0 && inside.every(isNothing);
}

function isClear(color: Color | null): boolean {
  return color !== null && Object.values(color).every(isTransparent);
}

const TRANSPARENT =
  /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|(?:rgb|hsl)a\(.*,\s*0(?:\.0*)?%?\s*\)|\w+\(.*\/\s*0(?:\.0*)?%?\s*\))$/i;

function isTransparent(color: string): boolean {
  return TRANSPARENT.test(color);
}

/** Layer types whose features can be clicked. */
const CLICKED: ReadonlySet<SublayerType> = new Set(['fill', 'line', 'circle', 'symbol']);

function checkPopups(group: Group, context: CheckContext): void {
  const opens = ({ interactive, type }: Sublayer): boolean => interactive && CLICKED.has(type);
  const isWhole = !context.incomplete.has(nodeOf(group, context));
  const closed: readonly (Group | Sublayer)[] = [
    ...(isWhole && !group.sublayers.some(opens) ? [group] : []),
    ...group.sublayers.filter((sublayer) => !opens(sublayer)),
  ];
  for (const thing of closed) {
    const target = keyAt(thing, 'popup', context);
    if (thing.popup) context.report.warn('popup-never-opens', target, { what: thing.id });
  }
}

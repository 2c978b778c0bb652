import type {
  BaseLayer,
  Color,
  Group,
  StyleValue,
  Sublayer,
  SublayerType,
} from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { colorOf, looksOf } from '../values/looks.ts';
import { childrenOf, valuesIn } from '../values/value-tree.ts';
import { nodeOf, type CheckContext } from './context.ts';

/**
 * Finds what is drawn and cannot be seen, and popups that no click opens. Diagnostics: `invisible`,
 * `popup-never-opens`.
 */
export function checkVisible(context: CheckContext): void {
  const { groups, baseLayers } = context.model;
  for (const group of groups) {
    if (group.project !== null) continue;
    checkSublayers(group, context);
    checkPopups(group, context);
    if (group.opacity === 0)
      context.report.warn(
        'invisible',
        { node: nodeOf(group, context), key: 'opacity' },
        { property: 'opacity', found: 0, what: group.id },
      );
  }
  for (const base of baseLayers) checkSublayers(base, context);
}

/** One way in which a layer shows itself: seen unless one of its properties is nothing. */
interface Way {
  /** The property without which this is not drawn at all. */
  readonly needs?: string;
  readonly numbers: readonly string[];
  readonly color?: string;
  /** Properties that paint in place of the colour. */
  readonly instead?: readonly string[];
}

const WAYS: Readonly<Partial<Record<SublayerType, readonly Way[]>>> = {
  background: [
    { numbers: ['background-opacity'], color: 'background-color', instead: ['background-pattern'] },
  ],
  fill: [
    {
      numbers: ['fill-opacity'],
      color: 'fill-color',
      instead: ['fill-pattern', 'fill-outline-color'],
    },
  ],
  line: [
    {
      numbers: ['line-opacity', 'line-width'],
      color: 'line-color',
      instead: ['line-pattern', 'line-gradient'],
    },
  ],
  circle: [
    { numbers: ['circle-opacity', 'circle-radius'], color: 'circle-color' },
    {
      needs: 'circle-stroke-width',
      numbers: ['circle-stroke-opacity', 'circle-stroke-width'],
      color: 'circle-stroke-color',
    },
  ],
  symbol: [
    {
      needs: 'text-field',
      numbers: ['text-opacity', 'text-size'],
      color: 'text-color',
      instead: ['text-halo-color'],
    },
    { needs: 'icon-image', numbers: ['icon-opacity', 'icon-size'] },
  ],
  raster: [{ numbers: ['raster-opacity'] }],
};

/** The property by which a sublayer cannot be seen; empty where it names nothing to draw. */
function hiddenBy({ type, paint, layout }: Sublayer): string | undefined {
  const value = (name: string): StyleValue | undefined => paint[name] ?? layout[name];
  let hidden: string | undefined;
  for (const { needs, numbers, color, instead = [] } of WAYS[type] ?? [{ numbers: [] }]) {
    if (needs !== undefined && !value(needs)) continue;
    const names = [...numbers];
    if (color !== undefined && !instead.some((name) => value(name))) names.push(color);
    const nothing = names.find((name) => {
      const found = value(name);
      return found !== undefined && isNothing(found);
    });
    if (nothing === undefined) return undefined;
    hidden ??= nothing;
  }
  return hidden ?? '';
}

function checkSublayers(owner: Group | BaseLayer, context: CheckContext): void {
  for (const sublayer of owner.sublayers) {
    const property = hiddenBy(sublayer);
    if (property === undefined || isClicked(sublayer, owner)) continue;
    const found = property.endsWith('color') ? 'transparent' : 0;
    context.report.warn('invisible', targetOf(sublayer, property, context), {
      property,
      found,
      what: sublayer.id,
    });
  }
}

/** What cannot be seen may still be there to be clicked, where something else shows the features. */
function isClicked({ source }: Sublayer, { sublayers }: Group | BaseLayer): boolean {
  const read = source.kind === 'dataset' ? source.dataset : 'source' in source && source.source;
  return sublayers.some(
    (other) =>
      read !== false &&
      (other.source.kind === 'dataset'
        ? other.source.dataset
        : 'source' in other.source && other.source.source) === read &&
      hiddenBy(other) === undefined,
  );
}

function targetOf(sublayer: Sublayer, property: string, context: CheckContext): Target {
  const node = nodeOf(sublayer, context);
  for (const holder of [node['paint'], node['layout']])
    if (typeof holder === 'object' && holder !== null && property in holder)
      return { node: holder, key: property };
  return { node, key: property === '' ? 'type' : 'paint' };
}

/** Whether a value is 0 or transparent whatever the zoom, the feature and the ground. */
function isNothing(value: StyleValue): boolean {
  return valuesIn(value).every((inner) => {
    if (inner.kind === 'literal')
      return inner.value === 0 || (typeof inner.value === 'string' && isTransparent(inner.value));
    if (inner.kind !== 'classes') return childrenOf(inner).length > 0;
    const { rows } = looksOf(inner.classes);
    return inner.take === 'color' && rows.every((look) => isClear(colorOf(look, inner.shade)));
  });
}

function isClear(color: Color | null): boolean {
  return color !== null && Object.values(color).every(isTransparent);
}

const TRANSPARENT =
  /^(?:transparent|#[\da-f]{3}0|#[\da-f]{6}00|(?:rgb|hsl)a\(.*,\s*0(?:\.0*)?%?\s*\)|\w+\(.*\/\s*0(?:\.0*)?%?\s*\))$/i;

function isTransparent(color: string): boolean {
  return TRANSPARENT.test(color);
}

/** Types whose features a click can find. */
const CLICKED: ReadonlySet<SublayerType> = new Set(['fill', 'line', 'circle', 'symbol']);

function checkPopups(group: Group, context: CheckContext): void {
  const opens = ({ interactive, type }: Sublayer): boolean => interactive && CLICKED.has(type);
  const told = (thing: object, what: string): void =>
    context.report.warn(
      'popup-never-opens',
      { node: nodeOf(thing, context), key: 'popup', part: 'key' },
      { what },
    );
  const whole = !context.incomplete.has(nodeOf(group, context));
  if (group.popup && whole && !group.sublayers.some(opens)) told(group, group.id);
  for (const sublayer of group.sublayers)
    if (sublayer.popup && !opens(sublayer)) told(sublayer, sublayer.id);
}

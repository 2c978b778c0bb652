import type { ByGround, Json, LegendSymbol } from '../bundle/bundle.ts';
import type { Group, StyleValue, Sublayer, Text } from '../model/model.ts';
import { pick, type Base } from '../runtime/pick-ground.ts';
import { present } from '../runtime/present.ts';
import { isPossible } from '../values/conditions.ts';
import { byGround, LIGHT, namesIn, valueFor, type Grounds } from '../values/grounds.ts';
import { colorOf, looksOf, type Look, type Looks } from '../values/looks.ts';
import { childrenOf, classesOf } from '../values/value-tree.ts';

/** A legend row of one sublayer, before rows with the same look are merged. */
export interface Candidate {
  /** Key of the class; null for a sublayer without classes. */
  readonly entry: string | null;
  /** The look of the class; null for a sublayer without classes. */
  readonly look: Look | null;
  readonly symbol: LegendSymbol;
  /** Unit of a ramp's values. */
  readonly unit?: Text | undefined;
  /** Label of its sublayer or country, if there is one. */
  readonly own: Text | null;
}

type Drawn = Pick<Group, 'sublayers'> & Partial<Pick<Group, 'project'>>;

/** The properties whose classes make the legend rows. Patterns count only without a colour. */
const MAIN_PROPERTIES: Readonly<Partial<Record<Sublayer['type'], readonly string[]>>> = {
  fill: ['fill-color', 'fill-pattern'],
  line: ['line-color', 'line-pattern'],
  circle: ['circle-color'],
  symbol: ['icon-image'],
};

/**
 * Returns the legend rows of a sublayer, from its classes and paint. Classes that the `where` of a
 * project's copy excludes have no row. Labels (symbols without icons) have no rows.
 */
export function legendCandidates(
  sublayer: Sublayer,
  group: Drawn,
  grounds: Grounds,
): readonly Candidate[] {
  const own = sublayer.label ?? sublayer.country?.name ?? null;
  const of = (
    classes: Looks & { readonly id: string },
    draw: (look: Look) => LegendSymbol | null,
  ) =>
    classes.rows.flatMap((look): Candidate[] => {
      const symbol = draw(look);
      return symbol ? [{ entry: `${classes.id}/${look.key}`, look, symbol, own }] : [];
    });
  const cells = rasterClassesOf(sublayer);
  if (cells?.kind === 'ramp') {
    const stops = looksOf(cells).rows.map(
      (look) => [look.range!.from, lookColor(look, grounds)] as const,
    );
    return [{ entry: null, look: null, symbol: { type: 'ramp', stops }, unit: cells.unit, own }];
  }
  if (cells)
    return of({ ...looksOf(cells), id: cells.id }, (look) => ({
      type: 'fill',
      color: lookColor(look, grounds),
      opacity: 1,
    }));
  const main = mainOf(sublayer);
  if (main === undefined) return [];
  const used = main && classesOf(main)[0];
  const draw = (look: Look | null): LegendSymbol | null =>
    symbolOf({ sublayer, group, look, grounds });
  if (used) {
    const looks = looksOf(used.classes);
    const where =
      (group.project ?? null) === null
        ? []
        : sublayer.where.filter(({ field }) => field === used.field);
    const rows = looks.rows.filter((look) => isPossible(look, looks, where));
    return used.classes.kind === 'ramp' ? [] : of({ ...looks, rows, id: used.classes.id }, draw);
  }
  const symbol = draw(null);
  return symbol ? [{ entry: null, look: null, symbol, own }] : [];
}

function rasterClassesOf({ type, rasterClasses, paint }: Sublayer): Sublayer['rasterClasses'] {
  if (type === 'raster') return rasterClasses;
  const relief = type === 'color-relief' ? paint['color-relief-color'] : undefined;
  return (relief && classesOf(relief)[0]?.classes) ?? null;
}

/** Returns null for the default of the property, and undefined when the legend shows nothing. */
function mainOf({ type, paint, layout }: Sublayer): StyleValue | null | undefined {
  const names = MAIN_PROPERTIES[type];
  if (!names) return undefined;
  const value = names.map((name) => paint[name] ?? layout[name]).find((each) => each !== undefined);
  return value ?? (type === 'symbol' ? undefined : null);
}

/** The inputs for drawing a symbol. */
interface Drawing {
  readonly sublayer: Sublayer;
  readonly group: Drawn;
  readonly look: Look | null;
  readonly grounds: Grounds;
}

const SYMBOLS: Readonly<
  Partial<Record<Sublayer['type'], (drawing: Drawing) => LegendSymbol | null>>
> = { fill: areaOf, line: lineOf, circle: circleOf, symbol: iconOf };

function symbolOf(drawing: Drawing): LegendSymbol | null {
  const { type, paint } = drawing.sublayer;
  const pattern = paint[`${type}-color`] ? undefined : paint[`${type}-pattern`];
  return pattern ? pictureOf(pattern, drawing) : (SYMBOLS[type]?.(drawing) ?? null);
}

function areaOf(drawing: Drawing): LegendSymbol {
  const { sublayer, group } = drawing;
  const { paint } = sublayer;
  const line = group.sublayers.find((other) => other.outlineOf === sublayer.id);
  const outline = textOf(line ? line.paint['line-color'] : paint['fill-outline-color'], drawing);
  return present({
    type: 'fill',
    color: textOf(paint['fill-color'], drawing) ?? BLACK,
    opacity: opacityOf(drawing.sublayer),
    outline: outline ?? undefined,
    outlineWidth: line ? numberOf(line.paint['line-width'], 1) : undefined,
    dash: dashOf(line),
  });
}

function lineOf(drawing: Drawing): LegendSymbol {
  const { paint } = drawing.sublayer;
  return present({
    type: 'line',
    color: textOf(paint['line-color'], drawing) ?? BLACK,
    opacity: opacityOf(drawing.sublayer),
    width: numberOf(paint['line-width'], 1),
    dash: dashOf(drawing.sublayer),
  });
}

function circleOf(drawing: Drawing): LegendSymbol {
  const { paint } = drawing.sublayer;
  const stroke = textOf(paint['circle-stroke-color'], drawing) ?? undefined;
  return present({
    type: 'circle',
    color: textOf(paint['circle-color'], drawing) ?? BLACK,
    opacity: opacityOf(drawing.sublayer),
    radius: Math.min(numberOf(paint['circle-radius'], 5), LARGEST_DOT),
    stroke,
    strokeWidth: stroke === undefined ? undefined : numberOf(paint['circle-stroke-width'], 1),
  });
}

function iconOf(drawing: Drawing): LegendSymbol | null {
  const image = drawing.sublayer.layout['icon-image'];
  return image ? pictureOf(image, drawing) : null;
}

function pictureOf(value: StyleValue, drawing: Drawing): LegendSymbol | null {
  const icon = drawing.look?.entry.icon ?? textOf(value, drawing);
  return icon === null ? null : { type: 'icon', icon };
}

function opacityOf({ type, paint, legendOpacity }: Sublayer): number {
  return legendOpacity ?? numberOf(paint[`${type}-opacity`], 1);
}

const BLACK = '#000000';

/** Largest radius of legend dots in px, so that they fit a line of text. */
const LARGEST_DOT = 6;

function dashOf(line: Sublayer | undefined): readonly number[] | undefined {
  const dash = line?.paint['line-dasharray'];
  return dash?.kind === 'literal' ? (dash.value as readonly number[]) : undefined;
}

function lookColor(look: Look, grounds: Grounds): ByGround<string> {
  const { color } = look.entry;
  if (!color) return BLACK;
  return byGround(new Set(Object.keys(color)), grounds, (base) => pick(color, base) ?? BLACK);
}

/** Returns the colour or image of a value for a class, over each base map; null without one. */
function textOf(
  value: StyleValue | undefined,
  { look, grounds }: Pick<Drawing, 'look' | 'grounds'>,
): ByGround<string> | null {
  if (!value) return null;
  if (value.kind === 'literal') return textIn(value, look, LIGHT);
  let everywhere = true;
  const text = byGround(namesIn(value, look), grounds, (base) => {
    const own = textIn(value, look, base);
    everywhere &&= own !== null;
    return own ?? '';
  });
  return everywhere ? text : null;
}

/**
 * Returns the text of a value over one base map; the last stop if it depends on zoom or feature.
 */
function textIn(value: StyleValue, look: Look | null, base: Base): string | null {
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'string' ? value.value : null;
    case 'by-ground':
      return textIn(valueFor(value, base), look, base);
    case 'by-zoom':
    case 'by-value':
      return textIn(value.stops.at(-1)![1], look, base);
    case 'classes': {
      const color = look && colorOf(look, value.shade);
      return (color && pick(color, base)) ?? null;
    }
    default:
      return null;
  }
}

/** Returns the number of a value; the largest of its stops, so that the swatch is clear. */
function numberOf(value: StyleValue | undefined, otherwise: number): number {
  if (!value) return otherwise;
  if (value.kind === 'literal') return largestIn(value.value) ?? otherwise;
  if (value.kind === 'by-ground') return numberOf(valueFor(value, LIGHT), otherwise);
  const inner = childrenOf(value).map((each) => numberOf(each, otherwise));
  return inner.length === 0 ? otherwise : Math.max(...inner);
}

/** Returns a number, or the largest output of an `interpolate` or `step` expression. */
function largestIn(value: Json): number | null {
  if (typeof value === 'number') return value;
  if (!Array.isArray(value)) return null;
  const list = value as readonly Json[];
  const start = list[0] === 'interpolate' ? 4 : list[0] === 'step' ? 2 : list.length;
  const outputs = list
    .slice(start)
    .filter((item, i) => i % 2 === 0 && typeof item === 'number') as number[];
  return outputs.length > 0 ? Math.max(...outputs) : null;
}

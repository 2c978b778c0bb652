import type { Json } from '../basics/values.ts';
import type { ByGround, LegendSymbol } from '../bundle/bundle.ts';
import { datasetOf } from '../model/datasets-of.ts';
import type { Group, Look, Looks, StyleValue, Sublayer, Text } from '../model/model.ts';
import { pick, type Base } from '../runtime/pick-ground.ts';
import { present } from '../basics/present.ts';
import { isPossible } from '../values/conditions.ts';
import { byGround, LIGHT, namesIn, namesOf, valueFor, type Grounds } from '../values/grounds.ts';
import { colorOf } from '../values/looks.ts';
import { outlineOf } from '../values/outline-of.ts';
import { cellClasses } from '../values/pixel-values.ts';
import { scaleOf, type SizeScale } from './size-scale.ts';
import { childrenOf, classesOf } from '../values/value-tree.ts';

/** A legend row of one sublayer, before rows with the same look are merged. */
export interface Candidate {
  /** Key of the class; null for a sublayer without classes. */
  readonly entry: string | null;
  /** The look of the class; null for a sublayer without classes. */
  readonly look: Look | null;
  /** The field of the classes, with its dataset; undefined for other sources. */
  readonly from?: ClassSource;
  readonly symbol: LegendSymbol;
  /** Unit of a ramp's values. */
  readonly unit?: Text | undefined;
  /** Label of its sublayer or country, if there is one. */
  readonly own: Text | null;
  /** Whether `own` is only the name of its country, which does not describe the symbol. */
  readonly isCountry: boolean;
  /** The sizes of its dots, which have a row for each of a few values. */
  readonly scale?: SizeScale;
}

/** Where the classes of a sublayer come from. */
export interface ClassSource {
  readonly dataset: string;
  readonly field: string;
  readonly looks: Looks;
}

type Drawn = Pick<Group, 'sublayers'> & Partial<Pick<Group, 'project'>>;

/**
 * The properties whose classes become legend rows. A pattern is used only if the sublayer has no
 * colour.
 */
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
  const isCountry = isNameOf(sublayer.country, own);
  const cells = rasterClassesOf(sublayer);
  if (cells?.kind === 'ramp') {
    const stops = cells.looks.rows.map(
      (look) => [look.range!.from, lookColor(look, grounds)] as const,
    );
    return [
      {
        entry: null,
        look: null,
        symbol: { type: 'ramp', stops },
        unit: cells.unit,
        own,
        isCountry,
      },
    ];
  }
  const rowsOf = (
    id: string,
    rows: readonly Look[],
    draw: Draw,
    from?: ClassSource,
  ): readonly Candidate[] => {
    const found: Candidate[] = [];
    for (const look of rows) {
      const symbol = draw(look);
      const entry = `${id}/${look.key}`;
      if (symbol) found.push(present({ entry, look, from, symbol, own, isCountry }));
    }
    return found;
  };
  if (cells)
    return rowsOf(cells.id, cells.looks.rows, (look) => {
      return { type: 'fill', color: look ? lookColor(look, grounds) : BLACK, opacity: 1 };
    });
  const main = mainOf(sublayer);
  if (main === undefined) return [];
  const used = main && classesOf(main)[0];
  const draw = drawOf({ sublayer, group, grounds });
  if (used) {
    if (used.classes.kind === 'ramp') return [];
    const { id, looks } = used.classes;
    const where =
      (group.project ?? null) === null
        ? []
        : sublayer.where.filter(({ field }) => field === used.field);
    const isDrawn = (look: Look): boolean => isPossible(look, looks, where);
    const dataset = datasetOf(sublayer)?.id;
    const from = dataset === undefined ? undefined : { dataset, field: used.field, looks };
    const shown = where.length === 0 ? looks.rows : looks.rows.filter(isDrawn);
    const classes = rowsOf(id, shown, draw, from);
    const [example] = classes;
    return example ? [...classes, ...sizesOf(sublayer, example.symbol)] : [];
  }
  const symbol = draw(null);
  if (!symbol) return [];
  const sizes = sizesOf(sublayer, symbol);
  return sizes.length > 0 ? sizes : [{ entry: null, look: null, symbol, own, isCountry }];
}

function sizesOf(sublayer: Sublayer, symbol: LegendSymbol): readonly Candidate[] {
  const scale = symbol.type === 'circle' ? scaleOf(sublayer) : null;
  if (!scale) return [];
  const entry = `size/${JSON.stringify([scale.field.name, scale.stops])}`;
  return [{ entry, look: null, symbol, own: null, isCountry: false, scale }];
}

/** Returns whether a text is the name of a country in every language. */
function isNameOf(country: Sublayer['country'], text: Text | null): boolean {
  return Object.entries(text ?? {}).every(([locale, words]) => words === country?.name[locale]);
}

function rasterClassesOf(sublayer: Sublayer): Sublayer['rasterClasses'] {
  const { type, paint } = sublayer;
  if (type === 'raster') return cellClasses(sublayer);
  const relief = type === 'color-relief' ? paint['color-relief-color'] : undefined;
  return (relief && classesOf(relief)[0]?.classes) ?? null;
}

/**
 * Returns the main value of a sublayer. Null means the default of the property, and undefined means
 * that the legend shows nothing.
 */
function mainOf({ type, paint, layout }: Sublayer): StyleValue | null | undefined {
  const names = MAIN_PROPERTIES[type];
  if (!names) return undefined;
  const value = names.map((name) => paint[name] ?? layout[name]).find((each) => each !== undefined);
  return value ?? (type === 'symbol' ? undefined : null);
}

/** The inputs for drawing symbols. */
interface Drawing {
  readonly sublayer: Sublayer;
  readonly group: Drawn;
  readonly grounds: Grounds;
}

/** Draws the symbol of a class, or of the whole sublayer when `look` is null. */
type Draw = (look: Look | null) => LegendSymbol | null;

/**
 * The functions that draw symbols, by layer type. Each prepares a sublayer once, and returns the
 * function that draws its classes.
 */
const DRAWS: Readonly<Partial<Record<Sublayer['type'], (drawing: Drawing) => Draw>>> = {
  fill: areas,
  line: lines,
  circle: dots,
  symbol: icons,
};

function drawOf(drawing: Drawing): Draw {
  const { type, paint } = drawing.sublayer;
  const pattern = paint[`${type}-color`] ? undefined : paint[`${type}-pattern`];
  return pattern ? pictures(pattern, drawing) : (DRAWS[type]?.(drawing) ?? (() => null));
}

function areas({ sublayer, group, grounds }: Drawing): Draw {
  const { paint } = sublayer;
  const line = outlineOf(sublayer, group);
  const edge = line ? line.paint['line-color'] : paint['fill-outline-color'];
  const opacity = opacityOf(sublayer, grounds);
  const outlineWidth = line && numberOf(line.paint['line-width'], 1, grounds);
  const dash = line && dashOf(line);
  return (look) =>
    present({
      type: 'fill',
      color: textOf(paint['fill-color'], look, grounds) ?? BLACK,
      opacity,
      outline: textOf(edge, look, grounds) ?? undefined,
      outlineWidth,
      dash,
    });
}

function lines({ sublayer, group, grounds }: Drawing): Draw {
  const { paint } = sublayer;
  const opacity = opacityOf(sublayer, grounds);
  const width = numberOf(paint['line-width'], 1, grounds);
  const dash = dashOf(sublayer);
  const below = outlineOf(sublayer, group);
  const casingWidth = below && numberOf(below.paint['line-width'], 1, grounds);
  return (look) => {
    const color = textOf(paint['line-color'], look, grounds) ?? BLACK;
    const casing = textOf(below?.paint['line-color'], look, grounds) ?? undefined;
    return present({ type: 'line', color, opacity, width, dash, casing, casingWidth });
  };
}

function dots({ sublayer, grounds }: Drawing): Draw {
  const { paint } = sublayer;
  const opacity = opacityOf(sublayer, grounds);
  const radius = numberOf(paint['circle-radius'], 5, grounds, LARGEST_DOT);
  const edge = numberOf(paint['circle-stroke-width'], 1, grounds);
  return (look) => {
    const color = textOf(paint['circle-color'], look, grounds) ?? BLACK;
    const stroke = textOf(paint['circle-stroke-color'], look, grounds) ?? undefined;
    const strokeWidth = stroke === undefined ? undefined : edge;
    return present({ type: 'circle', color, opacity, radius, stroke, strokeWidth });
  };
}

function icons(drawing: Drawing): Draw {
  const image = drawing.sublayer.layout['icon-image'];
  return image ? pictures(image, drawing) : () => null;
}

function pictures(value: StyleValue, { grounds }: Drawing): Draw {
  return (look) => {
    const icon = look?.entry.icon ?? textOf(value, look, grounds);
    return icon === null ? null : { type: 'icon', icon };
  };
}

function opacityOf({ type, paint, legendOpacity }: Sublayer, grounds: Grounds): ByGround<number> {
  return legendOpacity ?? numberOf(paint[`${type}-opacity`], 1, grounds);
}

const BLACK = '#000000';

/** Largest radius of legend dots in px, so that they fit a line of text. */
const LARGEST_DOT = 6;

function dashOf(line: Sublayer): readonly number[] | undefined {
  const dash = line.paint['line-dasharray'];
  return dash?.kind === 'literal' ? (dash.value as readonly number[]) : undefined;
}

function lookColor(look: Look, grounds: Grounds): ByGround<string> {
  const { color } = look.entry;
  return byGround(namesOf(color), grounds, (base) => (color && pick(color, base)) ?? BLACK);
}

/** Returns the colour or image of a value for a class, over each base map; null if it has none. */
function textOf(
  value: StyleValue | undefined,
  look: Look | null,
  grounds: Grounds,
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

/**
 * Returns the number of a value over each base map, at most `most`. For stops it is the largest one,
 * so that the swatch shows the symbol as large as it is drawn on the map.
 */
function numberOf(
  value: StyleValue | undefined,
  otherwise: number,
  grounds: Grounds,
  most = Infinity,
): ByGround<number> {
  if (!value) return Math.min(otherwise, most);
  return byGround(namesIn(value), grounds, (base) =>
    Math.min(numberIn(value, otherwise, base), most),
  );
}

function numberIn(value: StyleValue, otherwise: number, base: Base): number {
  if (value.kind === 'literal') return largestIn(value.value) ?? otherwise;
  if (value.kind === 'by-ground') return numberIn(valueFor(value, base), otherwise, base);
  const inner = childrenOf(value).map((each) => numberIn(each, otherwise, base));
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

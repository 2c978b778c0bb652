import type { ByGround, Json, LegendRow, LegendSymbol } from './bundle.ts';
import type { ClassEntry, ClassList, Color, Group, StyleValue, Sublayer } from '../model/model.ts';

/** A row that is still looking for others drawn alike. */
interface Candidate {
  /** What it stands for: a class, or null for a sublayer without classes. */
  readonly entry: string | null;
  readonly classLabel: string | null;
  readonly symbol: LegendSymbol;
  /** The symbol as text: alike symbols share a row. */
  readonly look: string;
  /** Label of its sublayer or country, when there is one. */
  readonly own: string | null;
}

/**
 * Compiles the legend of a group from what its sublayers paint: a row for each class list and
 * value; sublayers and countries that paint it alike share it, those that differ are told apart
 * by their own labels. Labels (symbol sublayers without icons) and sublayers of `legend: none`
 * have no row.
 */
export function compileLegendRows(group: Group, locale: string): LegendRow[] {
  if (group.legend.kind === 'none') return [];
  if (group.legend.kind === 'image') return [imageRow(group.legend, group.name[locale]!, locale)];
  const rows: LegendRow[] = [];
  const candidates: Candidate[] = [];
  for (const sublayer of group.sublayers) {
    if (
      sublayer.outlineOf !== null &&
      group.sublayers.some((fill) => fill.id === sublayer.outlineOf)
    )
      continue;
    if (sublayer.legend.kind === 'none') continue;
    if (sublayer.legend.kind === 'image')
      rows.push(imageRow(sublayer.legend, sublayer.label?.[locale] ?? group.name[locale]!, locale));
    else candidates.push(...candidatesOf(sublayer, group, locale));
  }
  return [...merge(candidates, group.name[locale]!), ...rows];
}

function imageRow(
  mode: { image: Readonly<Record<string, string>>; text: Readonly<Record<string, string>> },
  label: string,
  locale: string,
): LegendRow {
  return { label, symbol: { type: 'image', url: mode.image[locale]!, text: mode.text[locale]! } };
}

function merge(candidates: readonly Candidate[], groupName: string): LegendRow[] {
  const rows: LegendRow[] = [];
  const byEntry = new Map<string | null, Map<string, Candidate[]>>();
  for (const candidate of candidates) {
    let alike = byEntry.get(candidate.entry);
    if (!alike) byEntry.set(candidate.entry, (alike = new Map<string, Candidate[]>()));
    const members = alike.get(candidate.look);
    if (members) members.push(candidate);
    else alike.set(candidate.look, [candidate]);
  }
  for (const alike of byEntry.values()) {
    for (const members of alike.values()) {
      const [first] = members;
      const names = [...new Set(members.flatMap(({ own }) => own ?? []))];
      const told = alike.size > 1 && names.length > 0 ? names.join(', ') : null;
      const single = members.length === 1 && alike.size === 1 ? first!.own : null;
      const label =
        first!.classLabel === null
          ? (told ?? single ?? groupName)
          : told === null
            ? first!.classLabel
            : `${first!.classLabel} (${told})`;
      rows.push({ label, symbol: first!.symbol });
    }
  }
  return rows;
}

function candidatesOf(sublayer: Sublayer, group: Group, locale: string): Candidate[] {
  const own = sublayer.label?.[locale] ?? sublayer.country?.name[locale] ?? null;
  if (sublayer.type === 'raster') return rasterCandidates(sublayer, own, locale);
  const property = MAIN_PROPERTY[sublayer.type];
  if (!property) return [];
  const main = sublayer.paint[property] ?? sublayer.layout[property] ?? null;
  const classes = main ? firstClasses(main) : null;
  if (!classes) {
    if (sublayer.type === 'symbol' && !main) return [];
    const drawn = drawnSymbol(sublayer, group, null, '');
    return drawn ? [{ entry: null, classLabel: null, ...drawn, own }] : [];
  }
  return classRows(classes, locale).flatMap(({ key, label, entry }) => {
    const drawn = drawnSymbol(sublayer, group, entry, key);
    return drawn ? [{ entry: `${classes.id}/${key}`, classLabel: label, ...drawn, own }] : [];
  });
}

type Drawn = Pick<Candidate, 'symbol' | 'look'>;

/** Symbols say the same in every language: each is made once for a sublayer and class. */
const drawnSymbols = new WeakMap<Sublayer, Map<string, Drawn | null>>();

function drawnSymbol(
  sublayer: Sublayer,
  group: Group,
  entry: ClassEntry | null,
  key: string,
): Drawn | null {
  let known = drawnSymbols.get(sublayer);
  if (!known) drawnSymbols.set(sublayer, (known = new Map<string, Drawn | null>()));
  let drawn = known.get(key);
  if (drawn === undefined) {
    const symbol = symbolOf(sublayer, group, entry);
    drawn = symbol && { symbol, look: JSON.stringify(symbol) };
    known.set(key, drawn);
  }
  return drawn;
}

const MAIN_PROPERTY: Readonly<Record<string, string>> = {
  fill: 'fill-color',
  line: 'line-color',
  circle: 'circle-color',
  symbol: 'icon-image',
};

function rasterCandidates(sublayer: Sublayer, own: string | null, locale: string): Candidate[] {
  const classes = sublayer.rasterClasses;
  if (classes?.kind === 'ramp') {
    const unit = classes.unit?.[locale];
    const symbol: LegendSymbol = {
      type: 'ramp',
      stops: classes.stops.map(([value, color]) => [value, ground(color)] as const),
      ...(unit ? { unit } : {}),
    };
    return [{ entry: null, classLabel: null, symbol, look: JSON.stringify(symbol), own }];
  }
  if (!classes) return [];
  return classRows(classes, locale).map(({ key, label, entry }) => {
    const symbol: LegendSymbol = { type: 'fill', color: ground(entry.color), opacity: 1 };
    const look = JSON.stringify(symbol);
    return { entry: `${classes.id}/${key}`, classLabel: label, symbol, look, own };
  });
}

interface ClassRow {
  readonly key: string;
  readonly label: string;
  readonly entry: ClassEntry;
}

function classRows(classes: ClassList, locale: string): ClassRow[] {
  if (classes.kind === 'ramp') return [];
  if (classes.kind === 'steps') return stepRows(classes, locale);
  const rows = classes.entries.map((entry) => ({
    key: String(entry.values[0]),
    label: entry.label[locale]!,
    entry,
  }));
  const isOwn = (entry: ClassEntry): boolean => !classes.entries.includes(entry);
  if (classes.default && isOwn(classes.default))
    rows.push({ key: '@default', label: classes.default.label[locale]!, entry: classes.default });
  if (classes.missing && classes.missing !== 'default' && isOwn(classes.missing)) {
    rows.push({ key: '@missing', label: classes.missing.label[locale]!, entry: classes.missing });
  }
  return rows;
}

function stepRows(classes: ClassList & { kind: 'steps' }, locale: string): ClassRow[] {
  const format = new Intl.NumberFormat(locale);
  const unit = classes.unit?.[locale] ? `\u00a0${classes.unit[locale]}` : '';
  const rows = classes.steps.map(([from, color], i) => {
    const next = classes.steps[i + 1]?.[0];
    const label =
      next === undefined
        ? `≥\u00a0${format.format(from)}${unit}`
        : `${format.format(from)}–${format.format(next)}${unit}`;
    return { key: String(from), label, entry: { values: [from], color, shades: {}, label: {} } };
  });
  return classes.missing
    ? [...rows, { key: '@missing', label: classes.missing.label[locale]!, entry: classes.missing }]
    : rows;
}

function firstClasses(value: StyleValue): ClassList | null {
  if (value.kind === 'classes') return value.classes;
  if (value.kind === 'by-zoom' || value.kind === 'by-value')
    return (
      value.stops.map(([, inner]) => firstClasses(inner)).find((found) => found !== null) ?? null
    );
  if (value.kind === 'by-ground') return firstClasses(value.values['light']!);
  return null;
}

function symbolOf(sublayer: Sublayer, group: Group, entry: ClassEntry | null): LegendSymbol | null {
  const paint = (name: string): StyleValue | undefined => sublayer.paint[name];
  const color = (name: string, otherwise: string): ByGround<string> =>
    colorOf(paint(name), entry) ?? otherwise;
  switch (sublayer.type) {
    case 'fill': {
      const line = group.sublayers.find((other) => other.outlineOf === sublayer.id);
      const outline = line
        ? colorOf(line.paint['line-color'], entry)
        : colorOf(paint('fill-outline-color'), entry);
      const dash = line?.paint['line-dasharray'];
      return {
        type: 'fill',
        color: color('fill-color', '#000000'),
        opacity: numberOf(paint('fill-opacity'), 1),
        ...(outline === null ? {} : { outline }),
        ...(line ? { outlineWidth: numberOf(line.paint['line-width'], 1) } : {}),
        ...(dash?.kind === 'literal' ? { dash: dash.value as number[] } : {}),
      };
    }
    case 'line': {
      const dash = paint('line-dasharray');
      return {
        type: 'line',
        color: color('line-color', '#000000'),
        opacity: numberOf(paint('line-opacity'), 1),
        width: numberOf(paint('line-width'), 1),
        ...(dash?.kind === 'literal' ? { dash: dash.value as number[] } : {}),
      };
    }
    case 'circle': {
      const stroke = colorOf(paint('circle-stroke-color'), entry);
      return {
        type: 'circle',
        color: color('circle-color', '#000000'),
        opacity: numberOf(paint('circle-opacity'), 1),
        radius: Math.min(numberOf(paint('circle-radius'), 5), LARGEST_DOT),
        ...(stroke === null
          ? {}
          : { stroke, strokeWidth: numberOf(paint('circle-stroke-width'), 1) }),
      };
    }
    case 'symbol': {
      const image = sublayer.layout['icon-image'];
      const icon =
        entry?.icon ??
        (image?.kind === 'literal' && typeof image.value === 'string' ? image.value : null);
      return icon === null ? null : { type: 'icon', icon };
    }
    default:
      return null;
  }
}

/** Legend dots grow no larger than a row of text, px. */
const LARGEST_DOT = 6;

function ground(color: Color | null): ByGround<string> {
  if (!color) return '#000000';
  const values = Object.values(color);
  return values.every((value) => value === values[0]) ? values[0]! : { 'by-ground': color };
}

/** The colour a value shows for a class; the last stop where it changes with the zoom. */
function colorOf(value: StyleValue | undefined, entry: ClassEntry | null): ByGround<string> | null {
  if (!value) return null;
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'string' ? value.value : null;
    case 'by-ground': {
      const inner = Object.entries(value.values).map(
        ([key, part]) => [key, colorOf(part, entry)] as const,
      );
      if (inner.some(([, color]) => typeof color !== 'string')) return null;
      return ground(Object.fromEntries(inner as [string, string][]));
    }
    case 'by-zoom':
    case 'by-value':
      return colorOf(value.stops.at(-1)![1], entry);
    case 'classes': {
      const color = entry ? (value.shade === null ? entry.color : entry.shades[value.shade]) : null;
      return color ? ground(color) : null;
    }
    default:
      return null;
  }
}

/** A number of a value: the largest stop, so that a swatch shows the thing at its clearest. */
function numberOf(value: StyleValue | undefined, otherwise: number): number {
  if (!value) return otherwise;
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'number' ? value.value : largestIn(value.value, otherwise);
    case 'by-zoom':
    case 'by-value':
      return Math.max(...value.stops.map(([, inner]) => numberOf(inner, otherwise)));
    case 'by-ground':
      return numberOf(value.values['light'], otherwise);
    default:
      return otherwise;
  }
}

/** The largest output of an `interpolate` or `step` expression over the zoom. */
function largestIn(value: Json, otherwise: number): number {
  if (!Array.isArray(value)) return otherwise;
  const list = value as readonly Json[];
  const start = list[0] === 'interpolate' ? 4 : list[0] === 'step' ? 2 : -1;
  if (start < 0) return otherwise;
  const outputs = list
    .slice(start)
    .filter((_, i) => i % 2 === 0)
    .filter((item) => typeof item === 'number');
  return outputs.length > 0 ? Math.max(...outputs) : otherwise;
}

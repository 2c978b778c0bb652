import type { ByGround, Json, LegendRow, LegendSymbol } from '../bundle/bundle.ts';
import type { CompileOptions } from './compile-options.ts';
import { fileAddress } from './compile-source.ts';
import type {
  ClassEntry,
  ClassList,
  Color,
  Group,
  StyleValue,
  Sublayer,
  Text,
} from '../model/model.ts';

/** A row that is still looking for others drawn alike; its words come in every language. */
interface Candidate {
  /** What it stands for: a class, or null for a sublayer without classes. */
  readonly entry: string | null;
  readonly classLabel: Words | null;
  readonly symbol: LegendSymbol;
  /** Unit of a ramp's values. */
  readonly unit?: Text | undefined;
  /** Label of its sublayer or country, when there is one. */
  readonly own: Text | null;
}

/** Words in each language, or how to say them in one. */
type Words = Text | ((locale: string) => string);

/**
 * Compiles the legend of a group from what its sublayers paint: a row for each class list and
 * value; sublayers and countries that paint it alike share it, those that differ are told apart
 * by their own labels. Labels (symbol sublayers without icons) and sublayers of `legend: none`
 * have no row.
 */
export function compileLegendRows(
  group: Group,
  options: Pick<CompileOptions, 'locale' | 'fileVersion'>,
): LegendRow[] {
  return legendRows(group, options.locale).map((row) =>
    row.symbol.type === 'image' || row.symbol.type === 'icon'
      ? { ...row, symbol: withAddress(row.symbol, options) }
      : row,
  );
}

/** Gives a picture the address it is served under. */
function withAddress(
  symbol: LegendSymbol & { type: 'image' | 'icon' },
  options: Pick<CompileOptions, 'fileVersion'>,
): LegendSymbol {
  return symbol.type === 'image'
    ? { ...symbol, url: fileAddress(symbol.url, options) }
    : { ...symbol, icon: addressByGround(symbol.icon, options) };
}

function addressByGround(
  path: ByGround<string>,
  options: Pick<CompileOptions, 'fileVersion'>,
): ByGround<string> {
  if (typeof path === 'string') return fileAddress(path, options);
  const addresses = Object.entries(path['by-ground']).map(
    ([ground, each]) => [ground, fileAddress(each, options)] as const,
  );
  return { 'by-ground': Object.fromEntries(addresses) };
}

function legendRows(group: Group, locale: string): LegendRow[] {
  if (group.legend.kind === 'none') return [];
  if (group.legend.kind === 'image') return [imageRow(group.legend, group.name[locale]!, locale)];
  const rows: LegendRow[] = [];
  const merged = mergedOf(group);
  for (const alike of merged) {
    for (const members of alike) rows.push(rowOf(members, alike.length > 1, group, locale));
  }
  for (const sublayer of group.sublayers) {
    if (sublayer.legend.kind === 'image' && hasOwnRow(sublayer, group))
      rows.push(imageRow(sublayer.legend, sublayer.label?.[locale] ?? group.name[locale]!, locale));
  }
  return rows;
}

/** An outline stands in the row of its fill. */
function hasOwnRow(sublayer: Sublayer, group: Group): boolean {
  return (
    sublayer.outlineOf === null || !group.sublayers.some((fill) => fill.id === sublayer.outlineOf)
  );
}

function imageRow(
  mode: { image: Readonly<Record<string, string>>; text: Readonly<Record<string, string>> },
  label: string,
  locale: string,
): LegendRow {
  return { label, symbol: { type: 'image', url: mode.image[locale]!, text: mode.text[locale]! } };
}

/** For each thing a row stands for, the candidates by their look. */
type Merged = readonly (readonly (readonly Candidate[])[])[];

/** Which rows there are says the same in every language: found once for a group. */
const mergedRows = new WeakMap<Group, Merged>();

function mergedOf(group: Group): Merged {
  let merged = mergedRows.get(group);
  if (!merged) {
    const candidates: Candidate[] = [];
    for (const sublayer of group.sublayers) {
      const { kind } = sublayer.legend;
      if (kind !== 'none' && kind !== 'image' && hasOwnRow(sublayer, group))
        addCandidates(sublayer, group, candidates);
    }
    mergedRows.set(group, (merged = merge(candidates)));
  }
  return merged;
}

function merge(candidates: readonly Candidate[]): Merged {
  const byEntry = new Map<string | null, Candidate[]>();
  for (const candidate of candidates) {
    const same = byEntry.get(candidate.entry);
    if (same) same.push(candidate);
    else byEntry.set(candidate.entry, [candidate]);
  }
  return [...byEntry.values()].map(byLook);
}

/** Those drawn alike stand together, in the order of the first. */
function byLook(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  if (candidates.length === 1) return [candidates];
  const alike = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const look = JSON.stringify(candidate.symbol);
    const members = alike.get(look);
    if (members) members.push(candidate);
    else alike.set(look, [candidate]);
  }
  return [...alike.values()];
}

/** The row of candidates drawn alike; `others` says that the same thing is drawn otherwise too. */
function rowOf(
  members: readonly Candidate[],
  others: boolean,
  group: Group,
  locale: string,
): LegendRow {
  const { classLabel, own } = members[0]!;
  const symbol = symbolIn(members[0]!, locale);
  const said =
    typeof classLabel === 'function' ? classLabel(locale) : (classLabel?.[locale] ?? null);
  if (!others) {
    const single = members.length === 1 ? own : null;
    return { label: said ?? (single ?? group.name)[locale]!, symbol };
  }
  const names = [...new Set(members.flatMap((member) => member.own?.[locale] ?? []))].join(', ');
  if (names === '') return { label: said ?? group.name[locale]!, symbol };
  return { label: said === null ? names : `${said} (${names})`, symbol };
}

function symbolIn({ symbol, unit }: Candidate, locale: string): LegendSymbol {
  return symbol.type === 'ramp' && unit?.[locale] ? { ...symbol, unit: unit[locale] } : symbol;
}

function addCandidates(sublayer: Sublayer, group: Group, into: Candidate[]): void {
  const own = sublayer.label ?? sublayer.country?.name ?? null;
  if (sublayer.type === 'raster') {
    into.push(...rasterCandidates(sublayer.rasterClasses, own));
    return;
  }
  if (sublayer.type === 'color-relief') {
    const color = sublayer.paint['color-relief-color'];
    into.push(...rasterCandidates(color ? firstClasses(color) : null, own));
    return;
  }
  const property = MAIN_PROPERTY[sublayer.type];
  if (!property) return;
  const main = sublayer.paint[property] ?? sublayer.layout[property] ?? null;
  const classes = main ? firstClasses(main) : null;
  if (!classes) {
    if (sublayer.type === 'symbol' && !main) return;
    const symbol = symbolOf(sublayer, group, null);
    if (symbol) into.push({ entry: null, classLabel: null, symbol, own });
    return;
  }
  for (const { key, label, entry } of classRows(classes)) {
    const symbol = symbolOf(sublayer, group, entry);
    if (symbol) into.push({ entry: `${classes.id}/${key}`, classLabel: label, symbol, own });
  }
}

const MAIN_PROPERTY: Readonly<Record<string, string>> = {
  fill: 'fill-color',
  line: 'line-color',
  circle: 'circle-color',
  symbol: 'icon-image',
};

function rasterCandidates(classes: ClassList | null, own: Text | null): Candidate[] {
  if (!classes) return [];
  if (classes.kind === 'ramp') {
    const stops = classes.stops.map(([value, color]) => [value, ground(color)] as const);
    const symbol: LegendSymbol = { type: 'ramp', stops };
    return [{ entry: null, classLabel: null, symbol, unit: classes.unit, own }];
  }
  return classRows(classes).map(({ key, label, entry }) => ({
    entry: `${classes.id}/${key}`,
    classLabel: label,
    symbol: { type: 'fill', color: ground(entry.color), opacity: 1 },
    own,
  }));
}

interface ClassRow {
  readonly key: string;
  readonly label: Words;
  readonly entry: ClassEntry;
}

function classRows(classes: ClassList): ClassRow[] {
  if (classes.kind === 'ramp') return [];
  if (classes.kind === 'steps') return stepRows(classes);
  const { entries, default: other, missing } = classes;
  const rows = entries.map((entry) => classRow(String(entry.values[0]), entry));
  if (other && !entries.includes(other)) rows.push(classRow('@default', other));
  if (missing && missing !== 'default' && !entries.includes(missing))
    rows.push(classRow('@missing', missing));
  return rows;
}

function classRow(key: string, entry: ClassEntry): ClassRow {
  return { key, label: entry.label, entry };
}

function stepRows({ steps, unit, missing }: ClassList & { kind: 'steps' }): ClassRow[] {
  const rows = steps.map(([from, color], i): ClassRow => {
    const next = steps[i + 1]?.[0];
    const label = (locale: string): string => {
      const format = new Intl.NumberFormat(locale);
      const after = unit?.[locale] ? `\u00a0${unit[locale]}` : '';
      return next === undefined
        ? `≥\u00a0${format.format(from)}${after}`
        : `${format.format(from)}–${format.format(next)}${after}`;
    };
    return { key: String(from), label, entry: { values: [from], color, shades: {}, label: {} } };
  });
  return missing ? [...rows, classRow('@missing', missing)] : rows;
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
      const icon = entry?.icon ?? (image ? iconOf(image) : null);
      return icon === null ? null : { type: 'icon', icon };
    }
    default:
      return null;
  }
}

/** The picture of a symbol without classes; the last one where it changes with the zoom. */
function iconOf(value: StyleValue): ByGround<string> | null {
  switch (value.kind) {
    case 'literal':
      return typeof value.value === 'string' ? value.value : null;
    case 'by-zoom':
    case 'by-value':
      return iconOf(value.stops.at(-1)![1]);
    case 'by-ground': {
      const files = Object.entries(value.values).map(
        ([name, inner]) => [name, iconOf(inner)] as const,
      );
      if (files.some(([, file]) => typeof file !== 'string')) return null;
      return ground(Object.fromEntries(files as [string, string][]));
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

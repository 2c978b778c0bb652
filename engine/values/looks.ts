import type {
  ClassEntry,
  ClassList,
  Color,
  Look,
  Looks,
  Text,
  WrittenClasses,
} from '../model/model.ts';
import { formatBound } from '../runtime/format-number.ts';

/** Returns a class list with its looks. */
export function withLooks<Written extends WrittenClasses>(
  classes: Written,
): Written & Pick<ClassList, 'looks'> {
  return { ...classes, looks: looksOf(classes) };
}

function looksOf(classes: WrittenClasses): Looks {
  if (classes.kind === 'ramp') {
    const rows = classes.stops.map(([at, color]) => rangeLook(at, at, color, classes.unit));
    return { rows, rest: null, missing: null };
  }
  if (classes.kind === 'steps') {
    const missing = classes.missing && lookOf('@missing', classes.missing);
    const steps = classes.steps.map(([from, color], i) =>
      rangeLook(from, classes.steps[i + 1]?.[0] ?? null, color, classes.unit),
    );
    return { rows: missing ? [...steps, missing] : steps, rest: null, missing };
  }
  const rows = classes.entries.map((entry) => lookOf(String(entry.values[0]), entry));
  const add = (key: string, entry: ClassEntry | null): Look | null => {
    if (!entry) return null;
    const known = rows.find((row) => row.entry === entry);
    const look = known ?? lookOf(key, entry);
    if (!known) rows.push(look);
    return look;
  };
  const rest = add('@default', classes.default);
  const missing = classes.missing === 'default' ? rest : add('@missing', classes.missing);
  return { rows, rest, missing };
}

function lookOf(key: string, entry: ClassEntry): Look {
  return { key, entry, range: null };
}

function rangeLook(from: number, to: number | null, color: Color, unit?: Text): Look {
  return {
    key: String(from),
    entry: { values: [from], color, shades: {}, label: {} },
    range: { from, to, unit: unit ?? null },
  };
}

/** Returns the look of a number; null if it is not drawn, for example below the first step. */
export function lookOfNumber({ rows, rest }: Looks, value: number): Look | null {
  const found = rows.findLast(({ range, entry }) =>
    range ? value >= range.from : entry.values.some((each) => Number(each) === value),
  );
  return found ?? rest;
}

/** Returns the colour of a look or of one of its shades; null without one. */
export function colorOf({ entry }: Look, shade: string | null): Color | null {
  return shade === null ? entry.color : (entry.shades[shade] ?? null);
}

/** Returns the label of a look in a language; `atLeast` formats a range without an upper bound. */
export function labelOf(
  { entry, range }: Look,
  locale: string,
  atLeast: (number: string) => string = (number) => `≥\u00a0${number}`,
): string {
  if (!range) return entry.label[locale] ?? '';
  const format = (number: number): string => formatBound(number, locale);
  const { from, to, unit } = range;
  const upTo = to === from ? format(from) : to !== null && `${format(from)}–${format(to)}`;
  const numbers = upTo || atLeast(format(from));
  return unit?.[locale] ? `${numbers}\u00a0${unit[locale]}` : numbers;
}

import { AMOUNT_COLORS, KIND_COLORS, OTHER_COLOR } from './palette.ts';
import type { RasterSurvey, SurveyedField } from './survey.ts';
import { toFill, words } from './texts-to-fill.ts';

/** The classes of a field or of the pixels of a raster, as an entry of `classes`. */
export interface Classes {
  readonly id: string;
  /** The field of the classes; undefined for a raster. */
  readonly field?: string;
  readonly values?: readonly {
    readonly value: string | number | boolean;
    readonly color: string;
    readonly label: object;
  }[];
  readonly default?: object;
  readonly missing?: object;
  readonly steps?: readonly (readonly [from: number, color: string])[];
  readonly ramp?: readonly (readonly [value: number, color: string])[];
}

/** Returns the first field whose few values are kinds of features; undefined if there is none. */
export function fieldOfKinds(fields: readonly SurveyedField[]): SurveyedField | undefined {
  return fields.find(({ type, values }) => {
    if (type !== 'text' || values === null) return false;
    return values.length >= 2 && values.length <= KIND_COLORS.length && values[0]![1] > 1;
  });
}

/** Returns the classes of a field: steps of its numbers, or a class for each of its most frequent values. */
export function classesOf(
  { name, type, values, nulls }: SurveyedField,
  id: string,
  locales: readonly string[],
): Classes {
  const found = values ?? [];
  if (type === 'integer' || type === 'number')
    return { id, field: name, steps: stepsOf(found as readonly (readonly [number, number])[]) };
  const shown = found.slice(0, KIND_COLORS.length);
  const look = (label: string) => ({ color: OTHER_COLOR, label: toFill(label, locales) });
  return {
    id,
    field: name,
    values: shown.map(([value], place) => ({
      value,
      color: KIND_COLORS[place]!,
      label: toFill(words(String(value)), locales),
    })),
    ...(found.length > shown.length && { default: look('Other') }),
    ...(nulls > 0 && { missing: look('Not stated') }),
  };
}

/** Returns steps with about the same number of features in each. */
function stepsOf(
  counted: readonly (readonly [value: number, count: number])[],
): readonly (readonly [number, string])[] {
  const sorted = [...counted].sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const limits = AMOUNT_COLORS.map((_, part) => {
    let seen = 0;
    const share = (part * total) / AMOUNT_COLORS.length;
    const [value] = sorted.find(([, count]) => (seen += count) > share) ?? [0];
    return part === 0 ? value : round(value);
  });
  const distinct = [...new Set(limits)].sort((a, b) => a - b);
  return distinct.map((limit, place) => [limit, colorOf(place, distinct.length)] as const);
}

/** Returns the colour of an amount; few amounts have colours from the whole range. */
function colorOf(place: number, count: number): string {
  const last = AMOUNT_COLORS.length - 1;
  return AMOUNT_COLORS[count === 1 ? last : Math.round((place * last) / (count - 1))]!;
}

/** Rounds to two digits that count. */
function round(value: number): number {
  return Number(value.toPrecision(2));
}

/** Returns a ramp over the values of a raster. */
export function rampOf({ range: [least, greatest] }: RasterSurvey, id: string): Classes {
  const span = greatest - least;
  const last = AMOUNT_COLORS.length - 1;
  const stops = AMOUNT_COLORS.map(
    (color, place) => [Math.round(least + (span * place) / last), color] as const,
  );
  const distinct = stops.filter(([value], i) => i === 0 || value > stops[i - 1]![0]);
  return { id, ramp: distinct };
}

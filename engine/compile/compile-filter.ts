import { convertFilter, type FilterSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../bundle/bundle.ts';
import type { ClassList, Condition, Dataset, StyleValue, Sublayer } from '../model/model.ts';
import { labelOf } from './compile-value.ts';

/**
 * Compiles what a sublayer draws to one MapLibre filter: its `where`, its `filter`, and the
 * classes that are not drawn (`default: none`, `missing: none`), those of its fill included where
 * it is an outline. Null when everything is drawn.
 */
export function compileFilter(sublayer: Sublayer): Json | null {
  const dataset = sublayer.source.kind === 'dataset' ? sublayer.source.dataset : null;
  const tests: Json[] = sublayer.where.map((condition) => compileCondition(condition, dataset));
  if (sublayer.filter !== null)
    tests.push(convertFilter(sublayer.filter as FilterSpecification) as Json);
  const seen = new Set<string>();
  const { paint, layout, fillPaint = {} } = sublayer;
  for (const value of [paint, layout, fillPaint].flatMap((part) => Object.values(part))) {
    for (const classes of classesOf(value)) {
      const test = drawnOnly(classes.classes, classes.field, dataset);
      const key = JSON.stringify(test);
      if (test !== null && !seen.has(key)) tests.push(test);
      seen.add(key);
    }
  }
  if (tests.length === 0) return null;
  return tests.length === 1 ? tests[0]! : ['all', ...tests];
}

/** Compiles one condition; a null attribute passes only `present: false` and `not`. */
export function compileCondition(condition: Condition, dataset: Dataset | null): Json {
  const get: Json = ['get', condition.field];
  const type = dataset?.fields.get(condition.field)?.type ?? null;
  switch (condition.kind) {
    case 'equals':
      return isOneOf(get, condition.values, type);
    case 'not':
      return ['!', isOneOf(get, condition.values, type)];
    case 'present':
      return condition.present ? ['!=', get, null] : ['==', get, null];
    case 'range':
      return [
        'all',
        ['==', ['typeof', get], 'number'],
        ...(condition.min === undefined ? [] : [['>=', ['number', get], condition.min] as Json]),
        ...(condition.max === undefined ? [] : [['<=', ['number', get], condition.max] as Json]),
      ];
  }
}

function isOneOf(
  get: Json,
  values: readonly (string | number | boolean)[],
  type: string | null,
): Json {
  if (type === 'boolean' || values.some((value) => typeof value === 'boolean')) {
    return ['in', ['to-string', get], ['literal', values.map(String)]];
  }
  const typed = values.map((value) => labelOf(value, type));
  return typed.length === 1 ? ['==', get, typed[0]!] : ['in', get, ['literal', typed]];
}

/** The class lists inside a value. */
export function classesOf(value: StyleValue): (StyleValue & { kind: 'classes' })[] {
  switch (value.kind) {
    case 'classes':
      return [value];
    case 'by-zoom':
    case 'by-value':
      return value.stops.flatMap(([, inner]) => classesOf(inner));
    case 'by-ground':
      return Object.values(value.values).flatMap(classesOf);
    default:
      return [];
  }
}

function drawnOnly(classes: ClassList, field: string, dataset: Dataset | null): Json | null {
  const get: Json = ['get', field];
  const present: Json = ['!=', get, null];
  if (classes.kind === 'ramp') return null;
  if (classes.kind === 'steps') return classes.missing ? null : present;
  const nullsDrawn =
    classes.missing === 'default' ? classes.default !== null : classes.missing !== null;
  if (classes.default !== null) return nullsDrawn ? null : present;
  const type = dataset?.fields.get(field)?.type ?? null;
  const known = isOneOf(
    get,
    classes.entries.flatMap((entry) => entry.values),
    type,
  );
  return nullsDrawn ? ['any', ['==', get, null], known] : known;
}

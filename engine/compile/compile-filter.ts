import { convertFilter, type FilterSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../basics/values.ts';
import { datasetOf } from '../model/datasets-of.ts';
import type { ClassList, Condition, Dataset, Sublayer } from '../model/model.ts';
import { LABEL_ROOM, LABEL_ZOOM } from '../runtime/label-zoom.ts';
import { classesIn } from '../values/value-tree.ts';
import { matchLabel } from './compile-value.ts';

/**
 * Compiles the conditions for drawing a feature to one MapLibre filter: `where`, `filter`, and the
 * classes that are not drawn (`default: none`, `missing: none`); for an outline, including those of
 * its fill. Returns null when everything is drawn.
 */
export function compileFilter(sublayer: Sublayer): Json | null {
  const dataset = datasetOf(sublayer) ?? null;
  const tests: Json[] = sublayer.where.map((condition) => compileCondition(condition, dataset));
  if (sublayer.filter !== null)
    tests.push(convertFilter(sublayer.filter as FilterSpecification) as Json);
  if (sublayer.room !== undefined) tests.push(hasRoom(sublayer.room));
  const seen = new Set<string>();
  const ofFill = classesIn({ paint: sublayer.fillPaint ?? {}, layout: {} });
  for (const { classes, field } of [...classesIn(sublayer), ...ofFill]) {
    const test = drawnOnly(classes, field, dataset);
    if (test === null) continue;
    const key = JSON.stringify(test);
    if (!seen.has(key)) tests.push(test);
    seen.add(key);
  }
  if (tests.length === 0) return null;
  return tests.length === 1 ? tests[0]! : ['all', ...tests];
}

/** Returns the filter for polygons with room for a circle of this diameter in px. */
function hasRoom(diameter: number): Json {
  const more = Math.round(Math.log2(diameter / LABEL_ROOM) * 100) / 100;
  return ['<=', ['+', ['get', LABEL_ZOOM], more], ['zoom']];
}

/** Compiles one condition. A null value only meets `present: false` and `not`. */
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
  const typed = values.map((value) => matchLabel(value, type));
  return typed.length === 1 ? ['==', get, typed[0]!] : ['in', get, ['literal', typed]];
}

/** Returns the filter for the features that a class list draws; null for all features. */
function drawnOnly(classes: ClassList, field: string, dataset: Dataset | null): Json | null {
  const get: Json = ['get', field];
  const present: Json = ['!=', get, null];
  if (classes.kind === 'ramp') return null;
  const { rest, missing } = classes.looks;
  if (classes.kind === 'steps' || rest !== null) return missing ? null : present;
  const type = dataset?.fields.get(field)?.type ?? null;
  const values = classes.entries.flatMap((entry) => entry.values);
  const known = isOneOf(get, values, type);
  return missing ? ['any', ['==', get, null], known] : known;
}

import type { Dataset, StyleValue, Sublayer } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { foundField, nodeOf, type CheckContext } from '../context.ts';
import { keyAt } from '../places.ts';

/** The thresholds of a numeric field, and the datasets they are used with. */
interface Scale {
  readonly what: 'steps' | 'stops';
  /** The id of the class list with the steps; empty for the stops of `by-value`. */
  readonly classes: string;
  readonly at: readonly number[];
  readonly field: string;
  readonly target: Target;
  readonly datasets: Set<Dataset>;
}

/**
 * Checks the numbers of `steps` and `by-value` against the values found. Several datasets may share
 * them; the values of all count together. Diagnostics: `values-below-steps`, `stops-without-data`.
 */
export function checkStops(context: CheckContext): void {
  if (context.facts.profiles.size === 0) return;
  const scales = new Map<string, Scale>();
  for (const { owner, sublayer, dataset, values } of context.drawn) {
    if (!dataset) continue;
    for (const { value } of values) {
      const scale = scaleOf(value, sublayer, context);
      if (!scale) continue;
      const key = scale.classes || JSON.stringify([owner.id, scale.field, scale.at]);
      if (!scales.has(key)) scales.set(key, { ...scale, datasets: new Set() });
      scales.get(key)!.datasets.add(dataset);
    }
  }
  for (const scale of scales.values()) checkScale(scale, context);
}

/** Returns the scale of a value; null for values without one. */
function scaleOf(
  value: StyleValue,
  sublayer: Sublayer,
  context: CheckContext,
): Omit<Scale, 'datasets'> | null {
  if (value.kind === 'classes' && value.classes.kind === 'steps') {
    const { classes, field } = value;
    const target = keyAt(classes, 'steps', context);
    const at = classes.steps.map(([from]) => from);
    return { what: 'steps', classes: classes.id, at, field, target };
  }
  if (value.kind !== 'by-value') return null;
  const node = context.nodes.get(value);
  const target: Target = node
    ? { node, key: 'stops', part: 'key' }
    : { node: nodeOf(sublayer, context) };
  const at = value.stops.map(([stop]) => stop);
  return { what: 'stops', classes: '', at, field: value.field, target };
}

function checkScale(scale: Scale, context: CheckContext): void {
  const { at, field, classes, what, target } = scale;
  const datasets = [...scale.datasets];
  const found = datasets.map((dataset) => foundField(dataset, field, context));
  const min = Math.min(...found.map((each) => (typeof each?.min === 'number' ? each.min : NaN)));
  const max = Math.max(...found.map((each) => (typeof each?.max === 'number' ? each.max : NaN)));
  const [first, second = first] = at;
  const last = at.at(-1);
  if (Number.isNaN(min + max) || first === undefined || second === undefined || last === undefined)
    return;
  const params = { field, dataset: datasets[0]!.id, classes, what, min, max, first, last };
  // A step extends to the next one; a stop is interpolated towards it.
  const isBelow = what === 'steps' ? max < second : max <= first;
  if (at.length > 1 && (isBelow || min >= last))
    context.report.warn('stops-without-data', target, params);
  else if (what === 'steps' && min < first)
    context.report.warn('values-below-steps', target, params);
}

import type { Dataset, StyleValue, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';

/** Numbers that part the values of a field, and the fields of datasets they are used with. */
interface Scale {
  readonly what: 'steps' | 'stops';
  /** The id of the class list of steps; empty for the stops of a value. */
  readonly classes: string;
  readonly at: readonly number[];
  readonly field: string;
  readonly target: Target;
  readonly datasets: Set<Dataset>;
}

/**
 * Holds the numbers of `steps` and `by-value` against the values found. Several datasets may share
 * them: what one has is enough. Diagnostics: `values-below-steps`, `stops-without-data`.
 */
export function checkStops(context: CheckContext): void {
  if (context.facts.profiles.size === 0) return;
  const scales = new Map<string, Scale>();
  for (const { owner, sublayer } of sublayersOf(context.model)) {
    if (sublayer.source.kind !== 'dataset') continue;
    for (const value of [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)])
      for (const scale of scalesOf(value, sublayer, sublayer.source.dataset, context)) {
        const key = scale.classes || JSON.stringify([owner.id, scale.field, scale.at]);
        const known = scales.get(key);
        if (known) for (const dataset of scale.datasets) known.datasets.add(dataset);
        else scales.set(key, scale);
      }
  }
  for (const scale of scales.values()) checkScale(scale, context);
}

function* scalesOf(
  value: StyleValue,
  sublayer: Sublayer,
  dataset: Dataset,
  context: CheckContext,
): Generator<Scale> {
  const datasets = new Set([dataset]);
  switch (value.kind) {
    case 'classes': {
      const { classes, field } = value;
      if (classes.kind !== 'steps') break;
      const target = { node: nodeOf(classes, context), key: 'steps', part: 'key' } as const;
      const at = classes.steps.map(([from]) => from);
      yield { what: 'steps', classes: classes.id, at, field, target, datasets };
      break;
    }
    case 'by-value': {
      const node = context.nodes.get(value);
      const target: Target = node
        ? { node, key: 'stops', part: 'key' }
        : { node: nodeOf(sublayer, context) };
      const at = value.stops.map(([stop]) => stop);
      yield { what: 'stops', classes: '', at, field: value.field, target, datasets };
      break;
    }
    case 'by-zoom':
      for (const [, inner] of value.stops) yield* scalesOf(inner, sublayer, dataset, context);
      break;
    case 'by-ground':
      for (const inner of Object.values(value.values))
        yield* scalesOf(inner, sublayer, dataset, context);
  }
}

function checkScale(scale: Scale, { facts, report }: CheckContext): void {
  const { at, field, datasets } = scale;
  const found = [...datasets].map(({ id }) => facts.profiles.get(id)?.fields[field]);
  const lows = found.flatMap((each) => (typeof each?.min === 'number' ? each.min : []));
  const highs = found.flatMap((each) => (typeof each?.max === 'number' ? each.max : []));
  if (lows.length < datasets.size || highs.length < datasets.size) return;
  const [min, max] = [Math.min(...lows), Math.max(...highs)];
  const [first, second = first] = at;
  const last = at.at(-1);
  if (first === undefined || second === undefined || last === undefined) return;
  const { classes, what } = scale;
  const params = { field, dataset: [...datasets][0]!.id, classes, what, min, max, first, last };
  // A step goes up to the next, a stop blends into it.
  const below = scale.what === 'steps' ? max < second : max <= first;
  if (at.length > 1 && (below || min >= last))
    report.warn('stops-without-data', scale.target, params);
  else if (scale.what === 'steps' && min < first)
    report.warn('values-below-steps', scale.target, params);
}

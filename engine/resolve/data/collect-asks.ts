import type {
  AtlasModel,
  ClassList,
  Condition,
  Dataset,
  Look,
  Sublayer,
} from '../../model/model.ts';
import { classesIn } from '../../values/value-tree.ts';
import type { ResolveContext } from '../context.ts';

/** The most declared values of a field that each keep a feature in the tiles. */
const MOST_VALUES = 64;

type Ask = readonly Condition[];

/**
 * Fills `asks` of the datasets: declared values of fields, and classes, conditions and filters of
 * projects on their sublayers.
 */
export function collectAsks(
  { datasets, groups, baseLayers, projects }: AtlasModel,
  { asks }: Pick<ResolveContext, 'asks'>,
): void {
  const seen = new Set<string>();
  const add = (dataset: Dataset, ask: Ask): void => {
    const key = JSON.stringify([dataset.id, ask]);
    if (ask.length === 0 || seen.has(key) || !ask.every(({ field }) => dataset.fields.has(field)))
      return;
    seen.add(key);
    asks.get(dataset)?.push(ask);
  };
  for (const dataset of datasets.values()) for (const ask of ofValues(dataset)) add(dataset, ask);
  for (const { sublayers } of [...groups, ...baseLayers])
    for (const sublayer of sublayers)
      if (sublayer.source.kind === 'dataset')
        for (const ask of ofSublayer(sublayer)) add(sublayer.source.dataset, ask);
  for (const { filters, outline } of projects) {
    for (const { id, sublayers } of groups)
      for (const { source } of filters.has(id) ? sublayers : [])
        if (source.kind === 'dataset') add(source.dataset, filters.get(id)!);
    if (outline) add(outline.dataset, outline.where);
  }
}

function ofValues({ fields }: Dataset): Ask[] {
  return [...fields.values()].flatMap(({ name: field, type, values }) => {
    const declared = values ?? (type === 'boolean' ? [true, false] : []);
    if (declared.length > MOST_VALUES) return [];
    return declared.map((value): Ask => [{ field, kind: 'equals', values: [value] }]);
  });
}

/** Returns the conditions of a sublayer, alone and with each of its classes. */
function ofSublayer(sublayer: Sublayer): Ask[] {
  const { where } = sublayer;
  const classes = classesIn(sublayer).flatMap(({ classes: list, field }) =>
    list.looks.rows.length > MOST_VALUES
      ? []
      : list.looks.rows.flatMap((look) => conditionOf(look, list, field) ?? []),
  );
  return [where, ...classes.map((condition) => [...where, condition])];
}

/** Returns the condition for a look; null for a stop of a ramp, which is one number. */
function conditionOf(look: Look, list: ClassList, field: string): Condition | null {
  const { rest, missing, rows } = list.looks;
  if (list.kind === 'ramp') return null;
  if (look === missing) return { field, kind: 'present', present: false };
  const named = rows.flatMap(({ entry }) => entry.values);
  if (look === rest) return { field, kind: 'not', values: named };
  if (!look.range) return { field, kind: 'equals', values: look.entry.values };
  const { from, to } = look.range;
  return { field, kind: 'range', min: from, ...(to !== null && { max: below(to) }) };
}

/** Returns the largest number below another one: a range of a class does not include its end. */
function below(number: number): number {
  const next = new Float64Array([number]);
  const bits = new BigInt64Array(next.buffer);
  if (number === 0) return -Number.MIN_VALUE;
  bits[0]! += number > 0 ? -1n : 1n;
  return next[0]!;
}

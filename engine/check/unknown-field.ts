import { suggest } from '../diagnostics/suggest.ts';
import type { Dataset } from '../model/model.ts';
import type { RelatedTarget, Target } from '../model/report.ts';
import type { CheckContext } from './context.ts';

/**
 * Reports a field that none of the datasets declares: `unknown-field`. Where the data have it, or
 * one nearly of this name that is not declared either, the message says how to declare it.
 */
export function reportUnknownField(
  name: string,
  datasets: readonly Dataset[],
  target: Target,
  context: CheckContext,
  related: readonly RelatedTarget[] = [],
): void {
  const { report, facts, model } = context;
  if (datasets.some((dataset) => isDeclaredMisspelt(name, dataset, context))) return;
  const known = [...new Set(datasets.flatMap(({ fields }) => [...fields.keys()]))];
  const inData = new Map(
    datasets.flatMap(({ id }) =>
      Object.entries(facts.profiles.get(id)?.fields ?? {}).flatMap(([field, { type }]) =>
        known.includes(field) ? [] : [[field, type ?? 'text'] as const],
      ),
    ),
  );
  const nearest = inData.has(name) ? undefined : suggest(name, known);
  const undeclared =
    inData.has(name) || nearest !== undefined ? name : suggest(name, inData.keys());
  const type = undeclared === undefined ? undefined : inData.get(undeclared);
  report.error(
    'unknown-field',
    target,
    {
      found: name,
      owner: [...new Set(datasets.map(({ id }) => id))],
      nearest: nearest ?? '',
      known,
      ...(type === undefined
        ? {}
        : { undeclared: { name: undeclared!, type, locales: model.locales.available } }),
    },
    related,
  );
}

/** Whether a dataset declares this field of its data under a misspelt name, where that is reported. */
function isDeclaredMisspelt(
  name: string,
  { id, fields }: Dataset,
  { facts }: CheckContext,
): boolean {
  const known = Object.keys(facts.profiles.get(id)?.fields ?? {});
  return (
    known.includes(name) &&
    [...fields.keys()].some((field) => !known.includes(field) && suggest(field, known) === name)
  );
}

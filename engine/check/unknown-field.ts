import { suggest } from '../diagnostics/suggest.ts';
import type { Dataset } from '../model/model.ts';
import type { RelatedTarget, Target } from '../model/report.ts';
import { present } from '../basics/present.ts';
import { profileOf, type CheckContext } from './context.ts';

/** Number of characters that a shapefile keeps of the name of a field. */
const SHAPEFILE_NAME = 10;

/** Returns the name in the data that was probably meant, also one that a shapefile has truncated. */
export function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const short = name.slice(0, SHAPEFILE_NAME).toLowerCase();
  const isTruncated = name.length > SHAPEFILE_NAME;
  return (
    (isTruncated ? known.find((one) => one.toLowerCase() === short) : undefined) ??
    suggest(name, known)
  );
}

/** The place of a field name, with the place where the name comes from. */
export interface Named extends Target {
  readonly related?: readonly RelatedTarget[];
}

/**
 * Reports a field that none of the datasets declares. If the data contain it, or an undeclared
 * field with a similar name, the message says how to declare it. Diagnostic: `unknown-field`.
 */
export function reportUnknownField(
  name: string,
  datasets: readonly Dataset[],
  target: Named,
  context: CheckContext,
): void {
  if (datasets.some((dataset) => isDeclaredMisspelt(name, dataset, context))) return;
  const known = [...new Set(datasets.flatMap(({ fields }) => [...fields.keys()]))];
  const inData = new Map(
    datasets.flatMap((dataset) =>
      Object.entries(profileOf(dataset, context)?.fields ?? {}).flatMap(([field, { type }]) =>
        known.includes(field) ? [] : [[field, type ?? 'text'] as const],
      ),
    ),
  );
  const nearest = inData.has(name) ? undefined : suggest(name, known);
  const undeclared =
    inData.has(name) || nearest !== undefined ? name : suggest(name, inData.keys());
  const type = undeclared === undefined ? undefined : inData.get(undeclared);
  const { locales } = context.model;
  context.report.error(
    'unknown-field',
    target,
    present({
      found: name,
      owner: [...new Set(datasets.map(({ id }) => id))],
      nearest: nearest ?? '',
      known,
      undeclared:
        type === undefined ? undefined : { name: undeclared!, type, locales: locales.available },
    }),
    target.related,
  );
}

/**
 * Returns whether a dataset declares this field under a misspelt name; that is reported elsewhere.
 */
function isDeclaredMisspelt(name: string, dataset: Dataset, context: CheckContext): boolean {
  const known = Object.keys(profileOf(dataset, context)?.fields ?? {});
  return (
    known.includes(name) &&
    [...dataset.fields.keys()].some(
      (field) => !known.includes(field) && suggest(field, known) === name,
    )
  );
}

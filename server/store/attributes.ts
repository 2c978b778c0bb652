import type { AttributeValue, Attributes, DatasetCut } from './store.ts';
import type { StoredField } from './writer.ts';

/**
 * The position of each field of a `DatasetCut` in the stored values. Fields that are not stored are
 * left out.
 */
export interface CutPlan {
  readonly places: readonly { readonly name: string; readonly index: number }[];
  readonly constants: readonly (readonly [name: string, value: string | number | boolean])[];
}

/** Finds the fields of a `DatasetCut` among the stored fields, in the order of declaration. */
export function planCut(stored: readonly StoredField[], cut: DatasetCut): CutPlan {
  const wanted = new Set(cut.fields);
  return {
    places: stored
      .map(({ name }, index) => ({ name, index }))
      .filter(({ name }) => wanted.has(name)),
    constants: Object.entries(cut.constants ?? {}),
  };
}

/** Returns the requested attributes of a feature, nulls included. */
export function attributesOf(plan: CutPlan, values: readonly AttributeValue[]): Attributes {
  // Object.fromEntries defines own properties, so a field called `__proto__` stays a field.
  return Object.fromEntries([
    ...plan.places.map(({ name, index }) => [name, values[index] ?? null] as const),
    ...plan.constants,
  ]);
}

/** Returns the attributes in the form of tiles: without nulls, lists as JSON text. */
export function tileAttributesOf(
  plan: CutPlan,
  values: readonly AttributeValue[],
): Record<string, string | number | boolean> {
  const entries: [string, string | number | boolean][] = [];
  for (const { name, index } of plan.places) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    entries.push([name, typeof value === 'object' ? JSON.stringify(value) : value]);
  }
  return Object.fromEntries([...entries, ...plan.constants]);
}

import type { Dataset, Field } from './model.ts';

/** Returns the fields that need a higher level than the dataset itself. Most datasets have none. */
export function strictFields({ fields, permission }: Dataset): readonly Field[] {
  return [...fields.values()].filter((field) => field.permission.rank > permission.view.rank);
}

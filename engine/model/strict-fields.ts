import type { Dataset, Field } from './model.ts';

/** The fields of a dataset that not everyone may see who may view the dataset; most have none. */
export function strictFields({ fields, permission }: Dataset): readonly Field[] {
  return [...fields.values()].filter((field) => field.permission.rank > permission.view.rank);
}

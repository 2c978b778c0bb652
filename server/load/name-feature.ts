import { present } from 'atlas-engine/runtime';
import type { Dataset, NamedFeature } from 'atlas-engine';
import type { ReadFeature } from './read-feature.ts';

/** Maximum number of characters of a name in reports and messages. */
const MAX_NAME = 60;

/** Names features of a dataset by their position in the file, and by their key or first text. */
export function featureNamer(
  dataset: Pick<Dataset, 'key' | 'fields'>,
): (index: number, feature: Pick<ReadFeature, 'values' | 'line'>) => NamedFeature {
  const fields = [...dataset.fields.values()];
  const key = fields.findIndex(({ name }) => name === dataset.key);
  const text = fields.findIndex(({ type }) => type === 'text');
  return (index, { values, line }) => {
    const value = values[key] ?? values[text] ?? null;
    const name = value === null ? '' : String(value).slice(0, MAX_NAME);
    return present({ index, line, name: name || undefined });
  };
}

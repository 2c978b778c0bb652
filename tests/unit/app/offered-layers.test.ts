/** The list of data to download, in the order of the layer list. */
import { describe, expect, it } from 'vitest';
import type { OfferedDataset } from '../../../app/tools/download/download-types.ts';
import { layerName, sectionsOf } from '../../../app/tools/download/offered-layers.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { BundleStore } from '../../../app/stores/bundle/bundle-store.ts';
import { fixtureNetwork } from './fixture-network.ts';

const bundles = new BundleStore(fixtureIndex('en'), fixtureNetwork());
const groups = bundles.categories.flatMap((category) => category.groups);
const [first, second] = groups as [(typeof groups)[number], (typeof groups)[number]];

const offered = (id: string, group: string | null, title: string): OfferedDataset => ({
  id,
  group,
  title: { en: title },
  restricted: false,
  terms: null,
  wide: true,
  locked: null,
});

describe('the offer of a download', () => {
  it('has the layers on the map first, then the others by category, each layer once', () => {
    const datasets = [
      offered('a-2', first.id, `${first.name} – Gabon`),
      offered('b', second.id, second.name),
      offered('a-1', first.id, `${first.name} – Congo`),
      offered('c', null, 'Old wells'),
    ];
    const shown = (active: readonly string[]) =>
      sectionsOf(datasets, bundles, { has: (id) => active.includes(id) }).map(
        ({ category, layers }) => [category, ...layers.map(({ name }) => name)],
      );
    const category = bundles.entries.get(first.id)!.category;
    expect(shown([])[0]).toEqual([category, expect.any(String), ...shown([])[0]!.slice(2)]);
    expect(shown([]).flat()).toEqual(expect.arrayContaining([first.name, second.name]));
    expect(shown([]).at(-1)).toEqual(['', 'Old wells']);
    expect(shown([second.id])[0]).toEqual([null, second.name]);
    expect(
      shown([second.id])
        .flat()
        .filter((name) => name === second.name),
    ).toHaveLength(1);
    const [layer] = sectionsOf(datasets, bundles, { has: (id) => id === first.id })[0]!.layers;
    expect(layer!.parts.map(({ name }) => name)).toEqual(['Congo', 'Gabon']);
  });

  it('names a dataset by its layer, and never by its id', () => {
    expect(layerName(offered('a-1', first.id, `${first.name} – Congo`), bundles)).toBe(first.name);
    expect(layerName(offered('c', null, 'Old wells'), bundles)).toBe('Old wells');
  });
});

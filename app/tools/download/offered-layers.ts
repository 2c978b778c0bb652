/** The offer as the layer list shows it: by category and layer, the layers on the map first. */
import type { AtlasBundle, GroupEntry, LegendSymbol } from 'atlas-engine/runtime';
import type { BundleStore } from '../../stores/bundle/bundle-store.ts';
import type { LayersStore } from '../../stores/layers/layers-store.ts';
import type { OfferedDataset, Texts } from './download-types.ts';

/** A dataset of a layer. */
export interface LayerPart {
  readonly dataset: OfferedDataset;
  /** Its name beside that of the layer, such as a country. */
  readonly name: string;
}

/** A layer, with its datasets: one, or one for each country. */
export interface OfferedLayer {
  readonly id: string;
  readonly name: string;
  readonly swatch: readonly LegendSymbol[];
  readonly isRestricted: boolean;
  readonly parts: readonly LayerPart[];
}

/** The layers of a category; null for those on the map, `''` for datasets that no layer shows. */
export interface OfferedSection {
  readonly category: string | null;
  readonly heading: string;
  readonly layers: readonly OfferedLayer[];
}

/** What the layer list says: its entries and categories, and the language. */
export type Listed = Pick<BundleStore, 'entries' | 'categories' | 'index'> & {
  readonly bundle: Pick<AtlasBundle, 'groups'>;
};

/** Returns the name of a dataset in the language of the page. */
export function titleOf(title: Texts, { index }: Pick<Listed, 'index'>): string {
  return title[index.locale] ?? title[index.locales.fallback] ?? '';
}

/** Returns the name of the layer that shows a dataset; that of the dataset if none does. */
export function layerName({ group, title }: OfferedDataset, listed: Listed): string {
  return listed.entries.get(group ?? '')?.entry.name ?? titleOf(title, listed);
}

/** Returns the layers of an offer in sections. A section without layers is left out. */
export function sectionsOf(
  datasets: readonly OfferedDataset[],
  listed: Listed,
  active: Pick<LayersStore, 'has'>,
): readonly OfferedSection[] {
  const { categories, entries } = listed;
  const layers = layersOf(datasets, listed);
  const onMap = layers.filter(({ id }) => active.has(id));
  const others = layers.filter((layer) => !onMap.includes(layer));
  const categoryOf = ({ id }: OfferedLayer): string => entries.get(id)?.category ?? '';
  const sections: OfferedSection[] = [
    { category: null, heading: '', layers: onMap },
    ...categories.map(({ id, name }) => ({
      category: id,
      heading: name,
      layers: others.filter((layer) => categoryOf(layer) === id),
    })),
    { category: '', heading: '', layers: others.filter((layer) => categoryOf(layer) === '') },
  ];
  return sections.filter((section) => section.layers.length > 0);
}

/** Joins the datasets of each group, in the order of the layer list. */
function layersOf(datasets: readonly OfferedDataset[], listed: Listed): readonly OfferedLayer[] {
  const { entries } = listed;
  const byLayer = new Map<string, OfferedDataset[]>();
  for (const dataset of datasets) {
    const entry = entries.get(dataset.group ?? '')?.entry;
    const id = entry?.id ?? `dataset ${dataset.id}`;
    byLayer.set(id, [...(byLayer.get(id) ?? []), dataset]);
  }
  const places = [...entries.values()].map(({ entry }) => entry);
  const placeOf = ({ id }: OfferedLayer): number => {
    const place = places.findIndex((entry) => entry.id === id);
    return place === -1 ? places.length : place;
  };
  return [...byLayer]
    .map(([id, own]) => layerOf(id, own, listed))
    .sort((a, b) => placeOf(a) - placeOf(b) || compare(a.name, b.name, listed));
}

function layerOf(id: string, own: readonly OfferedDataset[], listed: Listed): OfferedLayer {
  const entry: GroupEntry | undefined = listed.entries.get(id)?.entry;
  const name = entry?.name ?? titleOf(own[0]!.title, listed);
  const parts = own
    .map((dataset) => ({ dataset, name: shortName(titleOf(dataset.title, listed), name) }))
    .sort((a, b) => compare(a.name, b.name, listed));
  return {
    id,
    name,
    swatch: entry?.swatch ?? [],
    isRestricted: listed.bundle.groups[id]?.restricted ?? entry?.locked !== undefined,
    parts,
  };
}

/** A title is the name of the layer and a part; the part alone is enough below the layer. */
function shortName(title: string, layer: string): string {
  return title.startsWith(`${layer} – `) ? title.slice(layer.length + 3) : title;
}

function compare(a: string, b: string, { index }: Pick<Listed, 'index'>): number {
  return new Intl.Collator([index.locale, 'en']).compare(a, b);
}

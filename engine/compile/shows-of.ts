import { datasetOf, datasetsOf } from '../model/datasets-of.ts';
import type { AtlasModel, Dataset, Group, Level, Sublayer, Text } from '../model/model.ts';

/** A group, with those of its sublayers that draw a dataset, bottom first. */
export interface Showing {
  readonly group: Group;
  readonly sublayers: readonly Sublayer[];
}

/** How the layer list shows a dataset to the readers of one level. */
export interface Shown {
  /** The groups of the general list that the readers may open. The first one names the dataset. */
  readonly groups: readonly Showing[];
  /** The copies in the lists of projects that the readers may open. */
  readonly copies: readonly Showing[];
  /** The groups, then the copies, that the readers see with a lock. */
  readonly locked: readonly Showing[];
  /** The title of the dataset for these readers. */
  readonly title: Text;
  /** The group whose name the title has; null if the title is the id of the dataset. */
  readonly named: Group | null;
  /** The sublayer whose colours stand for the dataset; null if there is none. */
  readonly look: { readonly group: Group; readonly sublayer: Sublayer } | null;
}

/** How each dataset is shown, by its id and then by the rank of the reader. */
export type Shows = ReadonlyMap<string, readonly Shown[]>;

/** The type of the sublayers that draw the features or cells of a geometry. */
const TYPES = { point: 'circle', line: 'line', polygon: 'fill', raster: 'raster' } as const;

/** The results by model. A model is never changed. */
const known = new WeakMap<AtlasModel, Shows>();

/**
 * Returns which groups show each dataset to each level, under which title and in which colours. All
 * parts of the atlas that name or draw a dataset use this answer:
 *
 * - A group shows a dataset if one of its sublayers draws the features or a geometry that is derived
 *   from them. Base maps do not count.
 * - Readers are shown the groups that their level may open. The groups of the general list come
 *   before the copies of projects. Among each, those that the lowest level may open come first, so
 *   that the title is the same for as many readers as possible; then the order of the list decides.
 * - The title is the name of the first group. If that group draws several datasets, the country of
 *   the dataset's first sublayer follows, or else its label.
 * - Readers who may not view the dataset see it only where it is listed with a lock. Its title is
 *   then the name of the first group that the list shows with a lock, and the country, which such a
 *   group declares as well. For readers who may view the dataset, the name of a locked group is
 *   never used: it would say what the group contains.
 * - If no group remains, the title is the id of the dataset.
 * - The look is that of the first sublayer, in this order of the groups, that draws the features or
 *   cells in the way of their geometry. Derived geometries, such as inner bands, do not count.
 */
export function showsOf(model: AtlasModel): Shows {
  let shows = known.get(model);
  if (!shows) known.set(model, (shows = compileShows(model)));
  return shows;
}

function compileShows(model: AtlasModel): Shows {
  const byDataset = showingsOf(model.groups);
  return new Map(
    [...model.datasets.values()].map((dataset) => {
      const showings = byDataset.get(dataset.id) ?? [];
      return [
        dataset.id,
        model.levels.map((level) => shownTo(level, { dataset, showings, model })),
      ] as const;
    }),
  );
}

/** Returns the groups that draw each dataset, those that the lowest level may open first. */
function showingsOf(groups: AtlasModel['groups']): ReadonlyMap<string, readonly Showing[]> {
  const found = new Map<string, Showing[]>();
  for (const group of groups.toSorted((a, b) => a.permission.rank - b.permission.rank)) {
    for (const { id } of datasetsOf(group.sublayers)) {
      const sublayers = group.sublayers.filter((sublayer) => datasetOf(sublayer)?.id === id);
      found.set(id, [...(found.get(id) ?? []), { group, sublayers }]);
    }
  }
  return found;
}

interface ToShow {
  readonly dataset: Dataset;
  readonly showings: readonly Showing[];
  readonly model: AtlasModel;
}

function shownTo({ rank }: Level, { dataset, showings, model }: ToShow): Shown {
  const isOpen = ({ group }: Showing): boolean => group.permission.rank <= rank;
  const isCopy = ({ group }: Showing): boolean => group.project !== null;
  const general = showings.filter((showing) => !isCopy(showing));
  const copies = showings.filter(isCopy);
  const open = { groups: general.filter(isOpen), copies: copies.filter(isOpen) };
  const locked = [...general, ...copies].filter(
    (showing) => !isOpen(showing) && showing.group.whenDenied === 'lock',
  );
  const seen = [...open.groups, ...open.copies];
  const naming = dataset.permission.view.rank <= rank ? seen : locked;
  const [first] = naming;
  const isLocked = naming === locked;
  return {
    ...open,
    locked,
    title: inEach(model.locales.available, (locale) =>
      first ? nameOf(first, isLocked, locale) : dataset.id,
    ),
    named: first?.group ?? null,
    look: lookOf(seen, dataset),
  };
}

/** Returns the name of a group, with the part of the group that draws the dataset. */
function nameOf({ group, sublayers: [first] }: Showing, isLocked: boolean, locale: string): string {
  const name = group.name[locale]!;
  const part = first?.country?.name ?? (isLocked ? null : first?.label);
  return part && datasetsOf(group.sublayers).length > 1 ? `${name} – ${part[locale]!}` : name;
}

function lookOf(seen: readonly Showing[], dataset: Dataset): Shown['look'] {
  for (const { group, sublayers } of seen) {
    // A dataset may be shown as a WMS picture, which has no colours of its own.
    const sublayer = sublayers.find(
      ({ type, source }) =>
        type === TYPES[dataset.geometry] &&
        source.kind === 'dataset' &&
        source.derived === undefined,
    );
    if (sublayer) return { group, sublayer };
  }
  return null;
}

function inEach(locales: readonly string[], word: (locale: string) => string): Text {
  return Object.fromEntries(locales.map((locale) => [locale, word(locale)]));
}

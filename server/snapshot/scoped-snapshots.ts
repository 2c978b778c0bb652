/**
 * Builds the snapshots from which accounts with levels in places are answered. Each is compiled from a
 * model in which their grants are applied, over excerpts of the data: every route answers from it as
 * from any other snapshot, and cannot send more than the excerpts have.
 */
import {
  applyGrants,
  compileAccess,
  createTables,
  isEmptied,
  openedDataset,
  type AtlasModel,
  type Dataset,
  type Opened,
  type OpenedDataset,
  type Use,
} from 'atlas-engine';
import { present, type Ring } from 'atlas-engine/runtime';
import { createHash } from 'node:crypto';
import { scopedPart, type Excerpts, type ScopedSnapshot } from '../access/atlas-snapshot.ts';
import { hashOfSight, type Sight } from '../access/sight.ts';
import type { PackedGeometry } from '../geometry/packed.ts';
import {
  EXCERPT_MARK,
  identityOf,
  isExcerpt,
  loadExcerpt,
  type Excerpt,
  type OpenPlace,
} from '../load/load-excerpt.ts';
import type { Store } from '../store/store-place.ts';
import type { DatasetStatus } from '../store/store.ts';
import { buildSnapshot, type SnapshotInput } from './build-snapshot.ts';
import { grantOf, limitsOf, openProjects, packed, placeOf, placesFor } from './open-places.ts';
import { projectFrames } from './project-frames.ts';
import { servedAreas } from './served-areas.ts';

const USES = ['view', 'analyse', 'download'] as const satisfies readonly Use[];
const HASH_DIGITS = 16;
/**
 * Returns the snapshots for sights, by their hash, and removes excerpts that neither they nor others
 * (`kept`) need. A
 * dataset that cannot be copied in time stays closed.
 */
export async function scopedSnapshots(
  input: ScopedInput,
  sights: readonly Sight[],
): Promise<ReadonlyMap<string, ScopedSnapshot>> {
  const { model, store } = input;
  const areas = await projectAreas(input);
  const kept = new Set(input.kept);
  const made = new Map<string, ScopedSnapshot>();
  for (const sight of sights) {
    const open = await openFor(sight, { model, store, areas });
    if (!open) continue;
    for (const status of open.statuses.values()) kept.add(status.dataset);
    const scopes = hashOfSight(sight);
    made.set(scopes, await snapshotOf(input, open, scopes));
  }
  const stored = (await store.statuses()).map(({ dataset }) => dataset);
  for (const id of stored) if (isExcerpt(id) && !kept.has(id)) await store.remove(id);
  return made;
}

export interface ScopedInput extends Omit<SnapshotInput, 'store' | 'adds'> {
  readonly store: Store;
  readonly adds: string;
  /** Ids of excerpts that are not removed. */
  readonly kept: readonly string[];
}

/** What grants open, and the excerpts with its data. */
interface Open {
  readonly opened: Opened;
  readonly excerpts: Excerpts;
  /** The statuses of the excerpts by their ids. */
  readonly statuses: ReadonlyMap<string, DatasetStatus>;
}

interface Places {
  readonly model: AtlasModel;
  readonly store: Store;
  /** The areas of projects. */
  readonly areas: ReadonlyMap<string, PackedGeometry>;
}

async function snapshotOf(
  input: ScopedInput,
  { opened, excerpts, statuses }: Open,
  scopes: string,
): Promise<ScopedSnapshot> {
  const model = applyGrants(input.model, opened);
  const storedOf = (dataset: string): string => excerpts.get(dataset)?.view ?? dataset;
  const snapshot = await buildSnapshot({
    ...input,
    tables: createTables(model),
    model,
    store: {
      statuses: async () =>
        (await input.store.statuses())
          .filter(({ dataset }) => !isExcerpt(dataset))
          .map((status) => {
            const { dataset } = status;
            const excerpt = statuses.get(storedOf(dataset));
            return excerpt ? { ...excerpt, dataset } : status;
          }),
      page: (request) => input.store.page({ ...request, dataset: storedOf(request.dataset) }),
    },
  });
  return scopedPart({ ...snapshot, access: { ...snapshot.access, scopes }, excerpts });
}

/** Loads what the grants of a sight open; null if they open nothing. */
async function openFor(sight: Sight, places: Places): Promise<Open | null> {
  const { model } = places;
  const everywhere = model.levels.findIndex(({ id }) => id === sight.everywhere);
  if (everywhere < 1) return null;
  const granted = sight.scoped.flatMap((each) => grantOf(each, model) ?? []);
  const { projects, isMore } = openProjects(model, { everywhere, granted });
  const datasets = new Map<string, OpenedDataset>();
  const excerpts = new Map<string, Partial<Record<Use, string>>>();
  const statuses = new Map<string, DatasetStatus>();
  for (const dataset of model.datasets.values()) {
    if (dataset.within && !projects.has(dataset.within.project)) continue;
    const here = granted.flatMap((grant) => placeOf(grant, dataset, places.areas) ?? []);
    const all = [{ rank: everywhere, area: null }, ...here] as const;
    const found = await openDataset(dataset, all, places);
    if (!found) continue;
    datasets.set(dataset.id, found.opened);
    excerpts.set(dataset.id, found.stored);
    for (const status of found.statuses) statuses.set(status.dataset, status);
  }
  const anywhere = Math.max(0, ...granted.map(({ rank }) => rank));
  const explains = model.groups.some(
    (group) =>
      isEmptied(group) && group.permission.rank > everywhere && group.permission.rank <= anywhere,
  );
  if (datasets.size === 0 && !isMore && !explains) return null;
  return { opened: { everywhere, datasets, projects, anywhere }, excerpts, statuses };
}

/** Loads what is open of a dataset in some places; null if it is no more than everywhere. */
async function openDataset(
  dataset: Dataset,
  places: readonly [OpenPlace, ...OpenPlace[]],
  { model, store }: Places,
): Promise<{
  readonly opened: OpenedDataset;
  readonly stored: Readonly<Partial<Record<Use, string>>>;
  readonly statuses: readonly DatasetStatus[];
} | null> {
  const byUse = new Map(
    USES.flatMap((use) => {
      const open = placesFor(dataset, use, places);
      return open ? [[use, open] as const] : [];
    }),
  );
  const viewed = byUse.get('view');
  const rank = Math.max(0, ...(viewed ?? []).map((place) => place.rank));
  const own = model.levels[places[0].rank]!;
  const seen = openedDataset(dataset, { rank, uses: new Set(byUse.keys()) }, own);
  const stored: Partial<Record<Use, string>> = {};
  const statuses: DatasetStatus[] = [];
  for (const [use, open] of byUse) {
    const excerpt = excerptOf(dataset, seen, open);
    const known = statuses.find((status) => status.dataset === excerpt.id);
    const status = known ?? (await loadExcerpt(excerpt, model.levels, store));
    // Without a feature to view, nothing is open.
    if (use === 'view' && !status?.count) return null;
    if (!status?.count) continue;
    if (!known) statuses.push(status);
    stored[use] = excerpt.id;
  }
  const uses = new Set(USES.filter((use) => stored[use] !== undefined));
  if (uses.size === 0) return null;
  return { opened: { rank, uses, ...present({ places: limitsOf(viewed) }) }, stored, statuses };
}

function excerptOf(of: Dataset, seen: Dataset, places: readonly OpenPlace[]): Excerpt {
  const text = JSON.stringify([seen.permission.view.id, identityOf({ of, places })]);
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
  return { id: `${of.id}${EXCERPT_MARK}${hash}`, of, seen, places };
}

/** Returns the area of each project: its outline, else its extent. */
async function projectAreas({
  model,
  store,
  outlines,
}: ScopedInput): Promise<ReadonlyMap<string, PackedGeometry>> {
  const frames = await projectFrames(model, { store, access: compileAccess(model), outlines });
  const { projects } = servedAreas(model, frames);
  return new Map(
    [...projects].flatMap(([id, rings]) => {
      const area = packed({
        type: 'MultiPolygon',
        coordinates: rings.map((ring) => [toPositions(ring)]),
      });
      return area ? [[id, area] as const] : [];
    }),
  );
}

function toPositions(ring: Ring): number[][] {
  return ring.map(([x, y]) => [x, y]);
}

import { touches, type Bounds, type FeatureHit } from 'atlas-engine/runtime';
import { loadReaders } from '../../net/load-readers.ts';
import { mayAnalyse } from '../../stores/bundle/may-analyse.ts';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { Place } from '../../stores/places/place.ts';
import type { Found } from 'atlas-engine/http';

/** Time in milliseconds after which a sheet that opens has its height, also on a slow phone. */
const SHEET_OPEN_MS = 2_000;

/** Half the width in degrees of the area around a point: about 11 km. */
const AROUND = 0.1;

/** Shows a result: chooses the project, switches the layer on, or flies to the place. */
export async function openFound(atlas: AtlasStore, found: Found): Promise<void> {
  switch (found.kind) {
    case 'project':
      atlas.projects.choose(String(found.id));
      return;
    case 'group':
      openGroup(atlas, found);
      return;
    case 'place':
      showAround(atlas, found);
      return;
    case 'feature':
      goTo(atlas, found);
      await selectFeature(atlas, found);
  }
}

/** Shows a place with its surroundings. */
export function goToPlace({ map }: AtlasStore, [lng, lat]: Place): void {
  map.goToArea({ bounds: [lng - AROUND, lat - AROUND, lng + AROUND, lat + AROUND] });
}

/**
 * Switches a layer on, with the filter of the result, and shows its row in the list; a locked one is
 * only shown there. A layer at a place is shown on the map, with what is near; two layers, with what
 * overlaps.
 */
function openGroup(atlas: AtlasStore, found: Found): void {
  const { bundles, catalogue, groups, layers, side } = atlas;
  const { filter, at, overlaps, within: title = '' } = found;
  const id = groups.inProject(String(found.id));
  if (bundles.openEntry(id) && !layers.find(id)?.visible) {
    if (layers.has(id)) layers.setVisible(id, true);
    else catalogue.toggle(id);
  }
  if (filter) layers.setFilter(id, filter.field, { ...filter, kind: 'value' });
  if (overlaps !== undefined) {
    void catalogue.add(overlaps);
    side.openOverlaps({ layer: String(found.id), other: overlaps });
  } else if (at) showAround(atlas, { ...found, ...at, title }, String(found.id));
  else showRow(atlas, id);
}

/** Shows the row of a layer in the list. */
function showRow({ bundles, side, ui }: AtlasStore, id: string): void {
  const category = bundles.entries.get(id)?.category;
  if (category !== undefined && ui.foldedCategories.has(category)) ui.toggleCategory(category);
  ui.setFilter('');
  // On a phone, the panel of an object covers the list.
  if (ui.phone) side.close();
  ui.foldPanel(false);
  ui.showTab('layers');
  // A locked layer may be one of several behind one line.
  if (bundles.entries.get(id)?.entry.locked && !ui.toggledRows.has(id)) ui.toggleRow(id);
  // The list is drawn in the next frame.
  requestAnimationFrame(() => scrollTo(id));
}

/** Scrolls the list to the row of a layer, again while the sheet around the list changes its height. */
function scrollTo(id: string): void {
  const scroll = (): void =>
    document.querySelector(`[data-group="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' });
  scroll();
  const sheet = document.querySelector('.sheet');
  if (!sheet) return;
  const observer = new ResizeObserver(scroll);
  observer.observe(sheet);
  setTimeout(() => observer.disconnect(), SHEET_OPEN_MS);
}

function goTo(atlas: AtlasStore, { bbox, center }: Found): void {
  if (bbox && !isPoint(bbox)) atlas.map.goToArea({ bounds: bbox });
  else if (center) goToPlace(atlas, center);
}

/**
 * Flies to a place, marks it with its name, and lists the layers, or one of them, that have objects
 * there. An area is asked about by its outline, if the server said which feature it is.
 */
function showAround(atlas: AtlasStore, found: Found, group?: string): void {
  const { bundles, side } = atlas;
  const { id, title: name, dataset, bbox, center } = found;
  side.close();
  goTo(atlas, found);
  if (!center || !mayAnalyse(bundles.bundle)) return;
  const [lng, lat] = center;
  const isStored = dataset !== undefined && typeof id === 'number' && bbox && !isPoint(bbox);
  const place = isStored ? { dataset, id } : { lng, lat };
  side.openNear({ ...place, name, ...(group !== undefined && { group }) });
}

function isPoint([west, south, east, north]: Bounds): boolean {
  return west === east && south === north;
}

/** Switches on a layer that draws the feature, and opens the feature. */
async function selectFeature(atlas: AtlasStore, found: Found): Promise<void> {
  const {
    bundles,
    bundles: { index },
    layers,
    side,
    ui,
  } = atlas;
  const { dataset = '', id, bbox, center } = found;
  const named = found.open.groups.find((one) => layers.has(one)) ?? found.open.groups[0];
  if (named === undefined) return;
  const group = drawnIn(atlas, named, bbox ?? (center && [...center, ...center]));
  layers.add(group);
  await bundles.ensure([group]);
  const address = `/api/features/${encodeURIComponent(dataset)}/${encodeURIComponent(String(id))}`;
  const outcome = await atlas.network.json(address, { reader: feature });
  const hit =
    outcome.ok &&
    hitOf(atlas, { group, dataset, id: String(id), properties: outcome.value.properties });
  if (index !== bundles.index) return;
  if (hit) side.select([hit], center);
  else ui.say({ text: 'search.gone' });
}

/** Returns the group that draws features in an area: in the open project, the copy of the group. */
export function drawnIn(
  { groups, projects }: AtlasStore,
  group: string,
  area: Bounds | null,
): string {
  const project = projects.open;
  return project && area && touches(project.bounds, area) ? groups.inProject(group) : group;
}

/** Returns the feature as a click on it would; null when no interactive layer draws it. */
export function hitOf(
  { bundles }: AtlasStore,
  {
    group,
    dataset,
    id,
    properties,
  }: Pick<FeatureHit, 'group' | 'id' | 'properties'> & { readonly dataset: string },
): FeatureHit | null {
  const { groups, sources } = bundles.bundle;
  // A copy in a project reads the part of the dataset in the extent of the project.
  const part = `${dataset}@${bundles.entries.get(group)?.entry.project}`;
  for (const { id: sublayer, interactive, source, type } of groups[group]?.sublayers ?? []) {
    const read = sources[source ?? '']?.dataset;
    if (!interactive || source === undefined || (read !== dataset && read !== part)) continue;
    const geometry = { type: type === 'circle' || type === 'symbol' ? 'Point' : 'Polygon' };
    return { group, sublayer, source, dataset: read, id, properties, geometry };
  }
  return null;
}

const feature = async () => (await loadReaders()).isFeature;

/** What a visitor does with files of their own. */
import type { AtlasStore } from '../../stores/atlas-store.ts';
import { UNDO_MS } from '../../stores/page/ui-store.ts';
import { areaAround } from '../../stores/places/area-around.ts';
import { areaOf, coreOf } from './area-of.ts';
import { readFile } from './read/read-file.ts';

/** Reads a file and shows it on top of the map. Problems are in `imported.current`. */
export async function importFile(
  { bundles, layers, map }: AtlasStore,
  file: File,
  { convert = false } = {},
): Promise<void> {
  const id = await bundles.imported.read(file, readFile, { convert, limits: bundles.importLimits });
  const bounds = id === null ? undefined : bundles.imported.find(id)?.imported.bounds;
  if (id === null || !bounds) return;
  layers.add(id);
  map.goToArea({ bounds });
}

/** Reads the file that failed again, and converts its coordinates to WGS 84. */
export async function retryConverted(atlas: AtlasStore): Promise<void> {
  const { current } = atlas.bundles.imported;
  if (current.state === 'failed') await importFile(atlas, current.file, { convert: true });
}

/** Removes a file from map and list, with an undo. */
export function removeImported({ bundles, layers, side, ui }: AtlasStore, id: string): void {
  const layer = bundles.imported.find(id);
  if (!layer) return;
  const before = layers.active;
  layers.remove(id);
  side.closeFeature(id);
  bundles.imported.remove(id);
  ui.say({
    text: 'import.removed',
    values: { name: layer.imported.name },
    action: {
      text: 'layers.undo',
      run: () => {
        bundles.imported.restore(layer);
        layers.replace(before);
      },
    },
    stays: UNDO_MS,
  });
}

/** Makes the polygons of a file the area for analysis and download. */
export function chooseAsArea({ area, bundles, ui }: AtlasStore, id: string): void {
  const layer = bundles.imported.find(id);
  const geometry = layer && areaOf(layer.imported.features);
  if (!layer || !geometry) return;
  const { name } = layer.imported;
  area.set({ geometry, origin: 'import', name });
  ui.say({ text: 'import.area-set', values: { name }, stays: UNDO_MS });
}

/** Shows what is near the lines of a file, or near its places. */
export function showNear({ bundles, side }: AtlasStore, id: string): void {
  const layer = bundles.imported.find(id);
  const shape = layer && coreOf(layer.imported.features);
  if (layer && shape) side.openNear({ shape, name: layer.imported.name });
}

/** The distance in metres around the lines or places of a file, until the visitor chooses another. */
const FIRST_DISTANCE = 5_000;

/** Opens the analysis of what is around the lines of a file, or around its places. */
export function analyseAround({ area, bundles, side }: AtlasStore, id: string): void {
  const layer = bundles.imported.find(id);
  const core = layer && coreOf(layer.imported.features);
  if (!layer || !core) return;
  const { name } = layer.imported;
  const around = { core, metres: FIRST_DISTANCE };
  area.set({ geometry: areaAround(core, FIRST_DISTANCE), origin: 'import', name, around });
  if (side.tool !== 'analyse') side.toggleTool('analyse');
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  applyConsents,
  compileAccess,
  type AtlasModel,
  type Change,
  type Dataset,
  type Group,
  type Sublayer,
} from 'atlas-engine';
import type { WmsStyle } from '../../server/access/atlas-snapshot.ts';
import { drawFeatures } from '../../server/drawing/draw-features.ts';
import { drawRaster } from '../../server/drawing/draw-raster.ts';
import { encodePicture } from '../../server/drawing/picture.ts';
import { PixelBuffer } from '../../server/drawing/pixel-buffer.ts';
import { createView, toMercator, type View } from '../../server/drawing/view.ts';
import { styleOf } from '../../server/routes/wms/feature-style.ts';
import { wmsLayer } from '../../server/snapshot/wms-layers.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import type { Bounds } from '../../server/store/store.ts';
import type { ValidConfig } from '../../host/config/valid-config.ts';
import { loadAll } from '../../host/load/load-all.ts';

/** A group as it looks in both versions: names of files in the folder of the pictures. */
export interface PictureOfChange {
  readonly group: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The width of a picture, and the limits of its height, in pixels. */
const [WIDTH, LOWEST, HIGHEST] = [480, 240, 480];

/** A part of the extent that is added on each side. */
const MARGIN = 0.05;

interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

interface DrawOptions {
  /** The folder of the pictures. */
  readonly dir: string;
  /** The id of the level whose readers may see the pictures. */
  readonly level: string;
  readonly changes: readonly Change[];
}

/**
 * Draws each group that both versions have and that looks different, before and after, as the WMS
 * draws it. The pictures contain what readers of the level may see in both versions: what is open to
 * them in one version only is not drawn, so that a picture for a review never opens data.
 */
export async function drawChanges(
  configs: Sides<ValidConfig>,
  { dir, level, changes }: DrawOptions,
): Promise<readonly PictureOfChange[]> {
  const widened = new Set(
    changes.filter(({ kind }) => kind === 'widens').map(({ thing }) => `${thing.kind} ${thing.id}`),
  );
  const sides = {
    before: sideOf(configs.before.atlas.model, level),
    after: sideOf(configs.after.atlas.model, level),
  };
  const isOpen = ({ id }: Dataset): boolean =>
    !widened.has(`dataset ${id}`) && [sides.before, sides.after].every((side) => side.opens(id));
  const found = sides.after.model.groups.flatMap((after) => {
    const before = sides.before.model.groups.find(({ id }) => id === after.id);
    if (!before || after.project !== null || widened.has(`group ${after.id}`)) return [];
    if (![sides.before, sides.after].every(({ rank }) => rank >= after.permission.rank)) return [];
    if (before.permission.rank > sides.before.rank) return [];
    const layers = {
      before: layersOf(before, sides.before.model, isOpen),
      after: layersOf(after, sides.after.model, isOpen),
    };
    return isDeepStrictEqual(recipeOf(layers.before), recipeOf(layers.after))
      ? []
      : [{ group: after, layers }];
  });
  if (found.length === 0) return [];
  mkdirSync(dir, { recursive: true });
  const used = (side: keyof Sides<unknown>): Dataset[] => [
    ...new Set(found.flatMap(({ layers }) => layers[side].map(({ dataset }) => dataset))),
  ];
  const stores = {
    before: await loadFor(configs.before, used('before')),
    after: null as Loaded | null,
  };
  try {
    stores.after = await loadFor(configs.after, used('after'));
    const loaded = { before: stores.before, after: stores.after };
    const pictures: PictureOfChange[] = [];
    for (const { group, layers } of found) {
      const view = viewOf(
        [...boundsIn(loaded.before, layers.before), ...boundsIn(loaded.after, layers.after)],
        sides.after.model.home,
      );
      const names = { before: `${group.id}-before.png`, after: `${group.id}-after.png` };
      for (const side of ['before', 'after'] as const)
        writeFileSync(
          join(dir, names[side]),
          await draw(layers[side], { loaded: loaded[side], side: sides[side], view }),
        );
      const name = group.name[sides.after.model.locales.default]!;
      pictures.push({ group: group.id, name, ...names });
    }
    return pictures;
  } finally {
    await stores.before.close();
    await stores.after?.close();
  }
}

/** What the readers of the level may see in a version. */
interface Side {
  readonly model: AtlasModel;
  readonly rank: number;
  readonly opens: (dataset: string) => boolean;
  /** The names of the fields of a dataset that the readers may see. */
  readonly fields: (dataset: string) => readonly string[];
}

/** Data with a consent are drawn if it includes the use `publish`, because reviews are passed on. */
function sideOf(checked: AtlasModel, level: string): Side {
  const model = applyConsents(checked, { now: Date.now(), withdrawn: new Map() });
  const { datasets } = compileAccess(model);
  const rank = Math.max(
    0,
    model.levels.findIndex(({ id }) => id === level),
  );
  return {
    model,
    rank,
    opens: (id) => {
      const consent = model.datasets.get(id)?.consent;
      if (consent && !consent.uses.has('publish')) return false;
      return (datasets.get(id)?.rank.view ?? Infinity) <= rank;
    },
    fields: (id) =>
      (datasets.get(id)?.fields ?? []).flatMap((field) => (field.rank <= rank ? field.name : [])),
  };
}

/** A sublayer that is drawn, and its style. */
interface Layer {
  readonly dataset: Dataset;
  readonly style: WmsStyle;
}

const DRAWN = { point: 'circle', line: 'line', polygon: 'fill', raster: 'raster' } as const;

/** Returns the layers of a group that its files can draw, bottom first. */
function layersOf(
  group: Group,
  model: AtlasModel,
  isOpen: (dataset: Dataset) => boolean,
): readonly Layer[] {
  return group.sublayers.flatMap((sublayer: Sublayer): Layer[] => {
    const { source, type } = sublayer;
    if (source.kind !== 'dataset' || source.derived !== undefined) return [];
    const { dataset } = source;
    if (type !== DRAWN[dataset.geometry] || dataset.load.kind !== 'file') return [];
    if (sublayer.outlineOf !== null || !isOpen(dataset)) return [];
    const look = { group, sublayer };
    const shown = { groups: [], copies: [], locked: [], title: group.name, named: group, look };
    return [{ dataset, style: wmsLayer(dataset, shown, model).style }];
  });
}

function recipeOf(layers: readonly Layer[]): readonly unknown[] {
  return layers.map(({ dataset, style }) => [dataset.id, style]);
}

/** The data of some datasets in a store of their own. */
interface Loaded {
  readonly store: Store;
  readonly bounds: ReadonlyMap<string, Bounds>;
  readonly close: () => Promise<void>;
}

async function loadFor(config: ValidConfig, datasets: readonly Dataset[]): Promise<Loaded> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atlas-pictures-'));
  const store = await openStore({ dataDir, role: 'tool', workers: 1 });
  const close = async (): Promise<void> => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const quiet = { loaded: () => undefined, failed: () => undefined, progress: () => undefined };
  try {
    const { model } = config.atlas;
    await loadAll(datasets, { model, inputs: config.inputs, store, reporter: quiet });
    const known = (await store.statuses()).flatMap(({ dataset, bounds }) =>
      bounds ? [[dataset, bounds] as const] : [],
    );
    return { store, bounds: new Map(known), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function boundsIn({ bounds }: Loaded, layers: readonly Layer[]): Bounds[] {
  return layers.flatMap(({ dataset }) => {
    const found = bounds.get(dataset.id);
    return found ? [found] : [];
  });
}

/** Returns the view of the data, or the first view of the map without any. */
function viewOf(all: readonly Bounds[], home: Bounds): View {
  const boxes = all.length > 0 ? all : [home];
  const least = (at: 0 | 1): number => Math.min(...boxes.map((box) => box[at]));
  const most = (at: 2 | 3): number => Math.max(...boxes.map((box) => box[at]));
  const [left, bottom] = toMercator(least(0), least(1));
  const [right, top] = toMercator(most(2), most(3));
  // A single point has no extent: ten kilometres around it are drawn.
  const width = Math.max(right - left, 10_000) * (1 + 2 * MARGIN);
  const tall = Math.max(top - bottom, 10_000) * (1 + 2 * MARGIN);
  const height = Math.round(Math.min(HIGHEST, Math.max(LOWEST, (WIDTH * tall) / width)));
  const metres = Math.max(width / WIDTH, tall / height) / 2;
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return createView({
    crs: 'EPSG:3857',
    box: [x - WIDTH * metres, y - height * metres, x + WIDTH * metres, y + height * metres],
    width: WIDTH,
    height,
  });
}

async function draw(
  layers: readonly Layer[],
  { loaded, side, view }: { readonly loaded: Loaded; readonly side: Side; readonly view: View },
): Promise<Buffer> {
  const { width, height } = view;
  const pixels = new PixelBuffer(width, height);
  await pixels.cover([255, 255, 255, 255]);
  for (const { dataset, style } of layers) {
    if (!loaded.bounds.has(dataset.id)) continue;
    const drawn = styleOf(style);
    if (drawn.kind === 'features') {
      const cut = { dataset: dataset.id, fields: side.fields(dataset.id), rank: side.rank };
      await drawFeatures(pixels, loaded.store, { cut, style: drawn, view });
      continue;
    }
    const raster = await loaded.store.raster(dataset.id);
    if (raster) await drawRaster(pixels, raster, drawn, view);
  }
  const picture = { width, height, data: await pixels.finish() };
  return (await encodePicture(picture, 'image/png')).identity;
}

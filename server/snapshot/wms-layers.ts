/** Finds the WMS style of a dataset: that of the first sublayer that shows it. */
import {
  cellClasses,
  compilePaint,
  compilePalette,
  compileSwatches,
  createTables,
  meaningOf,
  outlineOf,
  type AtlasModel,
  type Dataset,
  type Group,
  type Sublayer,
  type Swatch,
} from 'atlas-engine';
import type { WmsLayer, WmsLegendRow, Words } from '../access/atlas-snapshot.ts';

const NO_DATA = 255;

/** The layer type for each geometry. */
const TYPES = { point: 'circle', line: 'line', polygon: 'fill', raster: 'raster' } as const;

/**
 * Makes the WMS layer of a dataset; returns null for a dataset without a WMS feed. The name and the
 * colours of a group with a stricter permission than the dataset are not used.
 */
export function wmsLayer(model: AtlasModel, dataset: Dataset): WmsLayer | null {
  const name = dataset.feeds.wms;
  if (name === null) return null;
  const shown = showing(model, dataset);
  const { geometry } = dataset;
  const { available } = model.locales;
  const title = shown?.group.name ?? inEach(available, () => name);
  const { style, swatches } =
    geometry === 'raster'
      ? rasterLook(shown, dataset, available)
      : featureLook(geometry, shown, model);
  return {
    title,
    category: shown?.group.category.name ?? null,
    provider: dataset.info.provider ?? null,
    zooms: { min: shown?.sublayer.minzoom ?? null, max: shown?.sublayer.maxzoom ?? null },
    style,
    legend: swatches.map(({ color, label }): WmsLegendRow => ({
      color,
      label: label ? inEach(available, label) : title,
    })),
  };
}

function inEach(locales: readonly string[], word: (locale: string) => string): Words {
  return Object.fromEntries(locales.map((locale) => [locale, word(locale)]));
}

interface Shown {
  readonly group: Group;
  readonly sublayer: Sublayer;
}

/** The properties that a WMS layer takes from the sublayer that shows its dataset. */
interface Look {
  readonly style: WmsLayer['style'];
  readonly swatches: readonly Swatch[];
}

/** Returns the first sublayer on the panel that draws the dataset for all its readers, or null. */
function showing(model: AtlasModel, dataset: Dataset): Shown | null {
  for (const group of model.groups) {
    if (group.permission.rank > dataset.permission.view.rank) continue;
    for (const sublayer of group.sublayers) {
      const { source } = sublayer;
      if (source.kind !== 'dataset' || source.dataset.id !== dataset.id) continue;
      // Derived layers, such as inner bands, are on the map only.
      if (source.derived !== undefined) continue;
      // A dataset may be shown as a WMS picture, which has no colours to use here.
      if (sublayer.type === TYPES[dataset.geometry]) return { group, sublayer };
    }
  }
  return null;
}

function rasterLook(shown: Shown | null, { pixels }: Dataset, locales: readonly string[]): Look {
  const classes = shown && cellClasses(shown.sublayer);
  const palette = classes && compilePalette(classes);
  const colors = new Uint8ClampedArray(256 * 4);
  const labels = new Map<number, Words>();
  for (let value = 0; value < NO_DATA; value += 1) {
    const { color, label } = palette?.of(meaningOf(value, pixels)) ?? {
      color: [value, value, value, 255],
      label: null,
    };
    colors.set(color, value * 4);
    if (label) labels.set(value, inEach(locales, label));
  }
  return {
    style: {
      kind: 'raster',
      palette: colors,
      interpolate: classes === null || classes.kind === 'ramp',
      labels,
      unit: (classes?.kind !== 'values' && classes?.unit) || (pixels?.unit ?? null),
      ...(pixels && { pixels: { scale: pixels.scale, offset: pixels.offset } }),
    },
    swatches: palette?.rows ?? [],
  };
}

function featureLook(
  shape: Exclude<Dataset['geometry'], 'raster'>,
  shown: Shown | null,
  model: AtlasModel,
): Look {
  if (!shown) return { style: { kind: 'features', shape, fields: [], paints: [] }, swatches: [] };
  const { grounds } = createTables(model);
  const { group, sublayer } = shown;
  const line = outlineOf(sublayer, group);
  const paints = [sublayer, ...(line ? [line] : [])].map((each) => compilePaint(each, grounds));
  const fields = [...new Set(paints.flatMap((paint) => paint.fields))];
  return {
    style: { kind: 'features', shape, fields, paints },
    swatches: compileSwatches(sublayer, group, grounds),
  };
}

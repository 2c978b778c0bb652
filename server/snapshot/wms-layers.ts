/** Compiles the WMS layers of datasets, in the style of the sublayers that show them. */
import {
  cellClasses,
  compilePaint,
  compilePalette,
  compileSwatches,
  createTables,
  meaningOf,
  outlineOf,
  type AtlasModel,
  type CompileTables,
  type Dataset,
  type Shown,
  type Swatch,
} from 'atlas-engine';
import type { WmsLayer, WmsLegendRow, Words } from '../access/atlas-snapshot.ts';

const NO_DATA = 255;

/** Makes the WMS layer of a dataset for readers of one level. */
export function wmsLayer(
  dataset: Dataset,
  shown: Shown,
  { locales, baseLayers }: Pick<AtlasModel, 'locales' | 'baseLayers'>,
): WmsLayer {
  const { geometry } = dataset;
  const { available } = locales;
  const { title, look } = shown;
  const { style, swatches } =
    geometry === 'raster'
      ? rasterLook(look, dataset, available)
      : featureLook(geometry, look, createTables({ baseLayers }).grounds);
  return {
    group: look?.group.name ?? null,
    category: look?.group.category.name ?? null,
    provider: dataset.info.provider ?? null,
    zooms: { min: look?.sublayer.minzoom ?? null, max: look?.sublayer.maxzoom ?? null },
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

/** The properties that a WMS layer takes from the sublayer that shows its dataset. */
interface Look {
  readonly style: WmsLayer['style'];
  readonly swatches: readonly Swatch[];
}

function rasterLook(look: Shown['look'], { pixels }: Dataset, locales: readonly string[]): Look {
  const classes = look && cellClasses(look.sublayer);
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
  look: Shown['look'],
  grounds: CompileTables['grounds'],
): Look {
  if (!look) return { style: { kind: 'features', shape, fields: [], paints: [] }, swatches: [] };
  const { group, sublayer } = look;
  const line = outlineOf(sublayer, group);
  // An outline is above its fill, and a casing below its line.
  const drawn = line
    ? sublayer.type === 'line'
      ? [line, sublayer]
      : [sublayer, line]
    : [sublayer];
  const paints = drawn.map((each) => compilePaint(each, grounds));
  const fields = [...new Set(paints.flatMap((paint) => paint.fields))];
  return {
    style: { kind: 'features', shape, fields, paints },
    swatches: compileSwatches(sublayer, group, grounds),
  };
}

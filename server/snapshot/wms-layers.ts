/** How the WMS draws a dataset: from the classes of the first sublayer that shows it. */
import { createCanvas } from '@napi-rs/canvas';
import type {
  AtlasModel,
  ClassEntry,
  ClassList,
  Dataset,
  StyleValue,
  Sublayer,
} from 'atlas-engine';
import type { Rgba, WmsLayer, WmsLegendRow, WmsStyle, Words } from '../access/atlas-snapshot.ts';

type ColorByGround = Readonly<Record<string, string>>;

/** Pictures are drawn for light base maps: a WMS client does not say what lies below. */
const GROUND = 'light';

const CLEAR: Rgba = [0, 0, 0, 0];
const NO_DATA = 255;
/** What features are drawn with: the property that says their colour, and their size in pixels. */
const FEATURES = {
  point: { type: 'circle', color: 'circle-color', size: 4 },
  line: { type: 'line', color: 'line-color', size: 1.5 },
  polygon: { type: 'fill', color: 'fill-color', size: 1 },
} as const;
const FALLBACK_COLOR: Rgba = [80, 80, 80, 255];

/**
 * Makes the layer of a dataset that feeds the WMS, null for any other. A group that is stricter than
 * the dataset lends neither its name nor its colours.
 */
export function wmsLayer(model: AtlasModel, dataset: Dataset): WmsLayer | null {
  const name = dataset.feeds.wms;
  if (name === null) return null;
  const shown = showing(model, dataset);
  const { geometry } = dataset;
  const layer = geometry === 'raster' ? rasterLayer(shown) : featureLayer(geometry, shown);
  return {
    title: shown?.title ?? titleOf(model, name),
    category: shown?.category ?? null,
    provider: dataset.info.provider ?? null,
    zooms: { min: shown?.sublayer.minzoom ?? null, max: shown?.sublayer.maxzoom ?? null },
    ...layer,
  };
}

interface Shown {
  readonly title: Words;
  readonly category: Words;
  readonly sublayer: Sublayer;
}

/** What a layer takes from how its dataset is shown. */
type Look = Pick<WmsLayer, 'style' | 'legend'>;

/** The first sublayer on the panel that draws the dataset for all its readers; null when none does. */
function showing(model: AtlasModel, dataset: Dataset): Shown | null {
  const { geometry } = dataset;
  const wanted = geometry === 'raster' ? 'raster' : FEATURES[geometry].type;
  for (const group of model.groups) {
    if (group.permission.rank > dataset.permission.view.rank) continue;
    for (const sublayer of group.sublayers) {
      const { source } = sublayer;
      if (source.kind !== 'dataset' || source.dataset.id !== dataset.id) continue;
      // A WMS of features may be shown as a picture, then nothing else tells its colours.
      if (sublayer.type === wanted) {
        return { title: group.name, category: group.category.name, sublayer };
      }
    }
  }
  return null;
}

function titleOf(model: AtlasModel, name: string): Words {
  return Object.fromEntries(model.locales.available.map((locale) => [locale, name]));
}

function rasterLayer(shown: Shown | null): Look {
  const classes = shown?.sublayer.rasterClasses ?? null;
  const palette = new Uint8ClampedArray(256 * 4);
  for (let value = 0; value < NO_DATA; value += 1) {
    const color = classes ? colorOfValue(classes, value) : ([value, value, value, 255] as const);
    palette.set(color, value * 4);
  }
  return {
    style: {
      kind: 'raster',
      palette,
      interpolate: classes === null || classes.kind === 'ramp',
      labels: classes ? labelsOf(classes, shown!.title) : new Map(),
      unit: (classes?.kind !== 'values' && classes?.unit) || null,
    },
    legend: classes ? legendOf(classes, shown!.title) : [],
  };
}

/** The words of each value that belongs to a class. */
function labelsOf(classes: ClassList, name: Words): Map<number, Words> {
  if (classes.kind === 'ramp') return new Map();
  const words = classes.kind === 'steps' ? legendOf(classes, name) : [];
  const labels = new Map<number, Words>();
  for (let value = 0; value < NO_DATA; value += 1) {
    const label =
      classes.kind === 'values'
        ? entryOfValue(classes, value)?.label
        : words[classes.steps.findLastIndex(([from]) => value >= from)]?.label;
    if (label) labels.set(value, label);
  }
  return labels;
}

function entryOfValue(
  classes: Extract<ClassList, { kind: 'values' }>,
  value: number,
): ClassEntry | null {
  const own = classes.entries.find(({ values }) => values.some((one) => Number(one) === value));
  return own ?? classes.default;
}

function featureLayer(shape: keyof typeof FEATURES, shown: Shown | null): Look {
  const { color, size } = FEATURES[shape];
  const { classes, plain } = shown
    ? readColor(shown.sublayer.paint[color])
    : { classes: null, plain: null };
  const one = plain ?? FALLBACK_COLOR;
  const base = { kind: 'features', shape, size } as const;
  if (!classes || classes.list.kind !== 'values') {
    const style: WmsStyle = { ...base, field: null, colors: new Map(), default: one, missing: one };
    return { style, legend: shown ? [{ label: shown.title, color: one }] : [] };
  }
  const { list, field } = classes;
  const other = list.default ? entryColor(list.default) : null;
  return {
    style: {
      ...base,
      field,
      colors: new Map(
        list.entries.flatMap((entry) =>
          entry.values.map((value) => [String(value), entryColor(entry)] as const),
        ),
      ),
      default: other,
      missing: list.missing === 'default' ? other : list.missing && entryColor(list.missing),
    },
    legend: legendOf(list, shown!.title),
  };
}

function readColor(value: StyleValue | undefined): {
  classes: { list: ClassList; field: string } | null;
  plain: Rgba | null;
} {
  if (value?.kind === 'classes') {
    return { classes: { list: value.classes, field: value.field }, plain: null };
  }
  if (value?.kind === 'by-ground') return readColor(value.values[GROUND]);
  const plain = value?.kind === 'literal' && typeof value.value === 'string' ? value.value : null;
  return { classes: null, plain: plain === null ? null : parseColor(plain) };
}

function colorOfValue(classes: ClassList, value: number): Rgba {
  switch (classes.kind) {
    case 'values': {
      const found = entryOfValue(classes, value);
      return found ? entryColor(found) : CLEAR;
    }
    case 'steps': {
      const step = classes.steps.findLast(([from]) => value >= from);
      return step ? parseColor(pick(step[1])) : CLEAR;
    }
    case 'ramp':
      return colorOnRamp(classes.stops, value);
  }
}

function colorOnRamp(
  stops: readonly (readonly [value: number, color: ColorByGround])[],
  value: number,
): Rgba {
  const above = stops.findIndex(([at]) => at >= value);
  const next = stops[above === -1 ? stops.length - 1 : above];
  const previous = stops[above - 1] ?? next;
  if (!next || !previous) return CLEAR;
  const span = next[0] - previous[0];
  const share = span > 0 ? (value - previous[0]) / span : 0;
  const from = parseColor(pick(previous[1]));
  const to = parseColor(pick(next[1]));
  const mix = (channel: 0 | 1 | 2 | 3) =>
    Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [mix(0), mix(1), mix(2), mix(3)];
}

function legendOf(classes: ClassList, name: Words): readonly WmsLegendRow[] {
  if (classes.kind === 'values') {
    const others = [classes.default, classes.missing].filter(
      (entry): entry is ClassEntry => entry !== null && typeof entry === 'object',
    );
    return [...classes.entries, ...others]
      .filter((entry) => entry.color !== null)
      .map((entry) => ({ label: entry.label, color: entryColor(entry) }));
  }
  const stops = classes.kind === 'steps' ? classes.steps : classes.stops;
  const words = (row: number, locale: string): string => {
    const [value, next] = [stops[row]![0], stops[row + 1]?.[0]];
    const { format } = new Intl.NumberFormat(locale);
    const unit = classes.unit?.[locale];
    // The font of legends has no sign for "at least".
    const upTo = next === undefined ? '+' : `–${format(next)}`;
    const text = classes.kind === 'steps' ? `${format(value)}${upTo}` : format(value);
    return unit === undefined ? text : `${text}\u00a0${unit}`;
  };
  return stops.map(([, color], row) => ({
    label: Object.fromEntries(Object.keys(name).map((locale) => [locale, words(row, locale)])),
    color: parseColor(pick(color)),
  }));
}

function entryColor(entry: ClassEntry): Rgba {
  return entry.color ? parseColor(pick(entry.color)) : CLEAR;
}

function pick(color: ColorByGround): string {
  return color[GROUND] ?? Object.values(color)[0] ?? 'transparent';
}

/** Colours that are remembered at a time: more than any atlas has. */
const MAX_PARSED = 10_000;
const parsed = new Map<string, Rgba>();

/** Any CSS colour, read by the canvas that will draw it; a palette asks for few colours often. */
function parseColor(css: string): Rgba {
  const known = parsed.get(css);
  if (known) return known;
  if (parsed.size >= MAX_PARSED) parsed.clear();
  const color = readByCanvas(css);
  parsed.set(css, color);
  return color;
}

function readByCanvas(css: string): Rgba {
  const context = createCanvas(1, 1).getContext('2d');
  context.fillStyle = css;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha];
}

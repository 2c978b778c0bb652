import {
  compileLegend,
  compileStyle,
  parseStyleLayerId,
  type AtlasBundle,
  type GroupEntry,
  type LegendSymbol,
} from 'atlas-engine/runtime';
import { distance, layOver, parseColour, VISIONS, type Rgb, type Vision } from './colour.ts';

/** Two colours over a base map, and their smallest distance for any kind of colour vision. */
export interface Pair {
  readonly base: string;
  readonly one: string;
  readonly other: string;
  readonly vision: Vision;
  /** The CIEDE2000 distance of the two colours. */
  readonly apart: number;
}

/** A row of a legend over a base map, with its colour. */
export interface Drawn {
  readonly label: string;
  readonly symbol: LegendSymbol;
  readonly color: Rgb;
  readonly form?: string;
  /** Opacity of the symbol times that of its group, 0 to 1. */
  readonly opacity: number;
}

/** Returns the form of a line, by which it differs from others of its colour: its dashes and width. */
export function withForm(symbol: LegendSymbol): { form?: string } {
  if (symbol.type !== 'line') return {};
  return { form: `${symbol.dash?.length ?? 0} dashes, ${JSON.stringify(symbol.width)} px` };
}

/** Returns the groups of the general list. Copies of projects look like their originals. */
export function listedGroups(bundle: AtlasBundle): GroupEntry[] {
  const entries = bundle.categories.flatMap(({ groups }) => groups);
  return entries.filter(({ id, project }) => project === undefined && bundle.groups[id]);
}

/**
 * Returns the rows of a group's legend over a base map, without icons, ramps and images, which have
 * no single colour.
 */
export function drawnRows(bundle: AtlasBundle, group: string, base: string): Drawn[] {
  const { opacity } = bundle.groups[group]!;
  const state = {
    baseLayer: base,
    hillshade: false,
    project: null,
    groups: [{ id: group, visible: true, opacity }],
  };
  const rows = compileLegend(bundle, state)[0]?.rows ?? [];
  return rows.flatMap(({ label, symbol }) => {
    if (symbol.type === 'icon' || symbol.type === 'ramp' || symbol.type === 'image') return [];
    const color = parseColour(symbol.color as string);
    return [
      { label, symbol, color, ...withForm(symbol), opacity: (symbol.opacity as number) * opacity },
    ];
  });
}

/**
 * Colours of forest and savanna in the photograph of the base map Imagery, as the map draws them:
 * the most frequent colours of its views at zooms 6 and 8.
 */
const PHOTO = ['#445434', '#5C6444'];

/**
 * Returns the land colours of a base map: its background, its forests or heights, or its
 * photograph.
 */
export function landOf(bundle: AtlasBundle, base: string): Rgb[] {
  const { layers } = compileStyle(
    bundle,
    { baseLayer: base, hillshade: false, project: null, groups: [] },
    { origin: '' },
  );
  const colors = layers.flatMap((layer) => {
    if (layer.type === 'raster') return PHOTO;
    if (layer.type === 'color-relief') return reliefColors(layer.paint?.['color-relief-color']);
    if (!/[/:](land|forest)/.test(layer.id)) return [];
    if (layer.type === 'background') return [layer.paint?.['background-color']];
    return layer.type === 'fill' ? [layer.paint?.['fill-color']] : [];
  });
  return colors.filter((color) => typeof color === 'string').map(parseColour);
}

/** Returns the names on the map with a constant colour and halo, by the id of their sublayer. */
export function labelsOver(
  bundle: AtlasBundle,
  base: string,
): { label: string; color: Rgb; halo: Rgb }[] {
  const groups = listedGroups(bundle).map(({ id }) => ({ id, visible: true, opacity: 1 }));
  const state = { baseLayer: base, hillshade: false, project: null, groups };
  return compileStyle(bundle, state, { origin: '' }).layers.flatMap((layer) => {
    const paint = layer.type === 'symbol' ? layer.paint : undefined;
    const halos = colorsByZoom(paint?.['text-halo-color']);
    const label = parseStyleLayerId(layer.id)?.sublayer ?? layer.id;
    return colorsByZoom(paint?.['text-color']).flatMap((color, i) => {
      const halo = halos[i] ?? halos[0];
      return halo === undefined ? [] : [{ label, color, halo }];
    });
  });
}

/** Returns the colours of a plain value, or of a `step` on the zoom where the ground changes. */
function colorsByZoom(value: unknown): readonly Rgb[] {
  if (typeof value === 'string') return [parseColour(value)];
  if (!Array.isArray(value) || value[0] !== 'step') return [];
  const outputs = value.filter((_, i) => i >= 2 && i % 2 === 0) as readonly unknown[];
  return outputs.map((output) => parseColour(String(output)));
}

/** Returns the stops of a relief from sea level up to 1 200 m, the highest inhabited land. */
function reliefColors(ramp: unknown): unknown[] {
  if (!Array.isArray(ramp)) return [];
  const stops = ramp.slice(3) as unknown[];
  return stops.filter(
    (_, i) => i % 2 === 1 && Number(stops[i - 1]) >= 0 && Number(stops[i - 1]) <= 1200,
  );
}

/**
 * Returns the closest pair of colours with different labels, for any colour vision; null for fewer
 * than two. Lines of different form need no different colours.
 */
export function nearestPair(
  base: string,
  colours: readonly { readonly label: string; readonly color: Rgb; readonly form?: string }[],
): Pair | null {
  let nearest: Pair | null = null;
  for (const [i, one] of colours.entries())
    for (const other of colours.slice(i + 1)) {
      const isOther = one.form !== undefined && other.form !== undefined && one.form !== other.form;
      if (isOther || other.label === one.label) continue;
      for (const vision of VISIONS) {
        const apart = distance(one.color, other.color, vision);
        if (!nearest || apart < nearest.apart)
          nearest = { base, one: one.label, other: other.label, vision, apart };
      }
    }
  return nearest;
}

/** Returns the colours of rows blended over a ground. */
export function laidOver(
  rows: readonly Drawn[],
  ground: Rgb,
): { label: string; color: Rgb; form?: string }[] {
  return rows.map(({ label, symbol, color, opacity }) => ({
    label,
    ...withForm(symbol),
    color: layOver(color, opacity, ground),
  }));
}

import {
  compileLegend,
  compileStyle,
  parseStyleLayerId,
  type AtlasBundle,
  type GroupEntry,
  type LegendSymbol,
} from 'atlas-engine/runtime';
import { distance, layOver, parseColour, VISIONS, type Rgb, type Vision } from './colour.ts';

/** Two colours, where they meet, and how far they are apart for the colour vision that sees least. */
export interface Pair {
  readonly base: string;
  readonly one: string;
  readonly other: string;
  readonly vision: Vision;
  /** CIEDE2000. */
  readonly apart: number;
}

/** A row of a legend over a base map, with its colour as the legend and as the map shows it. */
export interface Drawn {
  readonly label: string;
  readonly symbol: LegendSymbol;
  readonly color: Rgb;
  /** 0..1, of the symbol and its group together. */
  readonly opacity: number;
}

/** The groups of the general list: the copies that projects make look like what they copy. */
export function listedGroups(bundle: AtlasBundle): GroupEntry[] {
  const entries = bundle.categories.flatMap(({ groups }) => groups);
  return entries.filter(({ id, project }) => project === undefined && bundle.groups[id]);
}

/** The rows of a group's legend over a base map; icons and ramps, which have no one colour, are left out. */
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
    return [{ label, symbol, color, opacity: (symbol.opacity as number) * opacity }];
  });
}

/** Forest and savanna of the photograph under Imagery, as means of 64 pixels of its tiles of zoom 5. */
const PHOTO = ['#19290A', '#2E3B17'];

/** The colours of land a base map has: its background, the forests or heights on it, or its photograph. */
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

/** The names on the map whose colour and halo are the same everywhere, by the id of their sublayer. */
export function labelsOver(
  bundle: AtlasBundle,
  base: string,
): { label: string; color: Rgb; halo: Rgb }[] {
  const groups = listedGroups(bundle).map(({ id }) => ({ id, visible: true, opacity: 1 }));
  const state = { baseLayer: base, hillshade: false, project: null, groups };
  return compileStyle(bundle, state, { origin: '' }).layers.flatMap((layer) => {
    const paint = layer.type === 'symbol' ? layer.paint : undefined;
    const [color, halo] = [paint?.['text-color'], paint?.['text-halo-color']];
    if (typeof color !== 'string' || typeof halo !== 'string') return [];
    const label = parseStyleLayerId(layer.id)?.sublayer ?? layer.id;
    return [{ label, color: parseColour(color), halo: parseColour(halo) }];
  });
}

/** The stops of a relief from the shore to the highest land where people live, 1 200 m. */
function reliefColors(ramp: unknown): unknown[] {
  if (!Array.isArray(ramp)) return [];
  const stops = ramp.slice(3) as unknown[];
  return stops.filter(
    (_, i) => i % 2 === 1 && Number(stops[i - 1]) >= 0 && Number(stops[i - 1]) <= 1200,
  );
}

/** The nearest pair of colours under different labels, for any vision; null for fewer than two. */
export function nearestPair(
  base: string,
  colours: readonly { readonly label: string; readonly color: Rgb }[],
): Pair | null {
  let nearest: Pair | null = null;
  for (const [i, one] of colours.entries())
    for (const other of colours.slice(i + 1).filter(({ label }) => label !== one.label))
      for (const vision of VISIONS) {
        const apart = distance(one.color, other.color, vision);
        if (!nearest || apart < nearest.apart)
          nearest = { base, one: one.label, other: other.label, vision, apart };
      }
  return nearest;
}

/** Rows as they look over a ground. */
export function laidOver(rows: readonly Drawn[], ground: Rgb): { label: string; color: Rgb }[] {
  return rows.map(({ label, color, opacity }) => ({
    label,
    color: layOver(color, opacity, ground),
  }));
}

import type { Color, Layer } from '@deck.gl/core';
import { PathStyleExtension } from '@deck.gl/extensions';
import { PathLayer, ScatterplotLayer, SolidPolygonLayer } from '@deck.gl/layers';
import { parseColor } from './parse-color.ts';
import type { ShownOverlay } from '../../stores/page/shown-overlay.ts';
import type { Mark } from './mark.ts';
import {
  splitFeatures,
  type SplitArea,
  type SplitLine,
  type SplitPoint,
} from './split-features.ts';

/** The number of corners that one layer draws at most, unless one area has more. */
const SLICE = 10_000;

/** Width in px of the rim of a point whose overlay has no casing. */
const RIM_PX = 1.5;

/** The shapes of features in parts that are prepared quickly. */
interface Slices {
  readonly areas: readonly (readonly SplitArea[])[];
  readonly lines: readonly (readonly SplitLine[])[];
  readonly points: readonly (readonly SplitPoint[])[];
}

/** Slices that were made before. A change of colour or opacity then prepares no shape again. */
const made = new WeakMap<readonly GeoJSON.Feature[], Slices>();

/** Properties of all layers of an overlay. */
interface Common {
  readonly beforeId?: string;
  readonly opacity: number;
  readonly pickable: boolean;
}

/** Returns the layers of a mark from bottom to top: fills, casings, lines, points. */
export function markLayers({ overlay, model }: Mark): Layer[] {
  const { id, features, below, opacity = 1 } = overlay;
  const slices = made.get(features) ?? sliced(features);
  made.set(features, slices);
  const common: Common = {
    ...(below === undefined ? {} : { beforeId: below }),
    opacity,
    // Only imported features have a popup.
    pickable: overlay.kind === 'imported',
  };
  const { line, casing, fill } = model;
  const fillOf = colorOf(overlay, fill?.color ?? line.color, fill?.opacity ?? 1);
  const lineOf = colorOf(overlay, line.color, 1, DARKER);
  const dots = {
    radius: model.radius,
    rim: casing ? (casing.width - line.width) / 2 : RIM_PX,
    fillOf: colorOf(overlay, fill?.color ?? line.color, 1),
    rimColor: parseColor(casing?.color ?? '#FFFFFF'),
  };
  return [
    ...(fill
      ? slices.areas.map((data, index) => areas(`${id}/fill-${index}`, data, { ...common, fillOf }))
      : []),
    ...(casing
      ? slices.lines.map((data, index) =>
          // deck.gl keeps the extensions of a layer, so a dashed layer has an id of its own.
          lines(`${id}/${casing.dash ? 'dashed-casing' : 'casing'}-${index}`, data, {
            ...common,
            pickable: false,
            width: casing.width,
            ...(casing.dash ? { dash: scaledDash(casing.dash) } : {}),
            lineOf: () => parseColor(casing.color),
          }),
        )
      : []),
    ...slices.lines.map((data, index) =>
      lines(`${id}/line-${index}`, data, { ...common, width: line.width, lineOf }),
    ),
    ...slices.points.map((data, index) =>
      points(`${id}/points-${index}`, data, { ...common, ...dots }),
    ),
  ];
}

function sliced(features: readonly GeoJSON.Feature[]): Slices {
  const { areas, lines, points } = splitFeatures(features);
  return {
    areas: slicesOf(areas, ({ rings }) => rings.reduce((sum, ring) => sum + ring.length, 0)),
    lines: slicesOf(lines.flatMap(shortLines), ({ path }) => path.length),
    points: slicesOf(points, () => 1),
  };
}

/** Cuts a long line into lines with at most `SLICE` corners, of which neighbours share one. */
function shortLines(line: SplitLine): readonly SplitLine[] {
  const { feature, path } = line;
  if (path.length <= SLICE) return [line];
  const count = Math.ceil((path.length - 1) / (SLICE - 1));
  return Array.from({ length: count }, (_, at) => {
    const start = at * (SLICE - 1);
    return { feature, path: path.slice(start, start + SLICE) };
  });
}

/** Factor of the brightness of lines whose colour is that of a field. */
const DARKER = 0.6;

type ColorOf = (shape: { readonly feature: number }) => Color;

/** Returns a function that gives the colour of a shape; the opacity is 0 to 1. */
function colorOf(
  { features, fieldColors }: ShownOverlay,
  color: string,
  opacity: number,
  factor = 1,
): ColorOf {
  const plain = parseColor(color, opacity);
  if (!fieldColors) return () => plain;
  const { field, colors } = fieldColors;
  const parsed = new Map(
    [...colors].map(([value, css]) => [value, darkened(parseColor(css, opacity), factor)] as const),
  );
  return ({ feature }) => {
    const properties = features[feature]?.properties;
    return parsed.get(String(properties?.[field] ?? '')) ?? plain;
  };
}

function darkened([red = 0, green = 0, blue = 0, alpha = 255]: Color, factor: number): Color {
  return [red * factor, green * factor, blue * factor, alpha];
}

function areas(
  id: string,
  data: readonly SplitArea[],
  { fillOf, ...common }: Common & { readonly fillOf: ColorOf },
): Layer {
  return new SolidPolygonLayer<SplitArea, { beforeId?: string }>({
    ...common,
    id,
    data,
    getPolygon: ({ rings }) => rings as [number, number][][],
    getFillColor: fillOf,
    updateTriggers: { getFillColor: fillOf },
  });
}

function lines(
  id: string,
  data: readonly SplitLine[],
  {
    width,
    lineOf,
    dash,
    ...common
  }: Common & {
    readonly width: number;
    readonly lineOf: ColorOf;
    readonly dash?: [number, number];
  },
): Layer {
  return new PathLayer<SplitLine, { beforeId?: string }>({
    ...common,
    id,
    data,
    getPath: ({ path }) => path as [number, number][],
    getColor: lineOf,
    getWidth: width,
    widthUnits: 'pixels',
    jointRounded: true,
    updateTriggers: { getColor: lineOf },
    ...(dash
      ? {
          getDashArray: dash,
          dashJustified: true,
          extensions: [new PathStyleExtension({ dash: true })],
        }
      : {}),
  });
}

function points(
  id: string,
  data: readonly SplitPoint[],
  {
    radius,
    rim,
    fillOf,
    rimColor,
    ...common
  }: Common & {
    readonly radius: number;
    readonly rim: number;
    readonly fillOf: ColorOf;
    readonly rimColor: Color;
  },
): Layer {
  return new ScatterplotLayer<SplitPoint, { beforeId?: string }>({
    ...common,
    id,
    data,
    getPosition: ({ position }) => position as [number, number],
    getRadius: radius,
    radiusUnits: 'pixels',
    stroked: true,
    getLineWidth: rim,
    lineWidthUnits: 'pixels',
    getFillColor: fillOf,
    getLineColor: rimColor,
    updateTriggers: { getFillColor: fillOf },
  });
}

/** Cuts shapes into parts with at most `SLICE` corners, so that each part is prepared quickly. */
function slicesOf<Shape>(
  shapes: readonly Shape[],
  cornersOf: (shape: Shape) => number,
): readonly (readonly Shape[])[] {
  const slices: Shape[][] = [];
  let corners = SLICE;
  for (const shape of shapes) {
    corners += cornersOf(shape);
    if (corners > SLICE) {
      slices.push([]);
      corners = cornersOf(shape);
    }
    slices.at(-1)?.push(shape);
  }
  return slices;
}

/** Returns a dash as deck.gl expects it: the first dash and gap, in widths of the line. */
function scaledDash([dash = 1, gap = 1]: readonly number[]): [number, number] {
  return [dash, gap];
}

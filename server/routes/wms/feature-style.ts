/** Draws features in the WMS as the map does at the same zoom, with the same expressions. */
import { evaluatePaint, type Attributes, type Paint, type PaintEvaluator } from 'atlas-engine';
import type {
  FeaturePaints,
  FeatureStyle,
  Mark,
  Rgba,
  WmsStyle,
} from '../../access/atlas-snapshot.ts';
import { neutralStyle, reachOf } from '../../access/neutral-style.ts';

/** A style with functions for drawing. */
export type DrawnStyle = Exclude<WmsStyle, FeaturePaints> | FeatureStyle;

/** Makes a drawable style from the data in a snapshot. */
export function styleOf(style: WmsStyle): DrawnStyle {
  if (style.kind === 'raster') return style;
  const { shape, fields, paints } = style;
  const [own, outline] = paints.map(brushOf);
  if (!own) return neutralStyle(shape);
  const markAt = (zoom: number, attributes: Attributes): Mark => {
    const at = { ...own, zoom, attributes };
    if (shape === 'polygon') return areaMark(at, outline && { ...outline, zoom, attributes });
    return shape === 'line' ? lineMark(at) : pointMark(at);
  };
  const samples = paints.flatMap((paint) => paint.samples);
  return {
    kind: 'features',
    shape,
    fields,
    mark(zoom, attributes) {
      const mark = markAt(zoom, attributes);
      return mark.fill || mark.stroke ? mark : null;
    },
    reach: (zoom) => Math.max(...samples.map((sample) => reachOf(markAt(zoom, sample)))),
  };
}

interface Brush {
  readonly paint: Paint;
  readonly evaluator: PaintEvaluator;
}

function brushOf(paint: Paint): Brush {
  return { paint, evaluator: evaluatePaint(paint) };
}

/** A feature that is drawn, and the zoom of the map. */
interface At extends Brush {
  readonly zoom: number;
  readonly attributes: Attributes;
}

function pointMark(at: At): Mark {
  const width = number(at, 'circle-stroke-width');
  return {
    fill: color(at, 'circle-color', 'circle-opacity'),
    stroke: width > 0 ? color(at, 'circle-stroke-color', 'circle-stroke-opacity') : null,
    width,
    radius: number(at, 'circle-radius'),
  };
}

function lineMark(at: At): Mark {
  const width = number(at, 'line-width');
  const stroke = width > 0 ? color(at, 'line-color', 'line-opacity') : null;
  return { fill: null, stroke, width, radius: 0 };
}

/** Returns the mark of an area with its outline layer, or else with an outline of one pixel. */
function areaMark(at: At, outline: At | undefined): Mark {
  const fill = color(at, 'fill-color', 'fill-opacity');
  if (outline) return { ...lineMark(outline), fill };
  const own = 'fill-outline-color' in at.paint.values;
  const stroke = own ? color(at, 'fill-outline-color', 'fill-opacity') : null;
  return { fill, stroke, width: 1, radius: 0 };
}

function number({ evaluator, zoom, attributes }: At, property: string): number {
  return evaluator.number(property, zoom, attributes);
}

/** Returns a colour with its opacity; null if it is invisible. */
function color(at: At, property: string, opacity: string): Rgba | null {
  const [red, green, blue, alpha] = at.evaluator.color(property, at.zoom, at.attributes);
  const seen = Math.round(alpha * Math.max(0, Math.min(1, number(at, opacity))));
  return seen > 0 ? [red, green, blue, seen] : null;
}

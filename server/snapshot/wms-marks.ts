/** How the WMS draws features: as the map does at the zoom of the picture, by the same expressions. */
import {
  compilePaint,
  type Attributes,
  type CompileTables,
  type Group,
  type Paint,
  type Sublayer,
} from 'atlas-engine';
import type { FeatureStyle, Mark, Rgba } from '../access/atlas-snapshot.ts';
import { reachOf } from '../access/neutral-style.ts';

/** The style of the features that a sublayer draws, with the outline that the group gives them. */
export function styleOfFeatures(
  shape: FeatureStyle['shape'],
  {
    sublayer,
    group,
    grounds,
  }: {
    readonly sublayer: Sublayer;
    readonly group: Pick<Group, 'sublayers'>;
    readonly grounds: CompileTables['grounds'];
  },
): FeatureStyle {
  const line = group.sublayers.find(({ outlineOf }) => outlineOf === sublayer.id);
  const paints = [sublayer, ...(line ? [line] : [])].map((each) => compilePaint(each, grounds));
  const [own, outline] = paints as [Paint, Paint | undefined];
  const markAt = (zoom: number, attributes: Attributes): Mark => {
    const at: At = { paint: own, zoom, attributes };
    if (shape === 'polygon') return areaMark(at, outline && { ...at, paint: outline });
    return shape === 'line' ? lineMark(at) : pointMark(at);
  };
  const samples = paints.flatMap((paint) => paint.samples);
  return {
    ...{ kind: 'features', shape, key: JSON.stringify(paints.map(({ values }) => values)) },
    fields: [...new Set(paints.flatMap(({ fields }) => fields))],
    mark(zoom, attributes) {
      const mark = markAt(zoom, attributes);
      return mark.fill || mark.stroke ? mark : null;
    },
    reach: (zoom) => Math.max(...samples.map((sample) => reachOf(markAt(zoom, sample)))),
  };
}

/** A feature to be drawn at a zoom of the map. */
interface At {
  readonly paint: Paint;
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

/** An area with the line that outlines it, else with the outline of a pixel that it has itself. */
function areaMark(at: At, outline: At | undefined): Mark {
  const fill = color(at, 'fill-color', 'fill-opacity');
  if (outline) return { ...lineMark(outline), fill };
  const own = 'fill-outline-color' in at.paint.values;
  const stroke = own ? color(at, 'fill-outline-color', 'fill-opacity') : null;
  return { fill, stroke, width: 1, radius: 0 };
}

function number({ paint, zoom, attributes }: At, property: string): number {
  return paint.number(property, zoom, attributes);
}

/** Null where nothing of it is to be seen. */
function color(at: At, property: string, opacity: string): Rgba | null {
  const [red, green, blue, alpha] = at.paint.color(property, at.zoom, at.attributes);
  const seen = Math.round(alpha * Math.max(0, Math.min(1, number(at, opacity))));
  return seen > 0 ? [red, green, blue, seen] : null;
}

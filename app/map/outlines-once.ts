/**
 * Part of the map's worker (see vite.config.ts). MapLibre draws the outline of each polygon, so a
 * shared edge would be drawn twice: two patterns of dashes fill the gaps of each other, and a
 * transparent line is darker. Here the features of a layer in a tile, after its filter and in the
 * order of drawing, share their edges, so it does not matter where a tile comes from.
 */
import { shareEdges, type Corner, type Rings } from './shared-edges.ts';

/** A value of a layer's paint, evaluated for the zoom of the tile. */
interface PaintValue {
  readonly isConstant: () => boolean;
  readonly evaluate: (feature: LineFeature, state: object) => unknown;
}

interface LineLayer {
  readonly paint: { readonly get: (name: string) => PaintValue | undefined };
}

interface LineFeature {
  /** The type in the vector tile. */
  readonly type: number;
  readonly geometry: Corner[][];
}

type Add = (feature: LineFeature, geometry: Corner[][], ...rest: unknown[]) => void;

/** The parts of MapLibre's `LineBucket` that are used here. */
interface LineBucket {
  readonly layers: readonly LineLayer[];
  /** Features that wait for their dashes or patterns. */
  patternFeatures: LineFeature[];
  populate: (...options: never[]) => void;
  addFeature: Add;
}

const LINE = 2;
const POLYGON = 3;

/** Changes the buckets of lines so that they draw shared edges of polygons once. */
export function drawOutlinesOnce(bucket: { readonly prototype: LineBucket }): void {
  const { prototype } = bucket;
  const { populate } = prototype;
  prototype.populate = function (this: LineBucket, ...options): void {
    const added: Parameters<Add>[] = [];
    this.addFeature = (...feature) => void added.push(feature);
    populate.apply(this, options);
    // An own property would be sent to the page with the bucket.
    Reflect.deleteProperty(this, 'addFeature');
    const features = added.map(([feature]) => feature);
    const outlines = outlinesOf(features, this.layers);
    added.forEach(([, , ...rest], i) => {
      for (const each of outlines[i]!) this.addFeature(each, each.geometry, ...rest);
    });
    this.patternFeatures = outlinesOf(this.patternFeatures, this.layers).flat();
  };
}

/** Returns what is drawn in place of each feature: the feature, or the rings and lines left of it. */
function outlinesOf(
  features: readonly LineFeature[],
  layers: readonly LineLayer[],
): LineFeature[][] {
  const drawn = features.map((feature) => feature.type === POLYGON && isDrawn(feature, layers));
  // Lines beside the edges, such as bands along the inside, are not shared.
  const isOnEdge = layers.every(({ paint }) => isZero(paint.get('line-offset')));
  if (!isOnEdge || drawn.filter(Boolean).length < 2) return features.map((feature) => [feature]);
  const outlines = shareEdges(
    features.map(({ geometry }, i): Rings<Corner> => (drawn[i] ? geometry : [])),
  );
  return features.map((feature, i) => {
    const outline = outlines[i];
    if (!outline) return [feature];
    const rings = { ...feature, geometry: outline.rings };
    const lines = { ...feature, type: LINE, geometry: outline.lines };
    return [rings, lines].filter(({ geometry }) => geometry.length > 0);
  });
}

function isZero(value: PaintValue | undefined): boolean {
  return value === undefined || (value.isConstant() && value.evaluate(NO_FEATURE, {}) === 0);
}

const NO_FEATURE: LineFeature = { type: POLYGON, geometry: [] };

/** Reports whether a feature has a line; one that has none leaves its edges to its neighbours. */
function isDrawn(feature: LineFeature, layers: readonly LineLayer[]): boolean {
  return layers.some(({ paint }) =>
    ['line-opacity', 'line-width'].every((name) => {
      const value = paint.get(name);
      return value === undefined || value.isConstant() || value.evaluate(feature, {}) !== 0;
    }),
  );
}

import type { Line, Point, Polygon } from './geometry.ts';

/** A TopoJSON file of the packages: quantised arcs shared by shapes. */
export interface TopoJson {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: Readonly<Record<string, { readonly geometries: readonly TopoShape[] }>>;
}

/** A shape as references to arcs; `~i` is arc `i` backwards. */
export interface TopoShape {
  readonly type: 'Polygon' | 'MultiPolygon' | 'LineString' | 'MultiLineString';
  readonly arcs: readonly unknown[];
  readonly id?: string;
  readonly properties?: { readonly name?: string };
}

/** Decodes the arcs to longitude and latitude. */
export function decodeArcs({ transform, arcs }: TopoJson): Line[] {
  const { scale, translate } = transform;
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/**
 * Moves all points of an island at the antimeridian to the same side of the map. Otherwise its
 * outline would cross the whole map.
 */
export function onOneSide(arc: Line): Line {
  const inner = arc.find(([lng]) => Math.abs(lng) < 180);
  const [first, last] = [arc[0]!, arc.at(-1)!];
  if (!inner || first[0] !== last[0] || first[1] !== last[1]) return arc;
  return arc.map(([lng, lat]) => [Math.abs(lng) < 180 ? lng : Math.sign(inner[0]) * 180, lat]);
}

/** Returns the arc numbers of a polygon shape: polygons, rings, references. */
export function polygonArcs(shape: TopoShape): readonly (readonly (readonly number[])[])[] {
  const arcs = shape.arcs as readonly (readonly (readonly number[])[])[];
  return shape.type === 'Polygon' ? [shape.arcs as readonly (readonly number[])[]] : arcs;
}

/** Builds the polygons of a shape from decoded, possibly simplified arcs; rings without area are left out. */
export function buildPolygons(shape: TopoShape, arcs: readonly Line[]): Polygon[] {
  return polygonArcs(shape)
    .map((rings) => rings.map((ring) => joinArcs(ring, arcs)).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
}

/** Builds the lines of a shape. */
export function buildLines(shape: TopoShape, arcs: readonly Line[]): Line[] {
  const lines = (shape.type === 'LineString' ? [shape.arcs] : shape.arcs) as number[][];
  return lines.map((references) => joinArcs(references, arcs));
}

function joinArcs(references: readonly number[], arcs: readonly Line[]): Line {
  const joined: Point[] = [];
  for (const reference of references) {
    const arc = reference < 0 ? arcs[~reference]!.toReversed() : arcs[reference]!;
    joined.push(...(joined.length === 0 ? arc : arc.slice(1)));
  }
  return joined;
}

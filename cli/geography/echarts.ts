import type { Line, Point, Polygon } from './geometry.ts';

/** A named area of an ECharts map file. */
export interface EchartsFeature {
  readonly name: string;
  readonly polygons: readonly Polygon[];
}

interface EncodedFeature {
  readonly properties: { readonly name: string };
  readonly geometry:
    | { type: 'Polygon'; coordinates: string[]; encodeOffsets: Point[] }
    | { type: 'MultiPolygon'; coordinates: string[][]; encodeOffsets: Point[][] };
}

/** Number of units per degree in ECharts' compressed form. */
const UNITS = 1024;

/**
 * Reads the areas of a JavaScript map file of ECharts without running it: the argument of `registerMap`
 * is JSON, and its rings are zigzag differences in character codes from 64 up.
 */
export function decodeEcharts(script: string): EchartsFeature[] {
  const json = script.slice(
    script.indexOf('{"type"'),
    script.lastIndexOf('"UTF8Encoding":true}') + 20,
  );
  const { features } = JSON.parse(json) as { features: EncodedFeature[] };
  return features.map(({ properties, geometry }) => {
    if (geometry.type === 'Polygon') {
      return {
        name: properties.name,
        polygons: [decodeRings(geometry.coordinates, geometry.encodeOffsets)],
      };
    }
    const polygons = geometry.coordinates.map((rings, i) =>
      decodeRings(rings, geometry.encodeOffsets[i]!),
    );
    return { name: properties.name, polygons };
  });
}

function decodeRings(rings: readonly string[], offsets: readonly Point[]): Polygon {
  return rings.map((text, i) => decodeRing(text, offsets[i]!));
}

function decodeRing(text: string, [startX, startY]: Point): Line {
  const ring: Point[] = [];
  let [x, y] = [startX, startY];
  for (let i = 0; i + 1 < text.length; i += 2) {
    x += difference(text, i);
    y += difference(text, i + 1);
    ring.push([x / UNITS, y / UNITS]);
  }
  const [first, last] = [ring[0]!, ring.at(-1)!];
  return first[0] === last[0] && first[1] === last[1] ? ring : [...ring, first];
}

function difference(text: string, at: number): number {
  const code = text.charCodeAt(at) - 64;
  return (code >> 1) ^ -(code & 1);
}

/** Shapes of features by type of drawing; `feature` is the index of the feature. */
export interface SplitFeatures {
  readonly areas: readonly SplitArea[];
  readonly lines: readonly SplitLine[];
  readonly points: readonly SplitPoint[];
}

export interface SplitArea {
  readonly feature: number;
  readonly rings: GeoJSON.Position[][];
}

export interface SplitLine {
  readonly feature: number;
  readonly path: GeoJSON.Position[];
}

export interface SplitPoint {
  readonly feature: number;
  readonly position: GeoJSON.Position;
}

/** Splits features into areas, lines (outlines of areas included) and points. */
export function splitFeatures(features: readonly GeoJSON.Feature[]): SplitFeatures {
  const areas: SplitArea[] = [];
  const lines: SplitLine[] = [];
  const points: SplitPoint[] = [];
  const add = (geometry: GeoJSON.Geometry | null, feature: number): void => {
    switch (geometry?.type) {
      case 'Polygon':
        areas.push({ feature, rings: geometry.coordinates });
        for (const path of geometry.coordinates) lines.push({ feature, path });
        return;
      case 'MultiPolygon':
        for (const coordinates of geometry.coordinates)
          add({ type: 'Polygon', coordinates }, feature);
        return;
      case 'LineString':
        lines.push({ feature, path: geometry.coordinates });
        return;
      case 'MultiLineString':
        for (const path of geometry.coordinates) lines.push({ feature, path });
        return;
      case 'Point':
        points.push({ feature, position: geometry.coordinates });
        return;
      case 'MultiPoint':
        for (const position of geometry.coordinates) points.push({ feature, position });
        return;
      case 'GeometryCollection':
        for (const part of geometry.geometries) add(part, feature);
    }
  };
  for (const [index, { geometry }] of features.entries()) add(geometry, index);
  return { areas, lines, points };
}

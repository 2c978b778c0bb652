/**
 * Geometry of the server: pure functions on packed coordinates, without database or HTTP.
 *
 * Load: `normalise` -> `generalise` for each tier -> `encodeGeometry`. Tile: `decodeGeometry` ->
 * `encodeTile`. Query: `parseWkt` or `checkGeoJsonQuery` -> `prepareQuery` -> `intersects`.
 */
export { geodesicArea } from './area.ts';
export { DeadlineExceeded, runUntil } from './deadline.ts';
export { type PreparedQuery, intersects, prepareQuery, touchesPoint } from './intersects.ts';
export { encodeLayers } from './mvt-encode.ts';
export { type RejectionCode, packGeoJson, unpackToGeoJson } from './pack-geojson.ts';
export {
  type PackedGeometry,
  UNITS_PER_DEGREE,
  boundsOf,
  decodeGeometries,
  decodeGeometry,
  encodeGeometry,
  vertexCount,
} from './packed.ts';
export { isValid, normalise } from './repair.ts';
export { TIERS, type TierId, generalise, generaliseToVertices, tierOfZoom } from './tiers.ts';
export { type TileFeature, encodeTile, geometryInTile, tileBounds } from './tile.ts';
export {
  MAX_QUERY_BYTES,
  MAX_QUERY_VERTICES,
  type QueryErrorCode,
  type QueryParse,
  checkGeoJsonQuery,
  parseGeoJsonText,
  parseWkt,
} from './wkt.ts';

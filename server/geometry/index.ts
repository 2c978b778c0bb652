/**
 * The geometry of the server: pure functions over packed coordinates, no database, no HTTP.
 *
 * Load: `normalise` -> `generalise` for each tier -> `encodeGeometry`. Tile: `decodeGeometry` ->
 * `encodeTile`. Query: `parseWkt` or `parseGeoJsonQuery` -> `prepareQuery` -> `intersects`.
 */
export { geodesicArea } from './area.ts';
export { checkTime, DeadlineExceeded, runUntil, tick, TooHeavy } from './deadline.ts';
export { type PreparedQuery, intersects, prepareQuery } from './intersects.ts';
export { type MvtFeature, type MvtLayer, commandsOf, encodeLayers } from './mvt-encode.ts';
export {
  type PackResult,
  type PlainGeometry,
  type RejectionCode,
  packGeoJson,
  unpackToGeoJson,
} from './pack-geojson.ts';
export {
  type GeometryKind,
  type PackedBounds,
  type PackedGeometry,
  UNITS_PER_DEGREE,
  boundsOf,
  decodeGeometries,
  decodeGeometry,
  encodeGeometry,
  vertexCount,
} from './packed.ts';
export { type NormaliseResult, isValid, normalise } from './repair.ts';
export { TIERS, type Tier, type TierId, generalise, tierOfZoom } from './tiers.ts';
export {
  type TileFeature,
  type TileRequest,
  encodeTile,
  geometryInTile,
  tileBounds,
} from './tile.ts';
export {
  MAX_QUERY_BYTES,
  MAX_QUERY_DEPTH,
  MAX_QUERY_VERTICES,
  type QueryErrorCode,
  type QueryParse,
  parseGeoJsonQuery,
  parseWkt,
} from './wkt.ts';

/**
 * The geometry of the server: pure functions over packed coordinates, no database, no HTTP.
 *
 * Load: `packGeoJson` -> `normalise` -> `generalise` per tier -> `encodeGeometry`.
 * Tile: `decodeGeometry` -> `encodeTile`. Query: `parseWkt`/`parseGeoJsonQuery` -> `prepareQuery` -> `intersects`.
 */
export type { GeometryKind, PackedBounds, PackedGeometry } from './packed.ts';
export {
  UNITS_PER_DEGREE,
  boundsOf,
  decodeGeometry,
  encodeGeometry,
  vertexCount,
} from './packed.ts';
export type { Deadline } from './deadline.ts';
export { DeadlineExceeded, NO_DEADLINE, deadlineAfter } from './deadline.ts';

/* Coming with these signatures (all synchronous):
 *
 * pack-geojson.ts
 *   type RejectionCode = 'no-geometry' | 'unknown-geometry-type' | 'mixed-collection' | 'wrong-nesting'
 *     | 'not-finite' | 'outside-world' | 'empty-geometry' | 'too-few-vertices' | 'wrong-kind' | 'vanished-in-repair'
 *   packGeoJson(geometry: unknown): { ok: PackedGeometry; closed: boolean } | { rejected: RejectionCode }
 *   unpackToGeoJson(geometry: PackedGeometry): Point | MultiPoint | LineString | MultiLineString | Polygon | MultiPolygon
 * repair.ts
 *   isValid(geometry: PackedGeometry): boolean
 *   normalise(geometry: unknown (GeoJSON), declaredKind?: GeometryKind): { geometry: PackedGeometry; repaired: boolean } | { rejected: RejectionCode }
 * tiers.ts
 *   TIERS: readonly { id: 'z0-4' | 'z5-7' | 'z8-10' | 'full'; minzoom: number; maxzoom: number }[]
 *   type TierId; tierOfZoom(zoom: number): TierId
 *   generalise(geometry: PackedGeometry, tier: TierId): PackedGeometry | null
 * tile.ts
 *   encodeTile(request: TileRequest): Uint8Array | null
 *     TileRequest { layer: string; extent?: 4096; buffer?: 64; z; x; y; features: Iterable<TileFeature> }
 *     TileFeature { id: number; geometry: PackedGeometry; properties: Record<string, string | number | boolean | null> }
 *   tileBounds(z, x, y, buffer = 64, extent = 4096): PackedBounds   // what a store asks its index for
 * mvt-encode.ts
 *   encodeLayers(layers: MvtLayer[]): Uint8Array
 * intersects.ts
 *   prepareQuery(geometry: PackedGeometry): PreparedQuery  // .bounds: PackedBounds
 *   intersects(query: PreparedQuery, candidate: PackedGeometry, deadline?: Deadline): boolean
 * wkt.ts
 *   parseWkt(text: string): QueryParse; parseGeoJsonQuery(text: string): QueryParse
 *     QueryParse = { ok: PackedGeometry } | { error: QueryErrorCode; message: string }
 * area.ts
 *   geodesicArea(geometry: PackedGeometry): number // square metres
 */

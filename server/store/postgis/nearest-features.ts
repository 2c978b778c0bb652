import type pg from 'pg';
import { DeadlineExceeded } from '../../geometry/deadline.ts';
import { checkLongEdges, LONGEST_EDGE } from '../../geometry/edge-tree.ts';
import { boundsOf, UNITS_PER_DEGREE, type PackedGeometry } from '../../geometry/packed.ts';
import { squareOfMetres } from '../../geometry/sphere.ts';
import { MOST_COUNTED, type Nearest } from '../store.ts';
import { ANSWER_GRACE_MILLISECONDS } from './connections.ts';

/** Number of features that give a first distance; the index sorts them by the plane of degrees. */
const NEAR = 20;
/** How far the edges of two geometries may be from the straight lines in degrees, in metres. */
const SLACK = 3;
const UNITS_PER_RADIAN = (180 / Math.PI) * UNITS_PER_DEGREE;
const WORLD = 360 * UNITS_PER_DEGREE;

export interface NearestRequest {
  /** The table of exact geometries. */
  readonly table: string;
  /** Number of features; at most `NEAR`. */
  readonly count: number;
  /** A feature that is left out. */
  readonly except: number | null;
  readonly area: PackedGeometry;
  /** The area as WKB. */
  readonly wkb: Uint8Array;
  /** The end of the time limit, by `performance.now()`. */
  readonly end: number;
}

/**
 * Returns the features that are nearest to an area and do not touch it, the nearest first. The index
 * only knows the plane of degrees, so the nearest features there give a first distance, and those
 * that may be within it are measured. Throws `DeadlineExceeded`.
 */
export async function nearestFeatures(
  client: pg.PoolClient,
  request: NearestRequest,
): Promise<readonly Nearest[]> {
  checkLongEdges(request.area);
  const near = `(SELECT id, shape FROM ${request.table} WHERE ${OTHERS}
                  ORDER BY shape <-> area.shape LIMIT ${NEAR})`;
  const first = await least(client, request, near);
  const last = first.at(-1);
  // Without as many, these are all.
  if (last === undefined || first.length < request.count) return first;
  const second = await least(client, request, featuresWithin(request, last.metres));
  return second.length < first.length ? first : second;
}

/**
 * Counts the features that do not touch an area within distances in metres, at most `MOST_COUNTED`.
 * Throws `DeadlineExceeded`.
 */
export async function countWithin(
  client: pg.PoolClient,
  request: Omit<NearestRequest, 'count'>,
  rings: readonly number[],
): Promise<readonly number[]> {
  const farthest = Math.max(0, ...rings);
  if (farthest === 0) return [];
  const counts = rings.map(
    (_, i) => `LEAST(${MOST_COUNTED}, count(*) FILTER (WHERE metres <= $${i + 3}))::float`,
  );
  const { wkb, end, except } = request;
  const query: pg.QueryConfig & { readonly query_timeout: number } = {
    query_timeout: (await limitStatement(client, end)) + ANSWER_GRACE_MILLISECONDS,
    text: `${AREA} SELECT ARRAY[${counts.join()}] AS within
       FROM (SELECT ${METRES} AS metres FROM area, LATERAL (${featuresWithin(request, farthest)}) near) found`,
    values: [wkb, except, ...rings],
  };
  const { rows } = await client.query<{ within: readonly number[] }>(query);
  return rows[0]!.within;
}

/** The features that an area does not touch. */
const OTHERS = `id IS DISTINCT FROM $2::bigint AND NOT ST_Intersects(shape, area.shape)`;

/** Returns the SQL of all features that may be within a distance in metres of an area. */
function featuresWithin(
  { table, area }: Pick<NearestRequest, 'table' | 'area'>,
  metres: number,
): string {
  const { radius, shifts } = reachOf(area, metres + SLACK);
  const within = shifts.map(
    (shift) => `(SELECT id, shape FROM ${table}
                  WHERE ${OTHERS} AND ST_DWithin(shape, ST_Translate(area.shape, ${shift}, 0), ${radius}))`,
  );
  return within.join(' UNION ');
}

/** Returns the nearest to the area of some of the features. */
async function least(
  client: pg.PoolClient,
  { wkb, end, count, except }: NearestRequest,
  features: string,
): Promise<readonly Nearest[]> {
  // The driver applies this limit instead of that of other reads.
  const query: pg.QueryConfig & { readonly query_timeout: number } = {
    query_timeout: (await limitStatement(client, end)) + ANSWER_GRACE_MILLISECONDS,
    text: `${AREA} SELECT near.id::float AS id, ${METRES} AS metres
       FROM area, LATERAL (${features}) near ORDER BY metres, id LIMIT ${count}`,
    values: [wkb, except],
  };
  const { rows } = await client.query<Nearest>(query);
  return rows;
}

/**
 * Limits the next statement to the time that is left, and returns it in milliseconds. Throws
 * `DeadlineExceeded` when there is none.
 */
export async function limitStatement(client: pg.PoolClient, end: number): Promise<number> {
  const left = Math.ceil(end - performance.now());
  if (left <= 0) throw new DeadlineExceeded();
  await client.query(`SET LOCAL statement_timeout = ${left}`);
  return left;
}

/**
 * Returns the SQL of a geography whose edges are straight in degrees, as they are on the map. Areas are
 * their boundaries, since no feature touches the area: for polygons, `ST_Distance` of PostGIS 3.3 also
 * looks for one inside the other, and is sometimes 0 for features that are 20 km away.
 */
function placeOf(shape: string): string {
  const edges = `CASE ST_Dimension(${shape}) WHEN 2 THEN ST_Boundary(${shape}) ELSE ${shape} END`;
  const short = `ST_Segmentize(${edges}, ${LONGEST_EDGE})`;
  return `ST_SetSRID(ST_Scale(${short}, 1e-7, 1e-7), 4326)::geography`;
}

/**
 * Returns a radius in units on the plane of degrees: all that is within a distance in metres of an area
 * is within the radius of the area, or of the area shifted around the world.
 */
function reachOf(
  area: PackedGeometry,
  metres: number,
): { readonly radius: number; readonly shifts: readonly number[] } {
  const [west, south, east, north] = boundsOf(area);
  // The sine of half the angle on the sphere.
  const sine = Math.sqrt(squareOfMetres(metres)) / 2;
  const angle = 2 * Math.asin(Math.min(1, sine));
  const latitude = Math.max(Math.abs(south), Math.abs(north)) / UNITS_PER_RADIAN + angle;
  // A degree of longitude is shortest at the highest latitude.
  const share = latitude < Math.PI / 2 ? sine / Math.cos(latitude) : Infinity;
  const radius = Math.ceil(
    share < 1 ? 2 * Math.asin(share) * UNITS_PER_RADIAN : Math.hypot(WORLD, WORLD),
  );
  const shifts = [0];
  if (west - radius < -WORLD / 2) shifts.push(WORLD);
  if (east + radius > WORLD / 2) shifts.push(-WORLD);
  return { radius, shifts };
}

/** The area of a request, and the distance of a feature from it. */
const AREA = `WITH area AS MATERIALIZED (SELECT shape, ${placeOf('shape')} AS place
                                           FROM ST_GeomFromWKB($1) shape)`;
const METRES = `ST_Distance(${placeOf('near.shape')}, area.place)`;

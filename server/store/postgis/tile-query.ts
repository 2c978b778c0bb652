import { LABEL_ZOOM } from 'atlas-engine/runtime';
import { tierOfZoom } from '../../geometry/tiers.ts';
import { tileBounds } from '../../geometry/tile.ts';
import { TILE_BUFFER, TILE_EXTENT } from '../../geometry/project.ts';
import { planCut } from '../attributes.ts';
import type { DatasetCut, TileRequest } from '../store.ts';
import type { StoredField } from '../writer.ts';
import { derivedAt } from '../writer.ts';
import { tileNumber } from '../thinned-tiles.ts';
import type { Pointer } from './pointers.ts';
import { columnOf, quoteName, tileColumnOf } from './version-tables.ts';

/** A statement and its parameters. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The shapes of a layer of a tile. */
export interface TileTable {
  readonly table: string;
  /** The table of attributes. */
  readonly attributes: string;
  /** The table of the tiles that are not whole, if this is one of them. */
  readonly thinned?: string;
  /** Whether the column `label_zoom` becomes an attribute. */
  readonly labelZoom: boolean;
}

/** The key of the features among the tables of a tile. */
export const FEATURES = '';

/** Returns the tables for the tiles of a zoom, by the name of their derived layer. */
export function tileTables(
  { tables, derived }: Pick<Pointer, 'tables' | 'derived'>,
  zoom: number,
): ReadonlyMap<string, TileTable> {
  const { attributes } = tables;
  const features = { table: tables.shapes(tierOfZoom(zoom)), attributes, labelZoom: false };
  const layers = derivedAt(derived, zoom).map(({ layer, index }) => {
    return [layer, { table: tables.derived[index]!, attributes, labelZoom: true }] as const;
  });
  return new Map([[FEATURES, features], ...layers]);
}

export interface TileQuery extends Query {
  /** Short names of attributes in the result, and the original names. */
  readonly renamed: ReadonlyMap<string, string>;
}

const CONSTANT_TYPES = { string: 'text', number: 'double precision', boolean: 'boolean' } as const;

/**
 * Returns the query of one dataset's part of a tile; its result is one row with `tile`, empty for an
 * empty tile. A line or polygon that is too small for the grid becomes one step, as in the embedded
 * store; PostGIS would drop it. Without MATERIALIZED each shape would be clipped three times.
 */
export function tileQuery(
  fields: readonly StoredField[],
  cut: DatasetCut,
  { table, attributes, labelZoom, thinned }: TileTable,
  { layer, z, x, y }: Omit<TileRequest, 'cuts'>,
): TileQuery {
  const values: unknown[] = [];
  const bind = (value: unknown, type: string): string => {
    values.push(value);
    return `$${values.length}::${type}`;
  };
  const { places, constants } = planCut(fields, cut);
  const columns = [
    ...places.map(
      ({ name, index }) => `a.${columnOf(index)} AS ${quoteName(tileColumnOf(name, index))}`,
    ),
    ...constants.map(([name, value]) => {
      const type = CONSTANT_TYPES[typeof value as keyof typeof CONSTANT_TYPES];
      return `${bind(value, type)} AS ${quoteName(name)}`;
    }),
    ...(labelZoom ? [`p.label_zoom AS ${quoteName(LABEL_ZOOM)}`] : []),
  ];
  const size = 2 ** z;
  const reach = TILE_BUFFER / TILE_EXTENT;
  const box = (more: number): string =>
    `ST_MakeEnvelope(${[
      bind((x - more) / size, 'float8'),
      bind(1 - (y + 1 + more) / size, 'float8'),
      bind((x + 1 + more) / size, 'float8'),
      bind(1 - (y - more) / size, 'float8'),
    ].join(', ')})`;
  const [west, south, east, north] = tileBounds(z, x, y).map((units) => bind(units, 'integer'));
  const steps = bind(TILE_EXTENT * size, 'float8');
  const left = bind(x * TILE_EXTENT, 'float8');
  const top = bind(y * TILE_EXTENT, 'float8');
  const chosen = thinned
    ? `(SELECT unnest(features) AS id FROM ${thinned} WHERE id = ${bind(tileNumber({ z, x, y }), 'bigint')}) c
         JOIN ${table} s ON s.id = c.id`
    : `${table} s`;
  const text = `
    WITH shown AS MATERIALIZED (
      SELECT s.id, s.shape${labelZoom ? ', s.label_zoom' : ''},
             ST_AsMVTGeom(s.shape, ${box(0)}, ${TILE_EXTENT}, ${TILE_BUFFER}, true) AS on_grid
        FROM ${chosen}
       WHERE s.shape && ${box(reach)}
         AND s.west <= ${east} AND s.east >= ${west} AND s.south <= ${north} AND s.north >= ${south}
    ), placed AS (
      SELECT id${labelZoom ? ', label_zoom' : ''}, CASE WHEN on_grid IS NOT NULL THEN on_grid ELSE ${speck(steps, left, top)} END AS geom
        FROM shown
    ), rows AS (
      SELECT p.id AS "atlas feature id", p.geom AS "atlas geometry"${columns.map((c) => `, ${c}`).join('')}
        FROM placed p JOIN ${attributes} a ON a.id = p.id
       WHERE p.geom IS NOT NULL ORDER BY p.id
    )
    SELECT ST_AsMVT(rows, ${bind(layer, 'text')}, ${TILE_EXTENT}, 'atlas geometry', 'atlas feature id') AS tile
      FROM rows`;
  const renamed = places
    .map(({ name, index }) => [tileColumnOf(name, index), name] as const)
    .filter(([column, name]) => column !== name);
  return { text, values, renamed: new Map(renamed) };
}

/**
 * Returns the SQL of the smallest line or square, to replace a shape that lies entirely in the tile
 * and that rounding removed.
 */
function speck(steps: string, left: string, top: string): string {
  const low = -TILE_BUFFER;
  const high = TILE_EXTENT + TILE_BUFFER;
  const x = (side: string): string => `(ST_X${side}(shape) * ${steps} - ${left})`;
  const y = (side: string): string => `((1 - ST_Y${side}(shape)) * ${steps} - ${top})`;
  const corner = (from: string, to: string): string =>
    `least(floor((${from} + ${to}) / 2), ${high - 1})`;
  const [cx, cy] = [corner(x('Min'), x('Max')), corner(y('Max'), y('Min'))];
  return `CASE
        WHEN ST_Dimension(shape) = 0 OR ${x('Min')} < ${low} OR ${x('Max')} > ${high}
          OR ${y('Max')} < ${low} OR ${y('Min')} > ${high} THEN NULL
        WHEN ST_Dimension(shape) = 1 THEN
          ST_MakeLine(ST_MakePoint(${cx}, ${cy}), ST_MakePoint(${cx} + 1, ${cy}))
        ELSE ST_ForcePolygonCW(ST_MakeEnvelope(${cx}, ${cy}, ${cx} + 1, ${cy} + 1)) END`;
}

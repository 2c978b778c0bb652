/** Reads tables that other programs maintain in the PostGIS database as features. */
import pg from 'pg';
import { quoteName } from '../store/postgis/version-tables.ts';
import { digestOf, type LoadInput } from './load-input.ts';
import { readWkb, UnreadableData } from 'atlas-engine/readers';

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;

const ROWS_PER_FETCH = 1_000;
const CONNECT_MILLISECONDS = 10_000;

/** Query of the columns of both geometry types, without those of the atlas's own tables. */
const GEOMETRY_COLUMNS = `
  SELECT f_table_schema || '.' || f_table_name AS name, f_geometry_column AS geometry FROM geometry_columns
   WHERE f_table_name !~ '^v[0-9a-f]{16}_'
  UNION ALL
  SELECT f_table_schema || '.' || f_table_name, f_geography_column FROM geography_columns`;

interface Table {
  /** Quoted name of the table, with the schema. */
  readonly name: string;
  /** Quoted. */
  readonly geometry: string;
  /** Quoted names of all columns except geometries. */
  readonly attributes: readonly string[];
}

/**
 * Reads a table or view `schema.name` with one geometry column, which PostGIS converts to longitude
 * and latitude. The rows are fetched when the features are requested. Throws `UnreadableData`.
 */
export async function readTable(databaseUrl: string, name: string): Promise<FeatureInput> {
  return withClient(databaseUrl, async (client) => {
    const table = await findTable(client, name);
    await refuseUnplaced(client, table, name);
    const { rows } = await client.query<{ count: string; sum: string | null }>(
      `SELECT count(*), sum(hashtextextended(t::text, 0)::numeric) FROM ${table.name} t`,
    );
    return {
      kind: 'features',
      digest: digestOf('table', name, JSON.stringify(rows[0])),
      features: { [Symbol.asyncIterator]: () => rowsOf(databaseUrl, table) },
    };
  });
}

async function findTable(client: pg.Client, name: string): Promise<Table> {
  const columns = await client.query<{ name: string; geometry: string }>(
    `SELECT * FROM (${GEOMETRY_COLUMNS}) c ORDER BY name, geometry`,
  );
  const own = columns.rows.filter((column) => column.name === name);
  if (own.length === 0)
    throw new UnreadableData(`The database has no table \`${name}\` with a geometry column.`, {
      lacks: {
        what: 'table',
        key: 'table',
        found: name,
        known: [...new Set(columns.rows.map((column) => column.name))],
      },
    });
  if (own.length > 1)
    throw new UnreadableData(
      `The table \`${name}\` has several geometry columns: ${own.map(({ geometry }) => geometry).join(', ')}. Create a view with one of them and use it instead.`,
    );
  const [schema, table] = name.split('.') as [string, string];
  const quoted = `${quoteName(schema)}.${quoteName(table)}`;
  const attributes = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
        AND format_type(atttypid, NULL) !~ '(^|\\.)(geometry|geography|raster)$' ORDER BY attnum`,
    [quoted],
  );
  return {
    name: quoted,
    geometry: `t.${quoteName(own[0]!.geometry)}::geometry`,
    attributes: attributes.rows.map((column) => quoteName(column.name)),
  };
}

/** Refuses a geometry without a reference system, because its position is unknown. */
async function refuseUnplaced(client: pg.Client, table: Table, name: string): Promise<void> {
  const { rows } = await client.query<{ unplaced: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table.name} t WHERE ST_SRID(${table.geometry}) = 0) AS unplaced`,
  );
  if (rows[0]!.unplaced)
    throw new UnreadableData(
      `The geometries of \`${name}\` have no reference system. Set it in the database with UpdateGeometrySRID.`,
    );
}

async function* rowsOf(databaseUrl: string, table: Table): AsyncGenerator<unknown> {
  const { name, geometry, attributes } = table;
  const picked = attributes.map((column) => `t.${column}`).join(', ');
  const client = await connect(databaseUrl);
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(
      `DECLARE features NO SCROLL CURSOR FOR
         SELECT ST_AsBinary(ST_CurveToLine(ST_Force2D(ST_Transform(${geometry}, 4326)))) AS shape,
                (SELECT to_jsonb(a) FROM (SELECT ${picked}) a) AS properties
           FROM ${name} t`,
    );
    for (;;) {
      const { rows } = await client.query<{ shape: Buffer | null; properties: unknown }>(
        `FETCH ${ROWS_PER_FETCH} FROM features`,
      );
      if (rows.length === 0) return;
      for (const { shape, properties } of rows)
        yield { type: 'Feature', geometry: shape && readWkb(shape), properties };
    }
  } catch (error) {
    throw wordsOf(error);
  } finally {
    await client.end();
  }
}

async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(databaseUrl);
  try {
    return await work(client);
  } catch (error) {
    throw wordsOf(error);
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
  });
  // An idle connection that breaks is detected by the next query.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw wordsOf(error);
  });
  return client;
}

/**
 * Reduces an error to its code, because messages of PostgreSQL quote values, and the address of the
 * database may be secret.
 */
function wordsOf(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string'
    ? new UnreadableData(`The database of \`DATABASE_URL\` cannot be read (${code}).`)
    : error;
}

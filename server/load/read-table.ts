/** Tables that somebody else keeps in the PostGIS database, read as features. */
import pg from 'pg';
import { readWkb } from '../geometry/read-wkb.ts';
import { quoteName } from '../store/postgis/version-tables.ts';
import { digestOf, type LoadInput } from './load-input.ts';
import { UnreadableData } from './unreadable-data.ts';

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;

const ROWS_PER_FETCH = 1_000;
const CONNECT_MILLISECONDS = 10_000;

/** The columns of both kinds; our own tables of versions are nobody's data. */
const GEOMETRY_COLUMNS = `
  SELECT f_table_schema || '.' || f_table_name AS name, f_geometry_column AS geometry FROM geometry_columns
   WHERE f_table_name !~ '^v[0-9a-f]{16}_'
  UNION ALL
  SELECT f_table_schema || '.' || f_table_name, f_geography_column FROM geography_columns`;

interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted. */
  readonly geometry: string;
  /** Quoted; all but geometries. */
  readonly attributes: readonly string[];
}

/**
 * Reads a table or view `schema.name` with one geometry column, converted to longitude and latitude
 * by PostGIS. The rows are fetched when the features are asked for. Throws `UnreadableData`.
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
    throw new UnreadableData(`The database has no table \`${name}\` with a geometry.`, {
      what: 'table',
      key: 'table',
      found: name,
      known: [...new Set(columns.rows.map((column) => column.name))],
    });
  if (own.length > 1)
    throw new UnreadableData(
      `The table \`${name}\` has several geometries: ${own.map(({ geometry }) => geometry).join(', ')}. Make a view with one of them, and name that.`,
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

/** A geometry without a reference system could be anywhere. */
async function refuseUnplaced(client: pg.Client, table: Table, name: string): Promise<void> {
  const { rows } = await client.query<{ unplaced: boolean }>(
    `SELECT EXISTS (SELECT FROM ${table.name} t WHERE ST_SRID(${table.geometry}) = 0) AS unplaced`,
  );
  if (rows[0]!.unplaced)
    throw new UnreadableData(
      `The geometries of \`${name}\` do not say their reference system. Say it in the database, with UpdateGeometrySRID.`,
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
  // A connection that breaks while nobody waits for it is found out at the next question.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    throw wordsOf(error);
  });
  return client;
}

/** Only the code is said: PostgreSQL's own words quote values, and addresses are nobody's. */
function wordsOf(error: unknown): unknown {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string'
    ? new UnreadableData(`The database that \`DATABASE_URL\` names cannot be read (${code}).`)
    : error;
}

/** Reads GeoParquet (1.0 and 1.1) with `hyparquet`, one row group after the other. */
import type { FileHandle } from 'node:fs/promises';
import type { Geometry } from 'geojson';
import {
  parquetMetadataAsync,
  parquetRead,
  type AsyncBuffer,
  type FileMetaData,
  type ParquetParsers,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import {
  conversionOf,
  convertGeometry,
  readWkb,
  systemOfCode,
  UnreadableData,
} from 'atlas-engine/readers';
import { openFile } from './read-bytes.ts';
import type { SourceFile } from './source-file.ts';

/** The most bytes of a row group before compression: all its columns are in memory together. */
const GROUP_BYTES = 256_000_000;
/** Rows that are given at once. */
const ROWS_AT_ONCE = 1_000;

/** What the file says about a column of geometries (the metadata `geo`). */
interface GeoColumn {
  readonly encoding?: unknown;
  readonly crs?: unknown;
  readonly covering?: { readonly bbox?: { readonly xmin?: unknown } };
}

/** The column of geometries. */
interface Layer {
  readonly column: string;
  readonly convert: ReturnType<typeof conversionOf> | null;
  /** The columns of attributes. */
  readonly attributes: readonly string[];
}

/**
 * Yields the features of a file, in longitude and latitude, in lists. Throws `UnreadableData` with the
 * name of the file in the message.
 */
export async function* readGeoParquet({ path, name }: SourceFile): AsyncGenerator<unknown[]> {
  const file = await openFile(path, name);
  try {
    const buffer = bufferOf(file, (await file.stat()).size);
    const metadata = await parquetMetadataAsync(buffer, { geoparquet: false });
    const layer = layerOf(metadata, name);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      if (group.total_byte_size > GROUP_BYTES) throw tooLarge(name);
      const rowEnd = rowStart + Number(group.num_rows);
      yield* groupOf({ file: buffer, metadata, rowStart, rowEnd }, layer);
      rowStart = rowEnd;
    }
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    throw new UnreadableData(
      `The file \`${name}\` is not Parquet, or it is damaged. Write it again with GeoPandas (\`to_parquet\`), DuckDB or GDAL, or save it as a GeoPackage.`,
    );
  } finally {
    await file.close();
  }
}

function bufferOf(file: FileHandle, size: number): AsyncBuffer {
  return {
    byteLength: size,
    slice: async (start, end = size) => {
      const length = Math.max(0, Math.min(end, size) - start);
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length;) {
        const { bytesRead } = await file.read(bytes, done, length - done, start + done);
        if (bytesRead === 0) throw new RangeError('the file ends early');
        done += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

function tooLarge(name: string): UnreadableData {
  const made = `${name.replace(/\.[^.]*$/, '')}-new.parquet`;
  return new UnreadableData(
    `The file \`${name}\` has a row group of more than ${GROUP_BYTES / 1_000_000} MB. Write it with smaller ones: \`ogr2ogr -lco ROW_GROUP_SIZE=65536 ${made} ${name}\`, or in GeoPandas \`to_parquet('${made}', row_group_size=65536)\`.`,
  );
}

/** Finds the column of geometries and its reference system. */
function layerOf({ schema, key_value_metadata: pairs = [] }: FileMetaData, name: string): Layer {
  const columns = rootColumns(schema);
  const stated = pairs.find(({ key }) => key === 'geo')?.value;
  const geo = (stated === undefined ? {} : JSON.parse(stated)) as {
    readonly primary_column?: unknown;
    readonly columns?: Readonly<Record<string, GeoColumn>>;
  };
  const column = columns.find((one) => one === geo.primary_column);
  const about = column === undefined ? undefined : geo.columns?.[column];
  if (column === undefined || !about)
    throw new UnreadableData(
      `The file \`${name}\` is Parquet, but not GeoParquet: it does not say which column has the geometries. Write it with GeoPandas (\`to_parquet\`), or save it as a GeoPackage.`,
    );
  if (about.encoding !== 'WKB')
    throw new UnreadableData(
      `The file \`${name}\` has geometries in the encoding ${String(about.encoding).slice(0, 40)}; only WKB is read. Write it again: \`ogr2ogr -lco GEOMETRY_ENCODING=WKB ${name.replace(/\.[^.]*$/, '')}-new.parquet ${name}\`.`,
    );
  // Some files have a box of each row, for other programs.
  const [box] = Array.isArray(about.covering?.bbox?.xmin)
    ? (about.covering.bbox.xmin as unknown[])
    : [];
  return {
    column,
    convert: conversionIn(about.crs, name),
    attributes: columns.filter((one) => one !== column && one !== box),
  };
}

/** Returns the names of the columns, without those inside others. */
function rootColumns([root, ...elements]: FileMetaData['schema']): string[] {
  const names: string[] = [];
  let at = 0;
  const skip = (): void => {
    const { num_children: children = 0 } = elements[at++]!;
    for (let child = 0; child < children; child++) skip();
  };
  for (let child = 0; child < (root?.num_children ?? 0); child++) {
    names.push(elements[at]!.name);
    skip();
  }
  return names;
}

/** Returns how positions become degrees; `crs` is PROJJSON, null for unknown, undefined for degrees. */
function conversionIn(crs: unknown, name: string): Layer['convert'] {
  if (crs === undefined) return null;
  const { id, name: title } = Object(crs) as Readonly<Record<string, unknown>>;
  const { authority, code } = Object(id) as Readonly<Record<string, unknown>>;
  if (authority === 'OGC' && /^CRS84h?$/.test(String(code))) return null;
  const made = `${name.replace(/\.[^.]*$/, '')}-wgs84.parquet`;
  const convert = `ogr2ogr -t_srs EPSG:4326 ${made} ${name}`;
  const wkt = authority === 'EPSG' ? systemOfCode(Number(code)) : null;
  if (wkt !== null) return conversionOf(wkt, { file: name, convert });
  const found =
    typeof title === 'string' ? `in ${title.slice(0, 80)}` : 'in an unknown reference system';
  throw new UnreadableData(
    `The coordinates of \`${name}\` are ${found}. Convert them: \`${convert}\`.`,
  );
}

interface Group {
  readonly file: AsyncBuffer;
  readonly metadata: FileMetaData;
  readonly rowStart: number;
  readonly rowEnd: number;
}

async function* groupOf(
  group: Group,
  { column, convert, attributes }: Layer,
): AsyncGenerator<unknown[]> {
  const names = [column, ...attributes];
  let rows: readonly (readonly unknown[])[] = [];
  await parquetRead({
    ...group,
    columns: names,
    compressors,
    parsers: PARSERS,
    geoparquet: false,
    utf8: false,
    onComplete: (read) => {
      rows = read;
    },
  });
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    yield rows.slice(at, at + ROWS_AT_ONCE).map(([shape, ...values]) => ({
      type: 'Feature',
      geometry: geometryOf(shape, convert),
      properties: Object.fromEntries(attributes.map((name, i) => [name, plain(values[i])])),
    }));
}

function geometryOf(shape: unknown, convert: Layer['convert']): Geometry | null {
  const geometry = shape instanceof Uint8Array ? readWkb(shape) : null;
  return geometry && convert ? convertGeometry(geometry, convert) : geometry;
}

/** Dates and times as texts, and geometries as they are. */
const PARSERS: Partial<ParquetParsers> = {
  dateFromDays: (days: number | null) =>
    typeof days === 'number' ? dateText(days * 86_400_000, DATE_LETTERS) : null,
  timestampFromMilliseconds: (time: bigint | null) => timeOf(time, 1n),
  timestampFromMicroseconds: (time: bigint | null) => timeOf(time, 1_000n),
  timestampFromNanoseconds: (time: bigint | null) => timeOf(time, 1_000_000n),
  geometryFromBytes: (bytes) => bytes,
  geographyFromBytes: (bytes) => bytes,
};

function timeOf(time: bigint | null, parts: bigint): string | null {
  return typeof time === 'bigint' ? dateText(Number(time / parts)) : null;
}

/** Letters of a date without its time. */
const DATE_LETTERS = 10;

/** Returns a time as text; one that no calendar has stays a number, which a load reports as unread. */
function dateText(milliseconds: number, letters?: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? String(milliseconds) : date.toISOString().slice(0, letters);
}

/** Returns a value as JSON has it; bytes have no form there. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value instanceof Uint8Array) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
  return value ?? null;
}

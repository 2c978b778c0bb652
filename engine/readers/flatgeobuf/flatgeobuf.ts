/** FlatGeobuf 3: a header, an index that is not read, and features one after the other. */
import type { Geometry } from 'geojson';
import { convertGeometry, type Conversion } from '../reference-system.ts';
import { systemOfCode } from '../systems/system-of-code.ts';
import { FlatTable } from './flat-table.ts';
import { geometryOfFlat } from './geometry-of-flat.ts';

const MAGIC = 8;
/** The first bytes of a file, as Latin-1. */
const START = 'fgb\u0003fgb';
/** Places of the fields in the tables of the format. */
const HEADER = { type: 2, columns: 7, count: 8, nodeSize: 9, system: 10 };
const COLUMN = { name: 0, type: 1 };
const SYSTEM = { organisation: 0, code: 1, name: 2, wkt: 4 };
const FEATURE = { geometry: 0, properties: 1, columns: 2 };

const DEFAULT_NODE = 16;
/** Size of a node of the index. */
const NODE = 40;

/** What a reader of FlatGeobuf decides by itself. */
export interface FlatgeobufOptions {
  /** Returns how positions in a system, in well-known text, become degrees; null if they are that. */
  readonly conversion: (wkt: string) => Conversion | null;
  /** Makes the error for a system whose number is not known. */
  readonly unknownSystem: (name: string) => Error;
  /** Number of features after which one more is read, so that the caller sees the excess. */
  readonly limit: number;
}

/** Yields the features of a FlatGeobuf file. Throws errors without words for damaged content. */
export function* featuresOfFlatgeobuf(
  bytes: Uint8Array,
  options: FlatgeobufOptions,
): Generator<unknown> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder('latin1').decode(bytes.subarray(0, START.length)) !== START)
    throw new RangeError('it is another format');
  const size = view.getUint32(MAGIC, true);
  const header = FlatTable.at(view, MAGIC + 4);
  const conversion = conversionOf(header.table(HEADER.system), options);
  const columns = columnsOf(header, HEADER.columns);
  const type = header.uint8(HEADER.type);
  let read = 0;
  let at = MAGIC + 4 + size + indexSize(header);
  while (at < view.byteLength && read <= options.limit) {
    const feature = FlatTable.at(partOf(view, at + 4, view.getUint32(at, true)), 0);
    at += 4 + view.getUint32(at, true);
    const flat = feature.table(FEATURE.geometry);
    const geometry = flat && geometryOfFlat(flat, type);
    const own = columnsOf(feature, FEATURE.columns);
    read++;
    yield {
      type: 'Feature',
      geometry:
        geometry && conversion ? convertGeometry(geometry as Geometry, conversion) : geometry,
      properties: propertiesOf(feature.bytes(FEATURE.properties), own.length > 0 ? own : columns),
    };
  }
  const count = header.uint64(HEADER.count);
  // The file ends early, or its index was not where it should be. Files of a stream have no count.
  if (read < Math.min(count, options.limit)) throw new RangeError('features are missing');
}

function partOf({ buffer, byteOffset }: DataView, start: number, length: number): DataView {
  return new DataView(buffer, byteOffset + start, length);
}

/** A tree whose leaves are the features, and each level has one node for a number of nodes below. */
function indexSize(header: FlatTable): number {
  const size = header.uint16(HEADER.nodeSize, DEFAULT_NODE);
  let level = header.uint64(HEADER.count);
  if (size < 2 || level === 0) return 0;
  let nodes = level;
  do {
    level = Math.ceil(level / size);
    nodes += level;
  } while (level > 1);
  return nodes * NODE;
}

function conversionOf(
  system: FlatTable | null,
  { conversion, unknownSystem }: FlatgeobufOptions,
): Conversion | null {
  if (!system) return null;
  const code = system.int32(SYSTEM.code);
  const isEpsg = /^(?:EPSG)?$/i.test(system.text(SYSTEM.organisation));
  const wkt = system.text(SYSTEM.wkt) || (isEpsg && systemOfCode(code)) || '';
  if (wkt !== '') return conversion(wkt);
  if (code === 0) return null;
  throw unknownSystem(system.text(SYSTEM.name) || `EPSG:${code}`);
}

interface Column {
  readonly name: string;
  readonly type: number;
}

function columnsOf(table: FlatTable, field: number): Column[] {
  return table.tables(field).map((column) => ({
    name: column.text(COLUMN.name),
    type: column.uint8(COLUMN.type),
  }));
}

type ReadValue = (view: DataView, at: number) => { value: unknown; size: number };

const fixed =
  (size: number, read: (view: DataView, at: number) => unknown): ReadValue =>
  (view, at) => ({ value: read(view, at), size });

/** A length, and as many bytes. */
const text: ReadValue = (view, at) => {
  const length = view.getUint32(at, true);
  const bytes = partOf(view, at + 4, length);
  return { value: new TextDecoder().decode(bytes), size: 4 + length };
};
const binary: ReadValue = (view, at) => ({ value: null, size: 4 + view.getUint32(at, true) });

/** How values are read, by the number of the type of their column. */
const TYPES: readonly ReadValue[] = [
  fixed(1, (view, at) => view.getInt8(at)),
  fixed(1, (view, at) => view.getUint8(at)),
  fixed(1, (view, at) => view.getUint8(at) !== 0),
  fixed(2, (view, at) => view.getInt16(at, true)),
  fixed(2, (view, at) => view.getUint16(at, true)),
  fixed(4, (view, at) => view.getInt32(at, true)),
  fixed(4, (view, at) => view.getUint32(at, true)),
  fixed(8, (view, at) => Number(view.getBigInt64(at, true))),
  fixed(8, (view, at) => Number(view.getBigUint64(at, true))),
  fixed(4, (view, at) => view.getFloat32(at, true)),
  fixed(8, (view, at) => view.getFloat64(at, true)),
  text,
  text,
  text,
  binary,
];

/** Values with the number of their column before each. */
function propertiesOf(
  bytes: Uint8Array | null,
  columns: readonly Column[],
): Record<string, unknown> {
  const values = columns.map(({ name }): [string, unknown] => [name, null]);
  if (!bytes) return Object.fromEntries(values);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < view.byteLength) {
    const index = view.getUint16(at, true);
    const read = TYPES[columns[index]?.type ?? -1];
    if (!read) throw new RangeError('a value has no column');
    const { value, size } = read(view, at + 2);
    values[index]![1] = value;
    at += 2 + size;
  }
  return Object.fromEntries(values);
}

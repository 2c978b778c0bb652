/** Zipped shapefiles that tests write themselves, by the specification of the format. */
import { strToU8, type Zippable } from 'fflate';

export const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]';

/** The well-known text of a zone of UTM on WGS 84, as ESRI writes it. */
export function utm(zone: number, hemisphere: 'N' | 'S'): string {
  return (
    `PROJCS["WGS_1984_UTM_Zone_${zone}${hemisphere}",${WGS84},PROJECTION["Transverse_Mercator"],` +
    `PARAMETER["False_Easting",500000],PARAMETER["False_Northing",${hemisphere === 'S' ? 10_000_000 : 0}],` +
    `PARAMETER["Central_Meridian",${6 * zone - 183}],PARAMETER["Scale_Factor",0.9996],` +
    'PARAMETER["Latitude_Of_Origin",0],UNIT["Meter",1]]'
  );
}

/** Mercator on WGS 84 with a standard parallel in degrees, as ESRI writes it for DR Congo. */
export function mercator(parallel: number): string {
  return (
    `PROJCS["RDC_Mercator",${WGS84},PROJECTION["Mercator"],PARAMETER["False_Easting",0],` +
    'PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",0],' +
    `PARAMETER["Standard_Parallel_1",${parallel}],UNIT["Meter",1]]`
  );
}

/** A shapefile of shapes, each the content of a record, and a column `name` of ten bytes. */
export function shapefile(
  shapes: readonly Uint8Array[],
  { prj = WGS84, type = 1 }: { readonly prj?: string; readonly type?: number } = {},
): Zippable {
  const header = (bytes: number): Buffer => {
    const head = Buffer.alloc(100);
    head.writeInt32BE(9994, 0);
    head.writeInt32BE(bytes / 2, 24);
    head.writeInt32LE(1000, 28);
    head.writeInt32LE(type, 32);
    return head;
  };
  let offset = 50;
  const index: Buffer[] = [];
  const records = shapes.map((content, i) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(i + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    const entry = Buffer.alloc(8);
    entry.writeInt32BE(offset, 0);
    entry.writeInt32BE(content.length / 2, 4);
    index.push(entry);
    offset += (content.length + 8) / 2;
    return Buffer.concat([head, content]);
  });
  const shp = Buffer.concat(records);
  const shx = Buffer.concat(index);
  return {
    'a.shp': Buffer.concat([header(100 + shp.length), shp]),
    'a.shx': Buffer.concat([header(100 + shx.length), shx]),
    'a.dbf': table(shapes.map((_, i) => `n${i}`)),
    'a.prj': strToU8(prj),
  };
}

/** A table with one column `name` of ten bytes. Texts are written in UTF-8. */
export function table(names: readonly (string | Uint8Array)[]): Buffer {
  const head = Buffer.alloc(65);
  head.writeUInt8(3, 0);
  head.writeUInt32LE(names.length, 4);
  head.writeUInt16LE(65, 8);
  head.writeUInt16LE(11, 10);
  head.write('name', 32, 'latin1');
  head.write('C', 43, 'latin1');
  head.writeUInt8(10, 48);
  head.writeUInt8(0x0d, 64);
  const rows = names.map((name) => {
    const row = Buffer.alloc(11, 0x20);
    row.set(typeof name === 'string' ? Buffer.from(name) : name, 1);
    return row;
  });
  return Buffer.concat([head, ...rows, Buffer.of(0x1a)]);
}

/** The record of a point: of type 1, or with a height and a measure (11). */
export function pointRecord(x: number, y: number, type = 1): Buffer {
  const record = Buffer.alloc(type === 1 ? 20 : 36);
  record.writeInt32LE(type, 0);
  record.writeDoubleLE(x, 4);
  record.writeDoubleLE(y, 12);
  return record;
}

export const NULL_RECORD = Buffer.alloc(4);

/** The record of a polygon of rings. */
export function polygonRecord(rings: readonly (readonly (readonly [number, number])[])[]): Buffer {
  const points = rings.flat();
  const record = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  record.writeInt32LE(5, 0);
  record.writeInt32LE(rings.length, 36);
  record.writeInt32LE(points.length, 40);
  let start = 0;
  rings.forEach((ring, i) => {
    record.writeInt32LE(start, 44 + 4 * i);
    start += ring.length;
  });
  points.forEach(([x, y], i) => {
    record.writeDoubleLE(x, 44 + 4 * rings.length + 16 * i);
    record.writeDoubleLE(y, 52 + 4 * rings.length + 16 * i);
  });
  return record;
}

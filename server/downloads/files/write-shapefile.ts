/** Shapefiles in UTF-8 and WGS 84, one for each kind of shape. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxOf, joinBoxes, type Bounds } from 'atlas-engine/runtime';
import type { StoredFeature } from '../../store/store.ts';
import { dbfCell, dbfColumns, type DbfColumn } from './dbf-columns.ts';
import type { FeatureWriter, FilePlan } from './feature-file.ts';
import { FileSink } from './file-sink.ts';
import { recordOf, shapeKindOf, SHAPES, type ShapeKind } from './shp-record.ts';

const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

const SHP_HEAD = 100;
const DBF_HEAD = 32;
const DBF_END = 0x1a;
const MAGIC = 9_994;
const SHP_VERSION = 1_000;
const DBASE_III = 3;

/** Writes one shapefile for each kind of shape that the features have. */
export function writeShapefile(plan: FilePlan): FeatureWriter {
  const columns = dbfColumns(plan.fields, plan.census);
  const layers = new Map<ShapeKind, ShapeLayer>();
  return {
    add: (feature) => {
      const kind = shapeKindOf(feature.geometry.type);
      if (kind === null) return;
      const known = layers.get(kind);
      const layer = known ?? new ShapeLayer(plan, columns, kind);
      if (!known) layers.set(kind, layer);
      layer.add(feature);
    },
    end: () => [...layers.values()].flatMap((layer) => layer.end()),
  };
}

/** The files of one kind of shape. */
class ShapeLayer {
  readonly #path: string;
  readonly #name: string;
  readonly #kind: ShapeKind;
  readonly #columns: readonly DbfColumn[];
  readonly #shp: FileSink;
  readonly #shx: FileSink;
  readonly #dbf: FileSink;
  #count = 0;
  #box: Bounds = [Infinity, Infinity, -Infinity, -Infinity];

  constructor({ folder, name }: FilePlan, columns: readonly DbfColumn[], kind: ShapeKind) {
    this.#name = `${name}-${SHAPES[kind].ending}`;
    this.#path = join(folder, this.#name);
    this.#kind = kind;
    this.#columns = columns;
    const open = (ending: string): FileSink => new FileSink(`${this.#path}.${ending}`);
    [this.#shp, this.#shx, this.#dbf] = [open('shp'), open('shx'), open('dbf')];
    for (const sink of [this.#shp, this.#shx]) sink.write(Buffer.alloc(SHP_HEAD));
    this.#dbf.write(this.#dbfHead());
  }

  add({ geometry, properties }: StoredFeature): void {
    const content = recordOf(geometry);
    this.#count += 1;
    this.#box = joinBoxes(this.#box, boxOf(geometry));
    // Lengths and offsets are numbers of 16 bits.
    this.#shx.write(bigEndian(this.#shp.bytes / 2, content.length / 2));
    this.#shp.write(bigEndian(this.#count, content.length / 2));
    this.#shp.write(content);
    this.#dbf.write(' ');
    for (const column of this.#columns)
      this.#dbf.write(dbfCell(properties[column.field] ?? null, column));
  }

  /** Ends the files and returns their names. */
  end(): readonly string[] {
    for (const sink of [this.#shp, this.#shx]) sink.close(this.#shpHead(sink.bytes));
    this.#dbf.write(Buffer.of(DBF_END));
    this.#dbf.close(this.#dbfHead());
    writeFileSync(`${this.#path}.prj`, WGS84);
    writeFileSync(`${this.#path}.cpg`, 'UTF-8');
    return ['shp', 'shx', 'dbf', 'prj', 'cpg'].map((ending) => `${this.#name}.${ending}`);
  }

  #shpHead(bytes: number): Uint8Array {
    const head = Buffer.alloc(SHP_HEAD);
    head.writeInt32BE(MAGIC, 0);
    head.writeInt32BE(bytes / 2, 24);
    head.writeInt32LE(SHP_VERSION, 28);
    head.writeInt32LE(SHAPES[this.#kind].code, 32);
    this.#box.forEach((value, at) => head.writeDoubleLE(value, 36 + 8 * at));
    return head;
  }

  #dbfHead(): Uint8Array {
    const columns = this.#columns;
    const head = Buffer.alloc(DBF_HEAD * (columns.length + 1) + 1);
    const now = new Date();
    head[0] = DBASE_III;
    head.set([now.getUTCFullYear() - 1900, now.getUTCMonth() + 1, now.getUTCDate()], 1);
    head.writeUInt32LE(this.#count, 4);
    head.writeUInt16LE(head.length, 8);
    head.writeUInt16LE(
      columns.reduce((sum, { width }) => sum + width, 1),
      10,
    );
    columns.forEach(({ name, kind, width, decimals }, at) => {
      const start = DBF_HEAD * (at + 1);
      head.write(name, start, 'latin1');
      head.write(kind, start + 11, 'latin1');
      head[start + 16] = width;
      head[start + 17] = decimals;
    });
    head[head.length - 1] = 0x0d;
    return head;
  }
}

function bigEndian(...numbers: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((value, at) => bytes.writeInt32BE(value, 4 * at));
  return bytes;
}

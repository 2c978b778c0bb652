import { deadlineAfter } from '../../geometry/deadline.ts';
import { intersects, prepareQuery } from '../../geometry/intersects.ts';
import {
  decodeGeometry,
  UNITS_PER_DEGREE,
  type PackedBounds,
  type PackedGeometry,
} from '../../geometry/packed.ts';
import type { TileFeature } from '../../geometry/tile.ts';
import { attributesOf, planCut, tileAttributesOf, type CutPlan } from '../attributes.ts';
import { indexOf } from '../search-order.ts';
import type {
  AttributeValue,
  Bounds,
  DatasetCut,
  PageRequest,
  Raster,
  SearchHit,
  SearchRequest,
  Shapes,
  ShapesRequest,
} from '../store.ts';
import { packShapes } from '../shapes.ts';
import { unitsOf } from '../query-geometry.ts';
import { Database, type SqlValue, type Statement } from './driver.ts';
import type { BlobFeature } from './packed-features.ts';
import {
  FILE_LAYOUT,
  searchTables,
  TIER_TABLES,
  type Tier,
  type VersionAbout,
} from './version-file.ts';

const MAPPED_BYTES = 256 * 1024 * 1024;
const ROWS_PER_CHUNK = 20_000;
/** Their geometries are one text meanwhile, of which neither SQLite nor a thread takes any length. */
const SHAPES_PER_CHUNK = 1_000;
const TOUCHES = 'b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ?';
const BEST_FIRST = 'fit, n.rank DESC NULLS LAST, n.names, n.id';
const FEATURES = 'SELECT g.id, g.geometry, a.content FROM full g JOIN attributes a ON a.id = g.id';

/** A search by a geometry that was checked and packed. */
export interface PackedSearch {
  readonly query: PackedGeometry;
  readonly after?: number;
  readonly limit: number;
  /** Milliseconds. */
  readonly timeout: number;
}

/** Reads one version file. All methods are synchronous; they run in the threads of the pool. */
export class VersionReader {
  readonly #database: Database;
  readonly #about: VersionAbout;

  constructor(path: string) {
    this.#database = new Database(path, { immutable: true });
    this.#database.run(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
    const row = this.#database.prepare('SELECT content FROM about').get();
    this.#about = JSON.parse(String(row?.content)) as VersionAbout;
    if (this.#about.layout !== FILE_LAYOUT) {
      this.close();
      throw new Error('a file of the store has another layout; load its dataset again');
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Yields the features of a tier whose boxes touch `bounds`, by ascending id. */
  *tileFeatures(cut: DatasetCut, tier: Tier, bounds: PackedBounds): Generator<TileFeature> {
    const plan = planCut(this.#about.fields, cut);
    const { rows, box } = this.#featuresIn(tier);
    for (const [id, blob, content] of this.#inChunks(rows, box, bounds, 0)) {
      yield {
        id: id as number,
        geometry: decodeGeometry(blob as Uint8Array),
        properties: tileAttributesOf(plan, valuesOf(content!)),
      };
    }
  }

  feature(cut: DatasetCut, id: number): BlobFeature | null {
    // The file of a raster has no table of features, and anyone may ask for one.
    if (this.#about.geometry === 'raster') return null;
    const [row] = this.#database.prepare(`${FEATURES} WHERE g.id = ?`).lists(id);
    return row === undefined ? null : blobFeature(row, planCut(this.#about.fields, cut));
  }

  page(request: PageRequest): BlobFeature[] {
    const { after = 0, limit, bbox } = request;
    const plan = planCut(this.#about.fields, request);
    if (bbox === undefined) {
      const rows = this.#database.prepare(`${FEATURES} WHERE g.id > ? ORDER BY g.id LIMIT ?`);
      return rows.lists(after, limit).map((row) => blobFeature(row, plan));
    }
    const { rows, box } = this.#featuresIn('full');
    const features = this.#inChunks(rows, box, unitsOf(bbox), after, limit);
    return Array.from(features, (row) => blobFeature(row, plan));
  }

  /** SQLite joins the features of a chunk: a row for each would take three times as long. */
  shapes({ field, bbox, tier, limit }: ShapesRequest): Shapes {
    const { geometry, box } = this.#tablesOf(tier);
    const place = this.#about.fields.findIndex(({ name }) => name === field);
    const rows = this.#database.prepare(
      place === -1
        ? `SELECT group_concat(hex(g.geometry), ''), json_group_array(NULL)
             FROM json_each(?) i CROSS JOIN ${geometry} g ON g.id = i.value`
        : `SELECT group_concat(hex(g.geometry), ''), json_group_array(a.content -> ${place})
             FROM json_each(?) i CROSS JOIN ${geometry} g ON g.id = i.value
                  CROSS JOIN attributes a ON a.id = i.value`,
    );
    const ids = this.#idsIn(box, unitsOf(bbox), 0).subarray(0, limit);
    const texts: string[] = [];
    const values: AttributeValue[] = [];
    for (let from = 0; from < ids.length; from += SHAPES_PER_CHUNK) {
      const chunk = ids.subarray(from, from + SHAPES_PER_CHUNK);
      const [[text, list]] = rows.lists(`[${chunk.join()}]`) as [[string, string]];
      texts.push(text);
      for (const value of JSON.parse(list) as AttributeValue[]) values.push(value);
    }
    return packShapes(bytesOfHex(texts), values);
  }

  #tablesOf(tier: Tier): (typeof TIER_TABLES)[Tier] {
    return TIER_TABLES[this.#about.geometry === 'point' ? 'full' : tier];
  }

  /** The statement of the features of a tier in a box and a range of ids, and the table of boxes. */
  #featuresIn(tier: Tier): { readonly rows: Statement; readonly box: string } {
    const { geometry, box } = this.#tablesOf(tier);
    const rows = this.#database.prepare(
      `SELECT b.id, g.geometry, a.content
         FROM ${box} b CROSS JOIN ${geometry} g ON g.id = b.id CROSS JOIN attributes a ON a.id = b.id
        WHERE ${TOUCHES} AND +b.id BETWEEN ? AND ?`,
    );
    return { rows, box };
  }

  /** Finds what a packed geometry touches; throws `DeadlineExceeded`. */
  intersects(cut: DatasetCut, search: PackedSearch): BlobFeature[] {
    const deadline = deadlineAfter(search.timeout);
    const query = prepareQuery(search.query);
    const plan = planCut(this.#about.fields, cut);
    const candidates = this.#database.prepare(
      `SELECT b.id, g.geometry FROM full_box b CROSS JOIN full g ON g.id = b.id
        WHERE ${TOUCHES} AND +b.id BETWEEN ? AND ?`,
    );
    const attributes = this.#database.prepare('SELECT content FROM attributes WHERE id = ?');
    const found: BlobFeature[] = [];
    const rows = this.#inChunks(candidates, 'full_box', query.bounds, search.after ?? 0);
    for (const [id, blob] of rows) {
      if (found.length >= search.limit) break;
      deadline.check();
      if (!intersects(query, decodeGeometry(blob as Uint8Array), deadline)) continue;
      const [[content]] = attributes.lists(id!) as [[SqlValue]];
      found.push(blobFeature([id!, blob!, content], plan));
    }
    return found;
  }

  /** Finds names in the index of exactly the fields of the cut; best first. */
  search(cut: DatasetCut, { words, limit }: Omit<SearchRequest, 'cuts'>): SearchHit[] {
    const index = indexOf(this.#about.searches, cut.fields);
    if (index === -1) return [];
    const tables = searchTables(index);
    const plan = planCut(this.#about.fields, cut);
    const whole = `|${words.join(' ')}`;
    const rows = this.#database
      .prepare(
        // What is found is ordered first, so that only the best move their attributes.
        `WITH best AS (
           SELECT n.id, n.names, n.rank,
                  CASE WHEN instr(n.names, ?) THEN 0 WHEN instr(n.names, ?) THEN 1 ELSE 2 END AS fit
             FROM ${tables.words} w CROSS JOIN ${tables.names} n ON n.id = w.rowid
            WHERE w.${tables.words} MATCH ? ORDER BY ${BEST_FIRST} LIMIT ?)
         SELECT n.id, n.names, n.rank, a.content, b.west, b.south, b.east, b.north, n.fit
           FROM best n JOIN attributes a ON a.id = n.id JOIN full_box b ON b.id = n.id
          ORDER BY ${BEST_FIRST}`,
      )
      .lists(
        `${whole}|`,
        whole,
        [...new Set(words)].map((word) => `"${word}"*`).join(' AND '),
        limit,
      );
    return rows.map(([id, names, rank, content, west, south, east, north, fit]) => ({
      dataset: cut.dataset,
      id: id as number,
      bounds: [west, south, east, north].map(
        (units) => (units as number) / UNITS_PER_DEGREE,
      ) as unknown as Bounds,
      properties: attributesOf(plan, valuesOf(content!)),
      fit: fit as SearchHit['fit'],
      rank: rank as number | null,
      names: names as string,
    }));
  }

  raster(): Raster | null {
    if (this.#about.geometry !== 'raster') return null;
    const row = this.#database.prepare('SELECT bounds, width, height, cells FROM raster').get();
    if (row === undefined) return null;
    return {
      bounds: JSON.parse(String(row.bounds)) as Bounds,
      width: row.width as number,
      height: row.height as number,
      values: row.cells as Uint8Array,
    };
  }

  /** Returns the ids above `after` whose boxes touch `bounds`, ascending. */
  #idsIn(box: string, bounds: PackedBounds, after: number): Float64Array {
    const [[ids]] = this.#database
      .prepare(`SELECT json_group_array(b.id) FROM ${box} b WHERE ${TOUCHES} AND b.id > ?`)
      .lists(...boxParameters(bounds), after) as [[string]];
    return new Float64Array(JSON.parse(ids) as number[]).sort();
  }

  /**
   * Yields the rows of a statement over ids in `bounds`, ascending. Rows are sorted here,
   * because SQLite would move every blob through its sorter, and read in chunks to bound memory.
   * The statement has CROSS JOIN and `+` so that SQLite begins with the box, not with the ids.
   */
  *#inChunks(
    rows: Statement,
    box: string,
    bounds: PackedBounds,
    after: number,
    limit = Infinity,
  ): Generator<SqlValue[]> {
    const ids = this.#idsIn(box, bounds, after).subarray(0, limit);
    for (let from = 0; from < ids.length; from += ROWS_PER_CHUNK) {
      const last = ids[Math.min(from + ROWS_PER_CHUNK, ids.length) - 1]!;
      const chunk = rows.lists(...boxParameters(bounds), ids[from]!, last);
      yield* chunk.sort(([a], [b]) => (a as number) - (b as number));
    }
  }
}

function boxParameters([west, south, east, north]: PackedBounds): [number, number, number, number] {
  return [Math.floor(east), Math.ceil(west), Math.floor(north), Math.ceil(south)];
}

function bytesOfHex(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(texts.reduce((size, text) => size + text.length / 2, 0));
  const buffer = Buffer.from(bytes.buffer);
  let at = 0;
  for (const text of texts) at += buffer.write(text, at, 'hex');
  return bytes;
}

function valuesOf(content: SqlValue): AttributeValue[] {
  try {
    return JSON.parse(content as string) as AttributeValue[];
  } catch {
    // The words of the error would quote the values.
    throw new Error('an entry of the store is damaged; load its dataset again');
  }
}

function blobFeature([id, blob, content]: readonly SqlValue[], plan: CutPlan): BlobFeature {
  return {
    id: id as number,
    geometry: blob as Uint8Array,
    properties: attributesOf(plan, valuesOf(content!)),
  };
}

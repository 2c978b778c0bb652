import { LABEL_ZOOM } from 'atlas-engine/runtime';
import { AreaInside } from '../../geometry/area-inside.ts';
import { geodesicArea } from '../../geometry/area.ts';
import { rowsTouching } from '../../geometry/cells-inside.ts';
import { checkTime, tick, TooHeavy } from '../../geometry/deadline.ts';
import { intersects, prepareQuery, type PreparedQuery } from '../../geometry/intersects.ts';
import { decodeGeometry, type PackedGeometry } from '../../geometry/packed.ts';
import type { TileAddress } from '../../geometry/project.ts';
import { tierOfZoom } from '../../geometry/tiers.ts';
import { tileBounds, type TileFeature } from '../../geometry/tile.ts';
import { attributesOf, planCut } from '../attributes.ts';
import { indexOf } from '../search-order.ts';
import type {
  Attributes,
  AttributeValue,
  Bounds,
  CellsInside,
  DatasetCut,
  ListedFeature,
  PageRequest,
  Raster,
  SearchHit,
  SearchRequest,
  Shapes,
  ShapesRequest,
} from '../store.ts';
import { measureCells } from '../measure-cells.ts';
import { edgeTest, type TouchingFeature } from '../measure-inside.ts';
import { packShapes } from '../shapes.ts';
import { degreesOf, unitsOf } from '../query-geometry.ts';
import { thinnedAt, tileNumber } from '../thinned-tiles.ts';
import { BoxTree } from './box-tree.ts';
import { DamagedFile, isOfSystem } from './damaged-file.ts';
import { Database, IN_TIME, type SqlValue } from './driver.ts';
import type { BlobFeature } from './packed-features.ts';
import { blobFeature, tileFeature, valuesOf } from './read-rows.ts';
import { derivedAt } from '../writer.ts';
import {
  derivedTables,
  FILE_LAYOUT,
  searchTables,
  thinnedTable,
  TIER_TABLES,
  type Tier,
  type VersionAbout,
} from './version-file.ts';

/**
 * Number of features in a chunk. SQLite returns the geometries of a chunk as one text, whose length
 * is limited, and the clock is checked between two chunks.
 */
const SHAPES_PER_CHUNK = 1_000;
const TOUCHES = 'b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ?';
/** The value for no limit in SQLite. */
const NO_LIMIT = -1;
/**
 * Number of steps that are counted for a row. Reading a row takes as long as this number of
 * vertices.
 */
const STEPS_PER_ROW = 16;
const BEST_FIRST = 'fit, n.rank DESC NULLS LAST, n.names, n.id';

/**
 * Limits of a light thread: the features of a tile, and the boxes of any other request. Above these
 * limits, a request takes longer than about 20 ms.
 */
const LIGHT = { features: 2_500, boxes: 20_000 };

/** A search by a checked and packed geometry. */
export interface PackedSearch {
  readonly query: PackedGeometry;
  readonly inside?: boolean;
  readonly after?: number;
  readonly limit: number;
}

/**
 * Reads one version file. All methods are synchronous; they run in the threads of the pool. They throw
 * `DeadlineExceeded` at the time limit of the thread; light threads also throw `TooHeavy`.
 */
export class VersionReader {
  readonly #path: string;
  readonly #database: Database;
  readonly #about: VersionAbout;
  readonly #isHeavy: boolean;

  /** Throws `DamagedFile`, also for a file of another layout. */
  constructor(path: string, { isHeavy }: { readonly isHeavy: boolean }) {
    this.#isHeavy = isHeavy;
    this.#path = path;
    // Not memory-mapped: a mapped file that is truncated ends the process (SIGBUS).
    this.#database = new Database(path, { immutable: true });
    try {
      this.#about = readAbout(this.#database);
    } catch (error) {
      this.close();
      throw isOfSystem(error) ? error : new DamagedFile(path, error);
    }
  }

  /** Reads the whole file, and throws `DamagedFile` when any part is damaged. */
  check(): void {
    const [row] = this.#database.prepare('PRAGMA quick_check(1)').all();
    if (row?.quick_check !== 'ok') throw new DamagedFile(this.#path);
  }

  close(): void {
    this.#database.close();
  }

  /** Yields the features that may be in a tile, by ascending id. */
  *tileFeatures(cut: DatasetCut, tile: TileAddress): Generator<TileFeature> {
    const plan = planCut(this.#about.fields, cut);
    const { geometry, box } = this.#tablesOf(tierOfZoom(tile.z));
    const ids = this.#thinned(cut, tile) ?? this.#idsOfTile(box, tile);
    for (const row of this.#features(geometry, ids)) yield tileFeature(row, plan);
  }

  /** Returns the names of the derived layers in the tiles of a zoom. */
  derivedLayers(zoom: number): string[] {
    return derivedAt(this.#about.derived, zoom).map(({ layer }) => layer);
  }

  /** Yields the geometries of a derived layer that may be in a tile, by ascending id. */
  *derivedFeatures(cut: DatasetCut, name: string, tile: TileAddress): Generator<TileFeature> {
    const found = derivedAt(this.#about.derived, tile.z).find(({ layer }) => layer === name);
    if (found === undefined) return;
    const plan = planCut(this.#about.fields, cut);
    const { geometry, box } = derivedTables(found.index);
    const ids = this.#thinned(cut, tile) ?? this.#idsOfTile(box, tile);
    for (const row of this.#features(geometry, ids, ', g.label_zoom')) {
      const feature = tileFeature(row, plan);
      const labelZoom = row[3] as number | null;
      yield labelZoom === null
        ? feature
        : { ...feature, properties: { ...feature.properties, [LABEL_ZOOM]: labelZoom } };
    }
  }

  feature(cut: DatasetCut, id: number): BlobFeature | null {
    // A raster has no table of features, but its features can be requested.
    if (this.#about.geometry === 'raster') return null;
    const [row] = this.#features('full', [id]);
    return row === undefined ? null : blobFeature(row, planCut(this.#about.fields, cut));
  }

  page(request: PageRequest): BlobFeature[] {
    const { after = 0, limit, bbox } = request;
    const plan = planCut(this.#about.fields, request);
    const ids =
      bbox === undefined
        ? this.#idsAfter(after, limit)
        : this.#idsIn('full_box', unitsOf(bbox), { after }).subarray(0, limit);
    return Array.from(this.#features('full', ids), (row) => blobFeature(row, plan));
  }

  /** Returns a page without geometries. */
  list({ after = 0, limit, ...cut }: Omit<PageRequest, 'bbox'>): ListedFeature[] {
    return this.listed(cut, this.#idsAfter(after, limit));
  }

  /** Returns features without their geometries, in the order of their ids. */
  listed(cut: DatasetCut, ids: Iterable<number>): ListedFeature[] {
    const plan = planCut(this.#about.fields, cut);
    const rows = this.#database.prepare(
      `SELECT a.content, b.west, b.south, b.east, b.north
         FROM attributes a JOIN full_box b ON b.id = a.id WHERE a.id = ?`,
    );
    return Array.from(ids, (id) => {
      tick(STEPS_PER_ROW);
      const [content, ...box] = rows.list(id)!;
      const bounds = degreesOf(box as unknown as Bounds);
      return { id, bounds, properties: attributesOf(plan, valuesOf(content!)) };
    });
  }

  /**
   * Returns the shapes of a picture. SQLite joins the features of a chunk, because one row for each
   * takes three times as long.
   */
  shapes({ fields, bbox, tier, limit }: ShapesRequest): Shapes {
    const { geometry, box } = this.#tablesOf(tier);
    const columns = fields.map((field) => {
      const place = this.#about.fields.findIndex(({ name }) => name === field);
      return place === -1 ? 'NULL' : `a.content -> ${place}`;
    });
    const rows = this.#database.prepare(
      columns.length === 0
        ? `SELECT group_concat(hex(g.geometry), ''), json_group_array(json_array())
             FROM json_each(?) i CROSS JOIN ${geometry} g ON g.id = i.value`
        : `SELECT group_concat(hex(g.geometry), ''), json_group_array(json_array(${columns.join()}))
             FROM json_each(?) i CROSS JOIN ${geometry} g ON g.id = i.value
                  CROSS JOIN attributes a ON a.id = i.value`,
    );
    const ids = this.#idsIn(box, unitsOf(bbox)).subarray(0, limit);
    const texts: string[] = [];
    const values: AttributeValue[][] = [];
    for (let from = 0; from < ids.length; from += SHAPES_PER_CHUNK) {
      const chunk = ids.subarray(from, from + SHAPES_PER_CHUNK);
      const [[text, list]] = rows.lists(`[${chunk.join()}]`) as [[string, string]];
      texts.push(text);
      for (const each of JSON.parse(list) as AttributeValue[][]) values.push(each);
      checkTime();
    }
    return packShapes(bytesOfHex(texts), values);
  }

  #tablesOf(tier: Tier): (typeof TIER_TABLES)[Tier] {
    return TIER_TABLES[this.#about.geometry === 'point' ? 'full' : tier];
  }

  /** Finds the features that touch a packed geometry, or are inside of it. */
  intersects(cut: DatasetCut, search: PackedSearch): BlobFeature[] {
    const query = prepareQuery(search.query);
    const area = search.inside ? new AreaInside(query) : null;
    try {
      return this.#found(cut, search, { query, area });
    } finally {
      area?.close();
    }
  }

  #found(
    cut: DatasetCut,
    search: PackedSearch,
    { query, area }: { readonly query: PreparedQuery; readonly area: AreaInside | null },
  ): BlobFeature[] {
    const isOnlyEdge = edgeTest(query);
    const plan = planCut(this.#about.fields, cut);
    const geometries = this.#database.prepare('SELECT geometry FROM full WHERE id = ?');
    const attributes = this.#database.prepare('SELECT content FROM attributes WHERE id = ?');
    const found: BlobFeature[] = [];
    for (const id of this.#idsIn('full_box', query.bounds, search)) {
      if (found.length >= search.limit) break;
      tick(STEPS_PER_ROW);
      const [blob] = geometries.list(id) as [SqlValue];
      const geometry = decodeGeometry(blob as Uint8Array);
      if (!intersects(query, geometry)) continue;
      if (area && geometry.kind === 'polygon') {
        const whole = geodesicArea(geometry);
        if (isOnlyEdge(area.add(geometry, whole), whole)) continue;
      }
      const [content] = attributes.list(id) as [SqlValue];
      found.push(blobFeature([id, blob, content], plan));
    }
    return found;
  }

  /** Counts the features that touch a packed geometry. */
  count(packed: PackedSearch['query']): number {
    let count = 0;
    for (const _ of this.idsTouching(prepareQuery(packed))) count++;
    return count;
  }

  /** Yields the ids of the features that touch a prepared query, ascending. */
  *idsTouching(query: PreparedQuery): Generator<number> {
    for (const id of this.#idsIn('full_box', query.bounds))
      if (intersects(query, this.geometry(id))) yield id;
  }

  /** Returns the attributes of features, in the order of their ids. */
  attributes(cut: DatasetCut, ids: readonly number[]): Attributes[] {
    const plan = planCut(this.#about.fields, cut);
    const rows = this.#database.prepare('SELECT content FROM attributes WHERE id = ?');
    return ids.map((id) => attributesOf(plan, valuesOf(rows.list(id)![0]!)));
  }

  /**
   * Yields the features that touch a prepared query, with the value of a field, the values that are
   * added up, and the area in m² if the file has areas. Ids ascend.
   */
  *touching(
    query: PreparedQuery,
    { field, sums }: { readonly field: string | null; readonly sums: readonly string[] },
  ): Generator<TouchingFeature> {
    const placeOf = (wanted: string | null): number =>
      this.#about.fields.findIndex(({ name }) => name === wanted);
    const place = placeOf(field);
    const places = sums.map(placeOf);
    const reads = place !== -1 || places.length > 0;
    const geometries = this.#database.prepare('SELECT geometry FROM full WHERE id = ?');
    const attributes = this.#database.prepare('SELECT content FROM attributes WHERE id = ?');
    const areas = this.#about.areas
      ? this.#database.prepare('SELECT area FROM area WHERE id = ?')
      : null;
    for (const id of this.#idsIn('full_box', query.bounds)) {
      tick(STEPS_PER_ROW);
      const [blob] = geometries.list(id) as [SqlValue];
      const geometry = decodeGeometry(blob as Uint8Array);
      if (!intersects(query, geometry)) continue;
      const values = reads ? valuesOf(attributes.list(id)![0]!) : [];
      yield {
        id,
        shape: geometry.kind === 'point' ? null : geometry,
        value: values[place] ?? null,
        numbers: places.map((each) => values[each] ?? null),
        area: areas ? (areas.list(id)![0] as number) : null,
      };
    }
  }

  /** Returns the geometry of a feature. */
  geometry(id: number): PackedGeometry {
    tick(STEPS_PER_ROW);
    const row = this.#database.prepare('SELECT geometry FROM full WHERE id = ?').list(id);
    return decodeGeometry(row![0] as Uint8Array);
  }

  /** Returns the geometry of a feature, and its area in m² if the file has areas; null without it. */
  stored(id: number): { readonly geometry: PackedGeometry; readonly area: number | null } | null {
    const row = this.#database.prepare('SELECT geometry FROM full WHERE id = ?').list(id);
    if (row === undefined) return null;
    const area = this.#about.areas
      ? this.#database.prepare('SELECT area FROM area WHERE id = ?').list(id)
      : undefined;
    return {
      geometry: decodeGeometry(row[0] as Uint8Array),
      area: (area?.[0] as number | undefined) ?? null,
    };
  }

  /** Returns whether the box of a feature touches bounds. */
  hasNear(bounds: Bounds): boolean {
    const row = this.#database.prepare(`SELECT b.id FROM full_box b WHERE ${TOUCHES} LIMIT 1`);
    return row.list(...boxParameters(bounds)) !== undefined;
  }

  /** Returns the R*Tree of the boxes of all features. */
  boxTree(): BoxTree {
    return new BoxTree(this.#database, 'full_box');
  }

  /**
   * Finds names in the index that has exactly the fields of the request. The best names come first.
   */
  search(cut: DatasetCut, { words, limit, offset = 0 }: Omit<SearchRequest, 'cuts'>): SearchHit[] {
    const index = indexOf(this.#about.searches, cut.fields);
    if (index === -1) return [];
    const tables = searchTables(index);
    const plan = planCut(this.#about.fields, cut);
    const whole = `|${words.join(' ')}`;
    const rows = this.#database
      .prepare(
        // The rows are sorted first, so that attributes are read only for the best rows.
        `WITH best AS (
           SELECT n.id, n.names, n.rank,
                  CASE WHEN instr(n.names, ?) THEN 0 WHEN instr(n.names, ?) THEN 1 ELSE 2 END AS fit
             FROM ${tables.words} w CROSS JOIN ${tables.names} n ON n.id = w.rowid
            WHERE w.${tables.words} MATCH ? AND ${IN_TIME} ORDER BY ${BEST_FIRST} LIMIT ? OFFSET ?)
         SELECT n.id, n.names, n.rank, a.content, b.west, b.south, b.east, b.north, n.fit
           FROM best n JOIN attributes a ON a.id = n.id JOIN full_box b ON b.id = n.id
          ORDER BY ${BEST_FIRST}`,
      )
      .lists(
        `${whole}|`,
        whole,
        [...new Set(words)].map((word) => `"${word}"*`).join(' AND '),
        limit,
        offset,
      );
    return rows.map(([id, names, rank, content, west, south, east, north, fit]) => ({
      dataset: cut.dataset,
      id: id as number,
      bounds: degreesOf([west, south, east, north] as unknown as Bounds),
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

  /** Measures the cells inside an area; null if the dataset is not a raster. */
  cells(area: PackedGeometry): CellsInside | null {
    if (this.#about.geometry !== 'raster') return null;
    const row = this.#database.prepare('SELECT bounds, width, height FROM raster').get();
    if (row === undefined) return null;
    const [width, height] = [row.width as number, row.height as number];
    const grid = { bounds: JSON.parse(String(row.bounds)) as Bounds, width, height };
    const rows = rowsTouching(area, grid);
    const part = this.#database
      .prepare('SELECT substr(cells, ?, ?) AS part FROM raster')
      .get(rows.from * width + 1, rows.count * width);
    const values = (part?.part ?? new Uint8Array()) as Uint8Array;
    return measureCells(area, grid, { rows, values });
  }

  /** Returns the ids of the features in a thinned tile; null for a whole one. */
  #thinned({ fields }: DatasetCut, tile: TileAddress): Float64Array | null {
    const index = thinnedAt(this.#about.thinned, fields, tile.z);
    if (index === -1) return null;
    const row = this.#database
      .prepare(`SELECT ids FROM ${thinnedTable(index)} WHERE tile = ?`)
      .list(tileNumber(tile));
    if (row === undefined) return null;
    const bytes = row[0] as Uint8Array;
    this.#checkLight(bytes.length / Float64Array.BYTES_PER_ELEMENT, LIGHT.features);
    return new Float64Array(new Uint8Array(bytes).buffer);
  }

  #idsOfTile(box: string, { z, x, y }: TileAddress): Float64Array {
    return this.#idsIn(box, tileBounds(z, x, y), { light: LIGHT.features });
  }

  #checkLight(count: number, light: number): void {
    if (!this.#isHeavy && count > light)
      throw new TooHeavy('more features than a light thread reads');
  }

  #idsAfter(after: number, limit: number): Float64Array {
    const rows = this.#database.prepare('SELECT id FROM full WHERE id > ? ORDER BY id LIMIT ?');
    return Float64Array.from(rows.lists(after, limit), ([id]) => id as number);
  }

  /**
   * Returns the ids above `after` whose boxes touch `bounds`, ascending. A light thread throws
   * `TooHeavy` when there are more than `light`. SQLite returns them as one text, because a row for
   * each takes three times as long.
   */
  #idsIn(
    box: string,
    bounds: Bounds,
    { after = 0, light = LIGHT.boxes }: { readonly after?: number; readonly light?: number } = {},
  ): Float64Array {
    const [text] = this.#database
      .prepare(
        `SELECT json_group_array(id) FROM (
           SELECT b.id FROM ${box} b WHERE ${TOUCHES} AND b.id > ? AND ${IN_TIME} LIMIT ?)`,
      )
      .list(...boxParameters(bounds), after, this.#isHeavy ? NO_LIMIT : light + 1) as [string];
    const ids = JSON.parse(text) as number[];
    this.#checkLight(ids.length, light);
    checkTime();
    return new Float64Array(ids).sort();
  }

  /**
   * Yields id, geometry of a table, and attributes of features, in the order of the ids. One call per
   * feature takes a tenth longer than one call for all, but allows a check of the clock between two
   * features of any size and keeps only one in memory.
   */
  *#features(geometry: string, ids: Iterable<number>, more = ''): Generator<SqlValue[]> {
    const rows = this.#database.prepare(
      `SELECT g.id, g.geometry, a.content${more} FROM ${geometry} g JOIN attributes a ON a.id = g.id
        WHERE g.id = ?`,
    );
    for (const id of ids) {
      const row = rows.list(id);
      tick(STEPS_PER_ROW);
      if (row !== undefined) yield row;
    }
  }
}

/** Throws when the file has no description, or has the layout of another version of the program. */
function readAbout(database: Database): VersionAbout {
  const row = database.prepare('SELECT content FROM about').get();
  const about = JSON.parse(String(row?.content)) as VersionAbout;
  if (about.layout !== FILE_LAYOUT) throw new Error('the file has another layout');
  return about;
}

function boxParameters([west, south, east, north]: Bounds): [number, number, number, number] {
  return [Math.floor(east), Math.ceil(west), Math.floor(north), Math.ceil(south)];
}

function bytesOfHex(texts: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(texts.reduce((size, text) => size + text.length / 2, 0));
  const buffer = Buffer.from(bytes.buffer);
  let at = 0;
  for (const text of texts) at += buffer.write(text, at, 'hex');
  return bytes;
}

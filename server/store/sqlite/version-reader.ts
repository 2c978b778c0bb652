import { deadlineAfter } from '../../geometry/deadline.ts';
import { intersects, prepareQuery } from '../../geometry/intersects.ts';
import { decodeGeometry, type PackedBounds } from '../../geometry/packed.ts';
import type { TileFeature } from '../../geometry/tile.ts';
import { attributesOf, planCut, tileAttributesOf, type CutPlan } from '../attributes.ts';
import type {
  AttributeValue,
  Bounds,
  DatasetCut,
  IntersectsRequest,
  PageRequest,
  Raster,
} from '../store.ts';
import { packQuery, unitsOf } from '../query-geometry.ts';
import { Database, type SqlRow } from './driver.ts';
import type { BlobFeature } from './packed-features.ts';
import { FILE_LAYOUT, TIER_TABLES, type Tier, type VersionAbout } from './version-file.ts';

const MAPPED_BYTES = 256 * 1024 * 1024;

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
    const { geometry, box } = TIER_TABLES[this.#about.geometry === 'point' ? 'full' : tier];
    const rows = this.#database.prepare(
      `SELECT b.id AS id, g.geometry AS geometry, a.content AS content
         FROM ${box} b JOIN ${geometry} g ON g.id = b.id JOIN attributes a ON a.id = b.id
        WHERE b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ?
        ORDER BY b.id`,
    );
    for (const row of rows.iterate(...boxParameters(bounds))) {
      yield {
        id: row.id as number,
        geometry: decodeGeometry(row.geometry as Uint8Array),
        properties: tileAttributesOf(plan, valuesOf(row)),
      };
    }
  }

  feature(cut: DatasetCut, id: number): BlobFeature | null {
    const row = this.#database
      .prepare(
        `SELECT g.id AS id, g.geometry AS geometry, a.content AS content
           FROM full g JOIN attributes a ON a.id = g.id WHERE g.id = ?`,
      )
      .get(id);
    return row === undefined ? null : blobFeature(row, planCut(this.#about.fields, cut));
  }

  page(request: PageRequest): BlobFeature[] {
    const { after = 0, limit, bbox } = request;
    const plan = planCut(this.#about.fields, request);
    const rows =
      bbox === undefined
        ? this.#database
            .prepare(
              `SELECT g.id AS id, g.geometry AS geometry, a.content AS content
                 FROM full g JOIN attributes a ON a.id = g.id
                WHERE g.id > ? ORDER BY g.id LIMIT ?`,
            )
            .all(after, limit)
        : this.#database
            .prepare(
              `SELECT b.id AS id, g.geometry AS geometry, a.content AS content
                 FROM full_box b JOIN full g ON g.id = b.id JOIN attributes a ON a.id = b.id
                WHERE b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ? AND b.id > ?
                ORDER BY b.id LIMIT ?`,
            )
            .all(...boxParameters(unitsOf(bbox)), after, limit);
    return rows.map((row) => blobFeature(row, plan));
  }

  /** Throws `DeadlineExceeded`, and a `TypeError` for a geometry that is none. */
  intersects(request: IntersectsRequest): BlobFeature[] {
    const deadline = deadlineAfter(request.timeout);
    const query = prepareQuery(packQuery(request.geometry));
    const plan = planCut(this.#about.fields, request);
    const candidates = this.#database.prepare(
      `SELECT b.id AS id, g.geometry AS geometry FROM full_box b JOIN full g ON g.id = b.id
        WHERE b.west <= ? AND b.east >= ? AND b.south <= ? AND b.north >= ? AND b.id > ?
        ORDER BY b.id`,
    );
    const attributes = this.#database.prepare('SELECT content FROM attributes WHERE id = ?');
    const found: BlobFeature[] = [];
    for (const row of candidates.iterate(...boxParameters(query.bounds), request.after ?? 0)) {
      if (found.length >= request.limit) break;
      deadline.check();
      const candidate = decodeGeometry(row.geometry as Uint8Array);
      if (!intersects(query, candidate, deadline)) continue;
      const content = attributes.get(row.id as number)!.content!;
      found.push(blobFeature({ ...row, content }, plan));
    }
    return found;
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
}

function boxParameters([west, south, east, north]: PackedBounds): [number, number, number, number] {
  return [Math.floor(east), Math.ceil(west), Math.floor(north), Math.ceil(south)];
}

function valuesOf(row: SqlRow): AttributeValue[] {
  return JSON.parse(row.content as string) as AttributeValue[];
}

function blobFeature(row: SqlRow, plan: CutPlan): BlobFeature {
  return {
    id: row.id as number,
    geometry: row.geometry as Uint8Array,
    properties: attributesOf(plan, valuesOf(row)),
  };
}

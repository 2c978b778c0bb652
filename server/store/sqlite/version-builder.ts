import { present } from 'atlas-engine/runtime';
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { boundsOf, encodeGeometry, type PackedGeometry } from '../../geometry/packed.ts';
import type { Raster } from '../store.ts';
import { wordsOf } from '../../search/join-names.ts';
import { tileNumber, type ThinnedTile } from '../thinned-tiles.ts';
import {
  COARSE_TIERS,
  type DerivedGeometry,
  type LoadedFeature,
  type SearchEntry,
  type VersionDraft,
} from '../writer.ts';
import { BoxTreeWriter } from './box-tree-writer.ts';
import { Database, type Statement } from './driver.ts';
import {
  derivedTables,
  FILE_LAYOUT,
  schemaOf,
  searchTables,
  thinnedTable,
  TIER_TABLES,
  tiersOf,
  type Tier,
  type VersionAbout,
} from './version-file.ts';

interface TierTables {
  readonly geometry: Statement;
  readonly boxes: BoxTreeWriter;
}

interface SearchTables {
  readonly names: Statement;
  readonly words: Statement;
}

/** Builds one version file next to its final path. */
export class VersionBuilder {
  readonly #database: Database;
  readonly #draft: VersionDraft;
  readonly #path: string;
  readonly #attributes: Statement | null;
  readonly #areas: Statement | null;
  readonly #tiers = new Map<Tier, TierTables>();
  readonly #derived: readonly BoxTreeWriter[];
  readonly #searches: readonly SearchTables[];
  #lastId = 0;

  /** Creates the file `path`, which must not exist. */
  constructor(path: string, draft: VersionDraft) {
    this.#path = path;
    this.#draft = draft;
    this.#database = new Database(path, { writesTrees: true });
    try {
      this.#begin();
      this.#attributes =
        draft.geometry === 'raster'
          ? null
          : this.#database.prepare('INSERT INTO attributes VALUES (?, ?)');
      this.#derived = (draft.derived ?? []).map(
        (_, index) => new BoxTreeWriter(this.#database, derivedTables(index).box),
      );
      this.#searches = (draft.searches ?? []).map((_, index) => {
        const { names, words } = searchTables(index);
        return {
          names: this.#database.prepare(`INSERT INTO ${names} VALUES (?, ?, ?)`),
          words: this.#database.prepare(`INSERT INTO ${words} (rowid, words) VALUES (?, ?)`),
        };
      });
      this.#areas = draft.areas ? this.#database.prepare('INSERT INTO area VALUES (?, ?)') : null;
    } catch (error) {
      this.discard();
      throw error;
    }
  }

  #begin(): void {
    const { geometry: kind, fields, searches, derived, areas, thinned } = this.#draft;
    // No journal: an incomplete file is deleted, not rolled back.
    this.#database.run('PRAGMA journal_mode = OFF; PRAGMA cache_size = -65536; BEGIN');
    this.#database.run(schemaOf(this.#draft));
    const about: VersionAbout = present({
      layout: FILE_LAYOUT,
      geometry: kind,
      fields,
      searches,
      derived,
      areas,
      thinned,
    });
    this.#database.prepare('INSERT INTO about VALUES (?)').run(JSON.stringify(about));
    for (const tier of tiersOf(kind)) {
      const { geometry, box } = TIER_TABLES[tier];
      this.#tiers.set(tier, {
        geometry: this.#database.prepare(`INSERT INTO ${geometry} VALUES (?, ?)`),
        boxes: new BoxTreeWriter(this.#database, box),
      });
    }
  }

  /** Adds a feature; ids must be in ascending order. */
  add({ id, geometry, tiers, values, area, search = [], derived = [] }: LoadedFeature): void {
    if (this.#attributes === null) throw new TypeError('a raster dataset has no features');
    if (!Number.isSafeInteger(id) || id <= this.#lastId)
      throw new RangeError('ids must be in ascending order');
    if (values.length !== this.#draft.fields.length)
      throw new RangeError('each field needs one value');
    this.#lastId = id;
    this.#attributes.run(id, JSON.stringify(values));
    this.#addGeometry('full', id, geometry);
    if (area !== undefined) this.#areas?.run(id, area);
    search.forEach((entry, index) => entry && this.#addNames(index, id, entry));
    derived.forEach((made, index) => made && this.#addDerived(index, id, made));
    if (!this.#tiers.has('z0-4')) return;
    COARSE_TIERS.forEach((tier, index) => {
      const coarse = tiers === undefined ? geometry : tiers[index];
      if (coarse) this.#addGeometry(tier, id, coarse);
    });
  }

  addThinned(index: number, tiles: Iterable<ThinnedTile>): void {
    const insert = this.#database.prepare(`INSERT INTO ${thinnedTable(index)} VALUES (?, ?)`);
    for (const tile of tiles) {
      const { buffer, byteOffset, byteLength } = tile.ids;
      insert.run(tileNumber(tile), new Uint8Array(buffer, byteOffset, byteLength));
    }
  }

  addRaster({ bounds, width, height, values }: Raster): void {
    this.#database
      .prepare('INSERT INTO raster VALUES (?, ?, ?, ?)')
      .run(JSON.stringify(bounds), width, height, values);
  }

  /** Commits, syncs and moves the file to its place; the file is on disk when this returns. */
  finish(place: string): void {
    for (const { boxes } of this.#tiers.values()) boxes.write();
    for (const boxes of this.#derived) boxes.write();
    this.#database.run('COMMIT');
    this.#database.close();
    syncToDisk(this.#path);
    renameSync(this.#path, place);
    syncToDisk(dirname(place));
  }

  /** Closes and deletes the file. */
  discard(): void {
    this.#database.close();
    rmSync(this.#path, { force: true });
  }

  #addNames(index: number, id: number, { names, rank }: SearchEntry): void {
    const search = this.#searches[index]!;
    search.names.run(id, names, rank);
    search.words.run(id, wordsOf(names).join(' '));
  }

  #addGeometry(tier: Tier, id: number, geometry: PackedGeometry): void {
    const { geometry: table, boxes } = this.#tiers.get(tier)!;
    table.run(id, encodeGeometry(geometry));
    boxes.add(id, boundsOf(geometry));
  }

  #addDerived(index: number, id: number, { geometry, labelZoom }: DerivedGeometry): void {
    const tables = derivedTables(index);
    this.#database
      .prepare(`INSERT INTO ${tables.geometry} VALUES (?, ?, ?)`)
      .run(id, encodeGeometry(geometry), labelZoom ?? null);
    this.#derived[index]!.add(id, boundsOf(geometry));
  }
}

/** Writes a file or the entries of a folder to the disk (fsync). */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * One file per dataset version, written once and never changed.
 *
 * Bounding boxes are in R*Trees of whole 1e-7 degrees, one per tier, so look-ups are exact. A geometry
 * is one blob per tier; attributes are one JSON array in the order of the declared fields.
 */
import type { StoredField, VersionDraft } from '../writer.ts';

/**
 * Version of the layout of the file. It is increased when the layout changes. Files of another
 * layout are loaded again.
 */
export const FILE_LAYOUT = 1;

/** Names of the tables of each tier; points keep `full` only. */
export const TIER_TABLES = {
  'z0-4': { geometry: 'low', box: 'low_box' },
  'z5-7': { geometry: 'middle', box: 'middle_box' },
  'z8-10': { geometry: 'high', box: 'high_box' },
  full: { geometry: 'full', box: 'full_box' },
} as const;

export type Tier = keyof typeof TIER_TABLES;

/** The description of a version file, which is stored in the file. */
export interface VersionAbout {
  readonly layout: number;
  readonly geometry: VersionDraft['geometry'];
  readonly fields: readonly StoredField[];
  readonly searches?: VersionDraft['searches'];
  readonly derived?: VersionDraft['derived'];
  readonly areas?: boolean;
  readonly thinned?: VersionDraft['thinned'];
}

/** Returns the tables of derived geometries, by their place in the draft. */
export function derivedTables(index: number): { readonly geometry: string; readonly box: string } {
  return { geometry: `derived_${index}`, box: `derived_${index}_box` };
}

/** Returns the table of the tiles of a cut that are not whole, by the place of the cut. */
export function thinnedTable(index: number): string {
  return `thinned_${index}`;
}

/** Returns the tables of a search index: names of features, and their words. */
export function searchTables(index: number): { readonly names: string; readonly words: string } {
  return { names: `search_${index}`, words: `search_${index}_words` };
}

/** Returns the tiers with separate tables. */
export function tiersOf(geometry: VersionDraft['geometry']): readonly Tier[] {
  if (geometry === 'raster') return [];
  return geometry === 'point' ? ['full'] : ['z0-4', 'z5-7', 'z8-10', 'full'];
}

/** Returns the statements that create the tables of a version. */
export function schemaOf({
  geometry,
  searches = [],
  derived = [],
  areas = false,
  thinned = [],
}: VersionDraft): string {
  const statements = ['CREATE TABLE about (content TEXT NOT NULL)'];
  if (geometry === 'raster') {
    statements.push(
      'CREATE TABLE raster (bounds TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL, cells BLOB NOT NULL)',
    );
  } else {
    statements.push('CREATE TABLE attributes (id INTEGER PRIMARY KEY, content TEXT NOT NULL)');
  }
  for (const tier of tiersOf(geometry)) {
    const { geometry: table, box } = TIER_TABLES[tier];
    statements.push(
      `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, geometry BLOB NOT NULL)`,
      `CREATE VIRTUAL TABLE ${box} USING rtree_i32(id, west, east, south, north)`,
    );
  }
  if (areas) statements.push('CREATE TABLE area (id INTEGER PRIMARY KEY, area REAL NOT NULL)');
  derived.forEach((_, index) => {
    const { geometry: table, box } = derivedTables(index);
    statements.push(
      `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, geometry BLOB NOT NULL, label_zoom REAL)`,
      `CREATE VIRTUAL TABLE ${box} USING rtree_i32(id, west, east, south, north)`,
    );
  });
  thinned.forEach((_, index) =>
    statements.push(
      `CREATE TABLE ${thinnedTable(index)} (tile INTEGER PRIMARY KEY, ids BLOB NOT NULL)`,
    ),
  );
  searches.forEach((_, index) => {
    const { names, words } = searchTables(index);
    // Words are already normalised; `ascii` splits them at spaces only, for every script.
    statements.push(
      `CREATE TABLE ${names} (id INTEGER PRIMARY KEY, names TEXT NOT NULL, rank REAL)`,
      `CREATE VIRTUAL TABLE ${words} USING fts5(words, content='', columnsize=0, detail=none, tokenize='ascii', prefix='1 2 3')`,
    );
  });
  return statements.join(';\n');
}

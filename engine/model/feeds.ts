import type { Text } from './texts.ts';

/** The fields of a dataset that the search reads, and how results are shown. */
export interface SearchFeed {
  /**
   * Names of the fields. A field with a stricter permission than its dataset is only searched for
   * visitors who may view it.
   */
  readonly fields: readonly string[];
  /** By locale: the first of these fields with a value is the title. */
  readonly title: Readonly<Record<string, readonly string[]>>;
  /** A numeric field that ranks equally good results; higher values come first. */
  readonly rank: string | null;
  /** The kind of object in search results; null: the name of the group that draws the dataset. */
  readonly label: Text | null;
}

export interface Feeds {
  readonly tiles: {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly minzoom: number;
    readonly maxzoom: number;
    /** The largest size in bytes of a compressed tile below `maxzoom`. */
    readonly budget: number;
    /** The field whose largest numbers are kept first in a tile; null without one. */
    readonly keepBy: string | null;
  } | null;
  readonly geojson: string | null;
  /** The permission that a request for the whole dataset as GeoJSON requires. */
  readonly wholeGeojson: 'view' | 'download';
  readonly wms: string | null;
  readonly search: SearchFeed | null;
  /** The fields that an analysis adds up; null if the dataset cannot be analysed. */
  readonly analysis: { readonly sum: readonly string[] } | null;
  readonly download: boolean;
  /** Whether its features can be chosen by name as areas. */
  readonly areas: boolean;
}

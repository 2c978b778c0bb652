import type { Bounds } from './model.ts';
import type { DatasetProfile } from './profile.ts';

/** Why data cannot be read: a sentence, and what they lack that the load names. */
export interface Unreadable {
  readonly reason: string;
  readonly lacks?: {
    readonly what: 'column' | 'layer' | 'table';
    /** The key of `load` that names it, written or not. */
    readonly key: 'coordinates' | 'wkt' | 'layer' | 'table';
    /** Empty when the load names none where it must. */
    readonly found: string;
    readonly known: readonly string[];
  };
}

/** What a file holds that a source or driver sends to browsers. */
export type FileFacts =
  | {
      /** A PMTiles archive. */
      readonly kind: 'archive';
      readonly tiles: 'vector' | 'png' | 'jpeg' | 'webp' | 'avif' | 'unknown';
      readonly minzoom: number;
      readonly maxzoom: number;
      /** Null when the archive does not say. */
      readonly bounds: Bounds | null;
      /** Of vector tiles: the fields of each layer; null when the archive does not say. */
      readonly layers: Readonly<Record<string, readonly string[]>> | null;
    }
  | {
      /** GeoJSON. */
      readonly kind: 'features';
      readonly count: number;
      /** Features by kind of geometry: `point`, `line`, `polygon`. */
      readonly kinds: Readonly<Record<string, number>>;
      /** Features with a value, by field. */
      readonly fields: Readonly<Record<string, number>>;
      readonly bounds: Bounds | null;
    }
  | { readonly kind: 'style' }
  /** `what`: a word for what it is instead; `reason`: why it is no GeoJSON, in a sentence. */
  | { readonly kind: 'other'; readonly what: string; readonly reason?: string };

/** What a file holds that is shown as a picture. */
export type PictureFacts =
  | { readonly kind: 'pixels' }
  | {
      readonly kind: 'svg';
      readonly viewBox: string | null;
      /** Whether it says how large it is without anything around it. */
      readonly isSized: boolean;
    }
  /** `what`: `empty`, `text`, `html`, `xml`, `svg-without-namespace` or `unknown`. */
  | { readonly kind: 'other'; readonly what: string };

/** What of a dataset lies open as an archive of tiles, or did. */
export interface PublishedTiles {
  /** Name of the archive. */
  readonly file: string;
  /** Names of the fields it ever held. */
  readonly fields: readonly string[];
}

/** What the checks may know beyond the configuration: what was found in data and files. */
export interface Facts {
  readonly profiles: ReadonlyMap<string, DatasetProfile>;
  /** Datasets whose data could not be read. */
  readonly unreadable?: ReadonlyMap<string, Unreadable>;
  /** By path in the configuration. */
  readonly files?: ReadonlyMap<string, FileFacts>;
  /** Of icons, thumbnails and legends, by path in the configuration. */
  readonly pictures?: ReadonlyMap<string, PictureFacts>;
  /** By id of the dataset. */
  readonly published?: ReadonlyMap<string, PublishedTiles>;
}

export const NO_FACTS: Facts = { profiles: new Map() };

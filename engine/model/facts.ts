import type { ConsentState } from './consent.ts';
import type { Bounds } from './model.ts';
import type { Angle, DatasetProfile } from './profile.ts';

/** The reason why data cannot be read: a sentence, and the missing part that `load` names. */
export interface Unreadable {
  readonly reason: string;
  readonly lacks?: {
    readonly what: 'column' | 'layer' | 'table';
    /** The key of `load` that names the missing part; the key may have its default value. */
    readonly key: 'coordinates' | 'wkt' | 'layer' | 'table';
    /** The missing name; empty if `load` lacks the required name. */
    readonly found: string;
    readonly known: readonly string[];
  };
  /** A coordinate in degrees, minutes and seconds. */
  readonly angle?: Angle;
}

/** The content of a file that a source or driver sends to browsers. */
export type FileFacts =
  | {
      /** A PMTiles archive. */
      readonly kind: 'archive';
      readonly tiles: 'vector' | 'png' | 'jpeg' | 'webp' | 'avif' | 'unknown';
      readonly minzoom: number;
      readonly maxzoom: number;
      /** The bounds; null if the archive does not contain them. */
      readonly bounds: Bounds | null;
      /** The fields of each layer of vector tiles; null when the archive does not contain them. */
      readonly layers: Readonly<Record<string, readonly string[]>> | null;
    }
  | {
      /** A GeoJSON file. */
      readonly kind: 'features';
      readonly count: number;
      /** Number of features by kind of geometry: `point`, `line`, `polygon`. */
      readonly kinds: Readonly<Record<string, number>>;
      /** Number of features with several polygons. */
      readonly multipart?: number;
      /** Number of features with a value, by field. */
      readonly fields: Readonly<Record<string, number>>;
      readonly bounds: Bounds | null;
    }
  | { readonly kind: 'style' }
  /**
   * Any other file. `what` is the kind of the file, and `reason` is a sentence that says why it is
   * not GeoJSON.
   */
  | { readonly kind: 'other'; readonly what: string; readonly reason?: string };

/** The content of a file that is shown as an image. */
export type PictureFacts =
  | {
      readonly kind: 'pixels';
      /** Size of the file in bytes. */
      readonly bytes?: number;
      /** Width and height in pixels, if they are known. */
      readonly size?: readonly [width: number, height: number];
    }
  | {
      readonly kind: 'svg';
      /** Size of the file in bytes. */
      readonly bytes?: number;
      readonly viewBox: string | null;
      /** Whether the image defines its size. */
      readonly isSized: boolean;
    }
  /**
   * A file that is not a picture. `what` is `empty`, `text`, `html`, `xml`, `svg-without-namespace`
   * or `unknown`.
   */
  | { readonly kind: 'other'; readonly what: string };

/** The part of a dataset that is, or was, published as an archive of tiles. */
export interface PublishedTiles {
  /** Name of the archive. */
  readonly file: string;
  /** Names of all fields that the archive has contained in any publication. */
  readonly fields: readonly string[];
}

/** Facts about data and files, for the checks. */
export interface Facts {
  readonly profiles: ReadonlyMap<string, DatasetProfile>;
  /** Datasets whose data cannot be read. */
  readonly unreadable?: ReadonlyMap<string, Unreadable>;
  /** Facts about the files of sources and drivers, by path in the configuration. */
  readonly files?: ReadonlyMap<string, FileFacts>;
  /** Facts about icons, thumbnails and legends, by path in the configuration. */
  readonly pictures?: ReadonlyMap<string, PictureFacts>;
  /** The published tiles, by id of the dataset. */
  readonly published?: ReadonlyMap<string, PublishedTiles>;
  /** What decides which consents have ended; without it, none is reported as over. */
  readonly consents?: ConsentState;
}

export const NO_FACTS: Facts = { profiles: new Map() };

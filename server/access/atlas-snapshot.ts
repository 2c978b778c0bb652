/**
 * Everything a server needs to answer, compiled once and never changed: a new configuration or a
 * new version of a dataset makes a new snapshot, and the server changes over with one assignment.
 */
import type { Access, AtlasModel, Attributes, Bounds, FieldType, Paint, Rgba } from 'atlas-engine';
import type { AllowedCut } from './policies.ts';
import type { Encoded } from '../http/encoded.ts';

export type { Rgba } from 'atlas-engine';

/** A text by locale. */
export type Words = Readonly<Record<string, string>>;

/** The pieces of the page in one language, put into the built `index.html`. */
export interface PageParts {
  readonly locale: string;
  readonly title: string;
  /** Whom the atlas as a whole is owed to. */
  readonly attribution: readonly { readonly text: string; readonly url?: string }[];
  /** HTML that can be read before any script ran. */
  readonly outline: string;
  /** The public index as JSON text. */
  readonly index: string;
  /** The sentence of the application when the index cannot be read. */
  readonly failure: string;
}

/** A file of the configuration that is served as it is. */
export interface ConfigFile {
  /** Absolute; the request has no part in it. */
  readonly path: string;
  /** Hash of its content when the snapshot was made; it stands in the addresses of the bundle. */
  readonly version: string;
}

/** How the tiles of a dataset are asked for. */
export interface TileFeed {
  readonly name: string;
  /** Older names; their tiles have the layer of the present name. */
  readonly aliases: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
}

/** A field of a dataset, and how its values are written for people. */
export interface ServedField {
  readonly type: FieldType;
  readonly label: Words;
  readonly unit?: Words;
  /** Labels of the values, by the value as text. */
  readonly values?: ReadonlyMap<string, Words>;
}

/** What the routes tell of a dataset beside its access. */
export interface ServedDataset {
  /** What the map calls it, by locale. */
  readonly title: Words;
  readonly demo: boolean;
  /** null: it has no tiles. */
  readonly tiles: TileFeed | null;
  /** null: it is not drawn by the WMS. */
  readonly wms: WmsLayer | null;
  readonly fields: ReadonlyMap<string, ServedField>;
  /** `[west, south, east, north]`; null when it is empty. */
  readonly bounds: Bounds | null;
  /** Hash of what the store keeps for each level, by level id. Empty when nothing is loaded. */
  readonly stored: Readonly<Record<string, string>>;
  /**
   * Hash for addresses, by level id: of what is stored and of how it is tiled and drawn for that
   * level. It depends on nothing that the level may not see.
   */
  readonly versions: Readonly<Record<string, string>>;
}

/** One row of the legend of a WMS layer. */
export interface WmsLegendRow {
  readonly label: Words;
  readonly color: Rgba;
}

/** How a dataset is drawn by the WMS. */
export type WmsStyle =
  | {
      readonly kind: 'raster';
      /** RGBA of each of the 256 values of a cell; 255 is no data. */
      readonly palette: Uint8ClampedArray;
      /** True when values are measures, which may be interpolated; false when they are classes. */
      readonly interpolate: boolean;
      /** What the values of classes mean; empty for measures. */
      readonly labels: ReadonlyMap<number, Words>;
      /** Unit of measures. */
      readonly unit: Words | null;
    }
  | FeaturePaints;

/** What features are drawn with, as data: a snapshot is sent from one process to another. */
export interface FeaturePaints {
  readonly kind: 'features';
  readonly shape: 'point' | 'line' | 'polygon';
  /** The fields that decide it. */
  readonly fields: readonly string[];
  /** The paint of the features, then that of the line that outlines them; none: neutral grey. */
  readonly paints: readonly Paint[];
}

/** How features are drawn: as the map does at the zoom whose pixels are as small. */
export interface FeatureStyle extends Pick<FeaturePaints, 'kind' | 'shape' | 'fields'> {
  /** How a feature is drawn at a zoom; null: not at all. */
  mark(zoom: number, attributes: Attributes): Mark | null;
  /** Pixels from a feature to the edge of what is drawn of it, at most. */
  reach(zoom: number): number;
}

/** What is drawn of a feature; sizes in pixels. */
export interface Mark {
  /** Of an area or a point. */
  readonly fill: Rgba | null;
  /** Of a line or an outline; that of a point lies outside of its radius. */
  readonly stroke: Rgba | null;
  readonly width: number;
  /** Of a point, without its outline. */
  readonly radius: number;
}

export interface WmsLayer {
  readonly title: Words;
  /** The heading of the map's panel it stands under; null when no map shows it to all its readers. */
  readonly category: Words | null;
  /** Who gave the data. */
  readonly provider: Words | null;
  /** Zooms of the map between which it is shown; null where there is no limit. */
  readonly zooms: { readonly min: number | null; readonly max: number | null };
  readonly style: WmsStyle;
  readonly legend: readonly WmsLegendRow[];
}

/**
 * The pictures that features name and that are there: by dataset, field and file name, with their
 * absolute path.
 */
export type Photos = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;

/** A group or project that a search finds, as one level is shown it in one language. */
export interface CatalogueEntry {
  readonly kind: 'group' | 'project';
  readonly id: string;
  readonly title: string;
  /** The name of its category. */
  readonly context: string | null;
  readonly bounds: Bounds | null;
  /** True: listed with a lock. */
  readonly locked: boolean;
  /** Its names in all languages, as `joinNames` folds them. */
  readonly names: string;
}

/** How a search tells of the features of a dataset. */
export interface SearchedDataset {
  readonly fields: readonly string[];
  /** By locale: the first of these fields that has a value is the title. */
  readonly title: Readonly<Record<string, readonly string[]>>;
  /** By locale; null: the title of the dataset. */
  readonly label: Readonly<Record<string, string>> | null;
  /** The groups that draw it. */
  readonly groups: readonly string[];
}

export interface SearchCatalogue {
  /** By id; in the order of the model. */
  readonly datasets: ReadonlyMap<string, SearchedDataset>;
  /** By rank, then by locale. */
  readonly entries: readonly ReadonlyMap<string, readonly CatalogueEntry[]>[];
  /** By rank: the groups that may be opened. */
  readonly open: readonly ReadonlySet<string>[];
}

export interface AtlasSnapshot {
  /** Of the public bundle. */
  readonly revision: string;
  /** The words of the interface, by language. */
  readonly words: AtlasModel['words'];
  readonly locales: {
    readonly available: readonly string[];
    readonly fallback: string;
    /** For a reader who gave no sign. */
    readonly session: string;
  };
  readonly access: Access;
  /** By locale. */
  readonly pages: ReadonlyMap<string, PageParts>;
  /** Public index and parts by address: the address holds a hash. */
  readonly publicParts: ReadonlyMap<string, Encoded>;
  /** By `sessionKey(rank, locale)`. */
  readonly sessionParts: ReadonlyMap<string, Encoded>;
  /** Origins a browser reads from, by rank of the asker: those of their bundle. */
  readonly hosts: readonly (readonly string[])[];
  /** By path in the configuration, with forward slashes. */
  readonly files: ReadonlyMap<string, ConfigFile>;
  readonly photos: Photos;
  readonly search: SearchCatalogue;
  readonly datasets: ReadonlyMap<string, ServedDataset>;
  /** Body of `/health`: revision and counts of what is public. */
  readonly health: Encoded;
}

/** The key of a session part. */
export function sessionKey(rank: number, locale: string): string {
  return `${rank} ${locale}`;
}

/**
 * The version that stands in an address for what these cuts receive; null when one of their
 * datasets is not loaded. Several datasets give one version, joined in their order.
 */
export function versionOfCuts(snapshot: AtlasSnapshot, cuts: readonly AllowedCut[]): string | null {
  const versions = cuts.map(({ dataset, cut }) => {
    const level = snapshot.access.levels[cut];
    return level === undefined ? undefined : snapshot.datasets.get(dataset)?.versions[level];
  });
  return versions.every((version) => version !== undefined) ? versions.join('.') : null;
}

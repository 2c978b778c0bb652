/**
 * Everything the server needs to answer. A snapshot is compiled once and never changed: a new
 * configuration or a new version of a dataset makes a new snapshot, which replaces the old one in
 * one assignment.
 */
import type { Access, AtlasModel, Attributes, Bounds, FieldType, Paint, Rgba } from 'atlas-engine';
import type { AllowedCut } from './policies.ts';
import type { Encoded } from '../http/encoded.ts';

export type { Rgba } from 'atlas-engine';

/** A text by locale. */
export type Words = Readonly<Record<string, string>>;

/** The parts of the page in one language, inserted into the built `index.html`. */
export interface PageParts {
  readonly locale: string;
  readonly title: string;
  /** Who provided the data of the atlas as a whole. */
  readonly attribution: readonly { readonly text: string; readonly url?: string }[];
  /** HTML that can be read without JavaScript. */
  readonly outline: string;
  /** The public index as JSON text. */
  readonly index: string;
  /** The message of the application when the index cannot be read. */
  readonly failure: string;
  /** The screens beside the map, by address: their title and outline. */
  readonly screens: ReadonlyMap<string, ScreenParts>;
  /** What a link to the map shows, by id and alias of a project; `''` is the whole region. */
  readonly previews: ReadonlyMap<string, Preview>;
}

/** What a link to a page shows in a message or a search engine. */
export interface Preview {
  readonly title: string;
  /** Plain text; null when there is none. */
  readonly description: string | null;
  /** Address of a picture from the root of the site; null when there is none. */
  readonly picture: string | null;
}

/** The screen that says that an address has no page. */
export const MISSING_SCREEN = '/errors/404';

/** What a screen beside the map shows before its scripts run. */
export interface ScreenParts {
  readonly title: string;
  readonly outline: string;
}

/** A file of the configuration that is served as it is. */
export interface ConfigFile {
  /** Absolute; never derived from the request. */
  readonly path: string;
  /** Hash of its content when the snapshot was made; part of the addresses in the bundle. */
  readonly version: string;
}

/** The names and zooms of the tiles of a dataset. */
export interface TileFeed {
  readonly name: string;
  /** Former names; their tiles have the layer of the current name. */
  readonly aliases: readonly string[];
  readonly minzoom: number;
  readonly maxzoom: number;
}

/** A field of a dataset, with the label, unit and value labels that people see. */
export interface ServedField {
  readonly type: FieldType;
  readonly label: Words;
  readonly unit?: Words;
  /** Labels of the values, by the value as text. */
  readonly values?: ReadonlyMap<string, Words>;
}

/** The properties of a dataset that routes use, besides its access rules. */
export interface ServedDataset {
  /** Its title on the map, by locale. */
  readonly title: Words;
  readonly demo: boolean;
  /** null: no tiles are served. */
  readonly tiles: TileFeed | null;
  /** null: it is not drawn by the WMS. */
  readonly wms: WmsLayer | null;
  readonly fields: ReadonlyMap<string, ServedField>;
  /** `[west, south, east, north]`; null when it is empty. */
  readonly bounds: Bounds | null;
  /** Hash of what the store holds for each level, by level id. Empty when nothing is loaded. */
  readonly stored: Readonly<Record<string, string>>;
  /**
   * Hash for addresses, by level id: of what is stored and of how it is tiled and drawn for that
   * level. It does not depend on anything that the level may not see.
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
      /** RGBA of each of the 256 values of a cell; 255 means no data. */
      readonly palette: Uint8ClampedArray;
      /** True for measured values, which may be interpolated; false for classes. */
      readonly interpolate: boolean;
      /** The labels of classes; empty for measures. */
      readonly labels: ReadonlyMap<number, Words>;
      /** Unit of measures. */
      readonly unit: Words | null;
    }
  | FeaturePaints;

/** How features are drawn, as plain data, so that a snapshot can be sent between processes. */
export interface FeaturePaints {
  readonly kind: 'features';
  readonly shape: 'point' | 'line' | 'polygon';
  /** The fields that the paint depends on. */
  readonly fields: readonly string[];
  /** The paint of the features, then that of their outline; empty: neutral grey. */
  readonly paints: readonly Paint[];
}

/** Draws features as the map does at the zoom with the same pixel size. */
export interface FeatureStyle extends Pick<FeaturePaints, 'kind' | 'shape' | 'fields'> {
  /** The mark of a feature at a zoom; null: it is not drawn. */
  mark(zoom: number, attributes: Attributes): Mark | null;
  /** The largest distance, in pixels, from a feature to the edge of its mark. */
  reach(zoom: number): number;
}

/** The symbol of a feature; sizes in pixels. */
export interface Mark {
  /** Of an area or a point. */
  readonly fill: Rgba | null;
  /** Of a line or an outline; the outline of a point is outside its radius. */
  readonly stroke: Rgba | null;
  readonly width: number;
  /** Of a point, without its outline. */
  readonly radius: number;
}

export interface WmsLayer {
  readonly title: Words;
  /** The heading of the map's panel that lists it; null when no map shows it to all its readers. */
  readonly category: Words | null;
  /** Who gave the data. */
  readonly provider: Words | null;
  /** Zooms of the map between which it is shown; null: no limit. */
  readonly zooms: { readonly min: number | null; readonly max: number | null };
  readonly style: WmsStyle;
  readonly legend: readonly WmsLegendRow[];
}

/**
 * The existing picture files that features name, as absolute paths by dataset, field and file
 * name.
 */
export type Photos = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;

/** A group or project that a search finds, as visitors of one level see it in one language. */
export interface CatalogueEntry {
  readonly kind: 'group' | 'project';
  readonly id: string;
  readonly title: string;
  /** The name of its category. */
  readonly context: string | null;
  readonly bounds: Bounds | null;
  /** True: it is listed with a lock. */
  readonly locked: boolean;
  /** Its names in all languages, in the form of `joinNames`. */
  readonly names: string;
}

/** How the features of a dataset appear in search results. */
export interface SearchedDataset {
  readonly fields: readonly string[];
  /** By locale; the first of these fields that has a value is the title. */
  readonly title: Readonly<Record<string, readonly string[]>>;
  /** By locale; null: the title of the dataset is used. */
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
  /** Revision of the public bundle. */
  readonly revision: string;
  /** The words of the interface by language. */
  readonly words: AtlasModel['words'];
  readonly locales: {
    readonly available: readonly string[];
    readonly fallback: string;
    /** The locale for visitors whose language is unknown. */
    readonly session: string;
  };
  readonly access: Access;
  /** By locale. */
  readonly pages: ReadonlyMap<string, PageParts>;
  /** The public index and parts, by address; each address contains a hash. */
  readonly publicParts: ReadonlyMap<string, Encoded>;
  /** By `sessionKey(rank, locale)`. */
  readonly sessionParts: ReadonlyMap<string, Encoded>;
  /** Origins a browser loads from, by rank of the visitor. */
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
 * Returns the version for the address of these cuts, or null when one of their datasets is not
 * loaded. The versions of several datasets are joined in their order.
 */
export function versionOfCuts(snapshot: AtlasSnapshot, cuts: readonly AllowedCut[]): string | null {
  const versions = cuts.map(({ dataset, rank }) => {
    const level = snapshot.access.levels[rank];
    return level === undefined ? undefined : snapshot.datasets.get(dataset)?.versions[level];
  });
  return versions.every((version) => version !== undefined) ? versions.join('.') : null;
}

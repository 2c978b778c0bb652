/**
 * All data that the server needs to answer requests, compiled from the configuration and the state
 * of the store. A snapshot is compiled once and never changed: a new configuration or a new version
 * of a dataset makes a new snapshot, which replaces the old one in one assignment.
 */
import type {
  Access,
  AnalysisDataset,
  AtlasModel,
  Attributes,
  Bounds,
  DerivedLayer,
  FieldType,
  Paint,
  PixelValues,
  Rgba,
  Use,
} from 'atlas-engine';
import type { DownloadFormat, FormId, FormSchema, Ring, Searched } from 'atlas-engine/runtime';
import type { AccountRules } from './account-rules.ts';
import type { AllowedCut } from './policies.ts';
import type { Encoded } from '../http/encoded.ts';
import type { DataPart } from '../store/data-part.ts';

export type { Rgba } from 'atlas-engine';

/** A text by locale. */
export type Words = Readonly<Record<string, string>>;

/** The parts of the HTML page in one language. They are inserted into the built `index.html`. */
export interface PageParts {
  readonly locale: string;
  readonly title: string;
  /** The credits of the atlas as a whole. */
  readonly attribution: readonly { readonly text: string; readonly url?: string }[];
  /** The content of the atlas as HTML, for browsers without JavaScript. */
  readonly outline: string;
  /** The public index as JSON text. */
  readonly index: string;
  /** The message of the application when the index cannot be read. */
  readonly failure: string;
  /** Address of the icon of the browser tab, from the root of the site; default: that of the app. */
  readonly favicon?: string;
  /** The screens beside the map, by address (`:key` for any key): their title and outline. */
  readonly screens: ReadonlyMap<string, ScreenParts>;
  /**
   * The previews of links (title, description, picture) that other sites show, by id and alias of a
   * project; `''` is the whole region.
   */
  readonly previews: ReadonlyMap<string, Preview>;
}

/** What a link to a page shows in a message or a search engine. */
export interface Preview {
  readonly title: string;
  /** Plain text; null when there is none. */
  readonly description: string | null;
  /** Address of a picture of 1200 × 630 px from the root of the site; null when there is none. */
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
  /** Absolute path of the file; never derived from the request. */
  readonly path: string;
  /** Hash of its content when the snapshot was made; part of the addresses in the bundle. */
  readonly version: string;
}

/** The names and zooms of the tiles of a dataset. */
export interface TileFeed {
  readonly name: string;
  /** Former names of the tiles. Inside the tiles, the layer has the current name. */
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

export interface DownloadTool {
  /** The area must be smaller than this, in km². */
  readonly maxArea: number;
  readonly formats: readonly DownloadFormat[];
  /** The most objects of a dataset that everyone may view over a larger area; 0: none. */
  readonly maxObjects: number;
}

/** The areas that can be chosen by name. */
export interface ServedAreas {
  /** Ids of the datasets whose features are such areas. */
  readonly datasets: ReadonlySet<string>;
  /** The outer rings of each project: those of its frame, else its extent. */
  readonly projects: ReadonlyMap<string, readonly Ring[]>;
}

/** Terms of use of the atlas; the text is Markdown. */
export type ServedTerms = AtlasModel['terms'][number];

/** Under which conditions the data of a dataset may be used: a licence, terms, or neither. */
export interface Rights {
  readonly licence?: string;
  readonly terms?: ServedTerms;
}

/** The information about a dataset in the files of a download. */
export interface DatasetInfo extends Rights {
  readonly description?: Words;
  readonly provider?: Words;
  /** An ISO 8601 date, month or year. */
  readonly date?: string;
  readonly citation?: Words;
  readonly caution?: Words;
}

/** How the atlas shows a dataset to readers of a level (`showsOf` of the engine). */
export interface ServedShown {
  /** The lowest rank whose readers see the dataset in this way. */
  readonly rank: number;
  /** The title of the dataset on the map, by locale. */
  readonly title: Words;
  /** The id of the group whose name the title has; null without one. */
  readonly group: string | null;
  /** null: it is not drawn by the WMS. */
  readonly wms: WmsLayer | null;
}

/** The properties of a dataset that routes use, besides its access rules. */
export interface ServedDataset {
  /** How readers of each level see the dataset, by rank. */
  readonly shown: readonly ServedShown[];
  readonly demo: boolean;
  /** Null if no tiles are served. */
  readonly tiles: TileFeed | null;
  /** Further layers of its tiles, named after the layer of the features. */
  readonly derived: readonly DerivedLayer[];
  readonly fields: ReadonlyMap<string, ServedField>;
  readonly rights: Rights;
  /** What its files say about it; null if it is not offered for download. */
  readonly download: DatasetInfo | null;
  /** The bounds `[west, south, east, north]`; null if the dataset is empty. */
  readonly bounds: Bounds | null;
  /**
   * Hash of the data in the store that each level may see, by level id. Empty if nothing is loaded.
   */
  readonly stored: Readonly<Record<string, string>>;
  /**
   * Hash for addresses, by level id. It covers the data in the store, the zooms of the tiles and
   * the style, as far as the level may see them.
   */
  readonly versions: Readonly<Record<string, string>>;
}

/** One row of the legend of a WMS layer. */
export interface WmsLegendRow {
  readonly label: Words;
  readonly color: Rgba;
}

/** The style with which the WMS draws a dataset. */
export type WmsStyle =
  | {
      readonly kind: 'raster';
      /** RGBA of each of the 256 values of a cell; 255 means no data. */
      readonly palette: Uint8ClampedArray;
      /** True for measured values, which may be interpolated. False for classes. */
      readonly interpolate: boolean;
      /** The labels of classes; empty for measured values. */
      readonly labels: ReadonlyMap<number, Words>;
      /** Unit of the values; null without one. */
      readonly unit: Words | null;
      /** What the values of cells mean. Without it, they are the values themselves. */
      readonly pixels?: Pick<PixelValues, 'scale' | 'offset'>;
    }
  | FeaturePaints;

/** The style of features as plain data, so that a snapshot can be sent between processes. */
export interface FeaturePaints {
  readonly kind: 'features';
  readonly shape: 'point' | 'line' | 'polygon';
  /** The fields that the paint depends on. */
  readonly fields: readonly string[];
  /**
   * The paint of the features, then that of their outline. If empty, features are drawn in neutral
   * grey.
   */
  readonly paints: readonly Paint[];
}

/** Draws features as the map does at the zoom with the same pixel size. */
export interface FeatureStyle extends Pick<FeaturePaints, 'kind' | 'shape' | 'fields'> {
  /** Returns the mark of a feature at a zoom; null if the feature is not drawn. */
  mark(zoom: number, attributes: Attributes): Mark | null;
  /** Returns the largest distance in pixels from a feature to the edge of its mark. */
  reach(zoom: number): number;
}

/** The symbol of a feature; sizes in pixels. */
export interface Mark {
  /** The colour of an area or a point. */
  readonly fill: Rgba | null;
  /** The colour of a line or an outline. The outline of a point is outside its radius. */
  readonly stroke: Rgba | null;
  readonly width: number;
  /** The radius of a point, without its outline. */
  readonly radius: number;
}

export interface WmsLayer {
  /** The name of the group in whose style it is drawn; null if no group shows it to the readers. */
  readonly group: Words | null;
  /** The category of this group, under which the panel of the map lists it. */
  readonly category: Words | null;
  /** The provider of the data. */
  readonly provider: Words | null;
  /** The zooms between which the map shows the layer; null for no limit. */
  readonly zooms: { readonly min: number | null; readonly max: number | null };
  readonly style: WmsStyle;
  readonly legend: readonly WmsLegendRow[];
}

/**
 * The existing picture files that features name, as absolute paths by dataset, field and file
 * name.
 */
export type Photos = ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;

/** A value of a field by which a group can be filtered, such as “Secondary school”. */
export interface CatalogueValue {
  readonly field: string;
  readonly value: string;
  /** Its label in the language of the reader. */
  readonly title: string;
  /** Its labels in all languages, as names. */
  readonly searched: Searched;
}

/** A group or project that a search finds, as visitors of one level see it in one language. */
export interface CatalogueEntry {
  readonly kind: 'group' | 'project';
  readonly id: string;
  readonly title: string;
  /** The name of the category of the entry. */
  readonly context: string | null;
  readonly bounds: Bounds | null;
  /** True if the entry is listed with a lock. */
  readonly locked: boolean;
  /** The keywords of a group in the language of the reader, separated by commas; null without any. */
  readonly keywords: string | null;
  /** The names and keywords of the entry in all languages. */
  readonly searched: Searched;
  /** The values by which an open group can be filtered; none for others. */
  readonly values: readonly CatalogueValue[];
}

/** The properties with which the features of a dataset appear in search results. */
export interface SearchedDataset {
  readonly fields: readonly string[];
  /** The title fields by locale. The first of these fields with a value is the title. */
  readonly title: Readonly<Record<string, readonly string[]>>;
  /** The label of results by locale; null if the title of the dataset is used. */
  readonly label: Readonly<Record<string, string>> | null;
  /** The groups that draw the dataset. */
  readonly groups: readonly string[];
}

export interface SearchCatalogue {
  /** The searched datasets by id, in the order of the model. */
  readonly datasets: ReadonlyMap<string, SearchedDataset>;
  /** The groups and projects by rank, then by locale. */
  readonly entries: readonly ReadonlyMap<string, readonly CatalogueEntry[]>[];
  /** The groups that may be opened, by rank. */
  readonly open: readonly ReadonlySet<string>[];
}

/** Ids of excerpts in the store, by dataset id and use. */
export type Excerpts = ReadonlyMap<string, Readonly<Partial<Record<Use, string>>>>;

/** A session part, with the revision in it. */
export interface EncodedPart extends Encoded {
  readonly revision: string;
}

export interface AtlasSnapshot {
  /** Revision of the public bundle. */
  readonly revision: string;
  readonly title: Words;
  /** The bounds of the region. */
  readonly region: Bounds;
  /** The terms of use, by id. */
  readonly terms: ReadonlyMap<string, ServedTerms>;
  /** The limits of the tool Download; null if the atlas does not have it. */
  readonly downloadTool: DownloadTool | null;
  /** The words of the interface by language. */
  readonly words: AtlasModel['words'];
  readonly locales: {
    readonly available: readonly string[];
    readonly fallback: string;
    /** The locale for visitors whose language is unknown. */
    readonly session: string;
  };
  readonly access: Access;
  /** The part of its input that each dataset declares, by dataset id. */
  readonly parts: ReadonlyMap<string, DataPart>;
  /**
   * Where grants open only a part of a dataset for a use: the id under which the store has this part.
   * Empty in the snapshot that is served to everyone.
   */
  readonly excerpts: Excerpts;
  /** The datasets of the analysis in the order of its result, and its time limit in ms. */
  readonly analysis: { readonly datasets: readonly AnalysisDataset[]; readonly timeout: number };
  readonly accounts: AccountRules;
  /** The parts of the page by locale. */
  readonly pages: ReadonlyMap<string, PageParts>;
  /** The rules of the forms. They are the same in every language, except for the titles. */
  readonly forms: ReadonlyMap<FormId, FormSchema>;
  /** The public index and parts, by address; each address contains a hash. */
  readonly publicParts: ReadonlyMap<string, Encoded>;
  /** The frames of projects, by address; each address contains a hash. */
  readonly frames: ReadonlyMap<string, ServedFrame>;
  /** The session parts, by `sessionKey(rank, locale)`. */
  readonly sessionParts: ReadonlyMap<string, EncodedPart>;
  /** Origins a browser loads from, by rank of the visitor. */
  readonly hosts: readonly (readonly string[])[];
  /** The files, by path in the configuration with forward slashes. */
  readonly files: ReadonlyMap<string, ConfigFile>;
  readonly photos: Photos;
  readonly search: SearchCatalogue;
  readonly areas: ServedAreas;
  readonly datasets: ReadonlyMap<string, ServedDataset>;
  /** Body of `/health`: the revision, and counts of public content. */
  readonly health: Encoded;
}

/** The frame of a project, for visitors from a rank on. */
export interface ServedFrame {
  readonly rank: number;
  readonly encoded: Encoded;
}

/** The part of a snapshot that grants for places do not change. */
const PUBLIC_PART = [
  ...(['revision', 'pages', 'forms', 'publicParts', 'health', 'words', 'accounts'] as const),
] satisfies readonly (keyof AtlasSnapshot)[];

/** The part of a snapshot that depends on grants for places. */
export type ScopedSnapshot = Omit<AtlasSnapshot, (typeof PUBLIC_PART)[number]>;

/** Returns the part of a snapshot that depends on grants for places. */
export function scopedPart(snapshot: AtlasSnapshot): ScopedSnapshot {
  const part: Partial<AtlasSnapshot> = { ...snapshot };
  for (const key of PUBLIC_PART) delete part[key];
  return part as ScopedSnapshot;
}

/** Returns the key of a session part. */
export function sessionKey(rank: number, locale: string): string {
  return `${rank} ${locale}`;
}

/** Returns how readers of a rank see a dataset. */
export function shownTo({ shown }: Pick<ServedDataset, 'shown'>, rank: number): ServedShown {
  return shown[rank]!;
}

/**
 * Returns the version for the address of these cuts (`AllowedCut`), or null if one of their
 * datasets is not loaded. The versions of several datasets are joined in their order.
 */
export function versionOfCuts(
  snapshot: AtlasSnapshot,
  cuts: readonly Pick<AllowedCut, 'dataset' | 'rank'>[],
): string | null {
  const versions = cuts.map(({ dataset, rank }) => {
    const level = snapshot.access.levels[rank];
    return level === undefined ? undefined : snapshot.datasets.get(dataset)?.versions[level];
  });
  return versions.every((version) => version !== undefined) ? versions.join('.') : null;
}

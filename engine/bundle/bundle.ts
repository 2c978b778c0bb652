/**
 * The bundle: the part of an atlas that a browser receives. It is plain JSON with all references
 * resolved, in one language, and contains only what its reader may view. A bundle has several
 * parts: a public index, the same for everyone; one public part per category, fetched when needed;
 * and a session part with the additions for the visitor's levels.
 */
import type { Bounds, Ground, Json } from '../basics/values.ts';
import type { BundleAccount } from './account.ts';
import type { BundleConsent, EndedConsent } from './consent.ts';
import type { BundlePopup } from './popup.ts';
import type { RichText } from './rich-text.ts';
import type { BundleNotice, BundlePage, BundleTerms } from './texts.ts';
import type { BundleTool } from './tool.ts';
import type { IndexWordKey, Words } from './words.ts';

export type * from './consent.ts';
export type * from './form.ts';
export type * from './map-state.ts';
export type * from './popup.ts';
export type * from './rich-text.ts';
export type * from './texts.ts';
export * from './tool.ts';

/** The format of bundles. Code that receives a newer format asks the visitor to reload the page. */
export const BUNDLE_FORMAT = 2;

/** An area to fit into the map, and the lowest zoom at which to show it. */
export interface Area {
  readonly bounds: Bounds;
  readonly minzoom?: number;
}

/**
 * A value that may depend on the base map. The keys are `light`, `dark` and ids of base layers; an
 * id takes precedence over the ground. A plain value applies to every base map.
 */
export type ByGround<T> = T | { readonly 'by-ground': Readonly<Record<string, T>> };

/** Small pictures as `data:` addresses, by their addresses on the server. */
export type Pictures = Readonly<Record<string, string>>;

/** The thumbnails of the base maps, in a document of their own. */
export interface Thumbnails {
  readonly pictures: Pictures;
}

/** A source of the map. `dataset` is the id of the dataset, if the source is a dataset. */
export type BundleSource =
  | ({
      readonly type: 'vector';
      /** Tile addresses, absolute or from the site's root; if absent, `pmtiles` is set. */
      readonly tiles?: readonly string[];
      /** Address of a PMTiles archive, read by range requests. */
      readonly pmtiles?: string;
    } & SourceCommon)
  | ({
      readonly type: 'raster';
      readonly tiles?: readonly string[];
      readonly pmtiles?: string;
      readonly tileSize: number;
    } & SourceCommon)
  | ({
      readonly type: 'raster-dem';
      readonly tiles?: readonly string[];
      readonly pmtiles?: string;
      readonly tileSize: number;
      readonly encoding: 'terrarium' | 'mapbox';
    } & SourceCommon)
  | ({ readonly type: 'geojson'; readonly data: string } & SourceCommon)
  | ({ readonly type: 'style'; readonly url: string } & SourceCommon);

export interface SourceCommon {
  readonly dataset?: string;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly bounds?: Bounds;
  readonly attribution?: string;
  /** The zoom from which its tiles have all features; below, they have a selection. */
  readonly 'whole-from'?: number;
  /** The zoom from which layers of the source fade out (`fadeEnd`). */
  readonly 'fade-from'?: number;
  /** Id of the source that replaces this one when it fails to load. */
  readonly else?: string;
  /** A base map that reads this source is replaced by another when the source fails to load. */
  readonly fallback?: 'base-layer';
  /** Other origins that browsers contact for this source, such as those of its tiles. */
  readonly hosts?: readonly string[];
}

export type SublayerType =
  'background' | 'fill' | 'line' | 'circle' | 'symbol' | 'raster' | 'hillshade' | 'color-relief';

/**
 * The slots of the map: ranges in the order of drawing, from bottom to top. Each layer belongs to
 * one slot. The visitor's order of groups applies within a slot.
 */
export const SLOTS = [
  'ground',
  'fills',
  'water',
  'lines',
  'borders',
  'points',
  'labels',
  'overlays',
  'names',
  'keep-clear',
] as const;
/** The slots of sublayers. The engine itself fills `overlays` with the marks of `overlays:`. */
export type Slot = Exclude<(typeof SLOTS)[number], 'overlays'>;

/** One style layer of a group or base map. The keys are spelt as in MapLibre. */
export interface BundleSublayer {
  readonly id: string;
  readonly type: SublayerType;
  readonly source?: string;
  readonly 'source-layer'?: string;
  /** The source layer with the features themselves, when `source-layer` has their label points. */
  readonly 'feature-layer'?: string;
  readonly slot: Slot;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: Json;
  /**
   * MapLibre values and expressions. Values that depend on the ground are resolved later, when the
   * base map is known.
   */
  readonly paint: Readonly<Record<string, ByGround<Json>>>;
  readonly layout: Readonly<Record<string, ByGround<Json>>>;
  /** False if the layer ignores the pointer and has no popup. */
  readonly interactive: boolean;
  /** For rasters and fills of groups: how the layer changes the ground for labels above it. */
  readonly cover?: ByGround<Cover>;
  /** If true, values by ground depend on the data below the layer instead of the base map. */
  readonly 'over-data'?: true;
  /** Replaces the popup of the group for features of this sublayer. */
  readonly popup?: BundlePopup;
}

/**
 * How a raster or fill covers the base map. This is a type alias, because an interface is not
 * assignable to `Json`.
 */
export type Cover = {
  /** Mean lightness of its colours: CIE L*, 0 to 100. */
  readonly lightness: number;
  /**
   * Opacity by zoom, 0 to 1, without the opacity of the group; interpolated linearly between the
   * pairs.
   */
  readonly opacity: readonly (readonly [zoom: number, opacity: number])[];
};

/** The symbol of a legend row. Opacities are 0 to 1, without the group's opacity; widths are px. */
export type LegendSymbol =
  | {
      readonly type: 'fill';
      readonly color: ByGround<string>;
      readonly opacity: ByGround<number>;
      readonly outline?: ByGround<string>;
      readonly outlineWidth?: ByGround<number>;
      readonly dash?: readonly number[];
      readonly hatch?: boolean;
    }
  | {
      readonly type: 'line';
      readonly color: ByGround<string>;
      readonly opacity: ByGround<number>;
      readonly width: ByGround<number>;
      readonly dash?: readonly number[];
      readonly casing?: ByGround<string>;
      readonly casingWidth?: ByGround<number>;
    }
  | {
      readonly type: 'circle';
      readonly color: ByGround<string>;
      readonly opacity: ByGround<number>;
      readonly radius: ByGround<number>;
      /**
       * The largest radius among the rows that explain sizes. With it, the symbol is drawn in its true
       * size; otherwise it has the size of the other swatches.
       */
      readonly room?: number;
      readonly stroke?: ByGround<string>;
      readonly strokeWidth?: ByGround<number>;
    }
  | { readonly type: 'icon'; readonly icon: ByGround<string>; readonly color?: ByGround<string> }
  | {
      readonly type: 'ramp';
      readonly stops: readonly (readonly [value: number, color: ByGround<string>])[];
      readonly unit?: string;
      /** Opacity of the symbol; default 1. */
      readonly opacity?: number;
    }
  | { readonly type: 'image'; readonly url: string; readonly text: string };

export interface LegendRow {
  readonly label: string;
  readonly symbol: LegendSymbol;
  /** Where features of its class are; undefined if they may be anywhere. */
  readonly places?: readonly Bounds[];
}

/** The information panel of a group. */
export interface BundleInfo {
  readonly description?: RichText;
  readonly provider?: string;
  /** An ISO 8601 date, month or year. */
  readonly date?: string;
  /** The names of the licences of its data. */
  readonly licence?: string;
  /** Ids of the terms of its data. */
  readonly terms?: readonly string[];
  readonly citation?: string;
  readonly caution?: RichText;
  readonly links?: readonly { readonly text: string; readonly url: string }[];
  /** The consents to show its data. */
  readonly consents?: readonly BundleConsent[];
}

/**
 * A group in the list of the panel. A locked group has `locked`, a swatch and a short `info`, but no
 * content.
 */
export interface GroupEntry {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  /** Its names in the other languages, which the filter of the list also finds. */
  readonly otherNames?: readonly string[];
  readonly subtitle?: string;
  readonly order: number;
  /** Ids of countries; absent when the group covers the whole region. */
  readonly coverage?: readonly string[];
  readonly checked?: true;
  readonly open?: true;
  /**
   * The required level, and how it is granted; no level if nobody may see the data. Present only if the
   * reader may not open the group.
   */
  readonly locked?: { readonly level?: string; readonly granted?: string };
  /** The consents that have ended, so that some or all of the data are not shown. */
  readonly ended?: readonly EndedConsent[];
  /** The keys of the granted places to which its features are limited, as in the profile of the account. */
  readonly places?: readonly string[];
  /** True if the consent does not include pages of other sites. */
  readonly notEmbedded?: true;
  /** Only of a locked group: what the group itself declares about its data. */
  readonly info?: Pick<BundleInfo, 'description' | 'provider' | 'consents'>;
  /** The symbols beside the name. */
  readonly swatch?: readonly LegendSymbol[];
  /** Extent of the features of the group, for "zoom to". */
  readonly bounds?: Bounds;
  readonly minzoom?: number;
  /**
   * The id of the project whose panel lists the group. The general layer list does not contain it.
   */
  readonly project?: string;
  /** The general group in whose place this copy is shown while its project is open. */
  readonly replaces?: string;
}

/** The content of a group. Only bundles of readers who may view the group contain it. */
export interface BundleGroup {
  readonly id: string;
  readonly opacity: number;
  /** True if not everyone may view the group. Its legend is hatched. */
  readonly restricted?: true;
  readonly demo?: true;
  readonly sublayers: readonly BundleSublayer[];
  readonly legend: readonly LegendRow[];
  /** True if its legend rows are shown in the entry of the base map. */
  readonly baseMap?: true;
  readonly popup?: BundlePopup;
  readonly info?: BundleInfo;
  readonly attribution?: readonly Attribution[];
}

export interface BundleCategory {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  /**
   * Address of the bundle part with its public content; absent if the category has no public
   * content.
   */
  readonly part?: string;
  readonly groups: readonly GroupEntry[];
}

export interface BundleBaseLayer {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly ground: Ground;
  readonly maxzoom: number;
  /** Address of the round thumbnail, if declared. */
  readonly thumbnail?: string;
  /** Id of a source of type `style`: a complete hosted style under the sublayers. */
  readonly style?: string;
  /** Layer types that are removed from the hosted style. */
  readonly without?: readonly string[];
  readonly sublayers: readonly BundleSublayer[];
  readonly legend?: readonly LegendRow[];
  readonly attribution?: readonly Attribution[];
}

export interface BundleProject {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly order: number;
  /** Id of the category that lists the project. */
  readonly category?: string;
  readonly texts: readonly RichText[];
  readonly link?: { readonly url: string; readonly text: string };
  readonly bounds: Bounds;
  /** Address of its frame (`frameOf`) as GeoJSON; without it, `bounds` is framed. */
  readonly frame?: string;
  /** The bounds of what the frame outlines. */
  readonly outlined?: Bounds;
  readonly thumbnail?: string;
  /** Address of the picture of links to the project. */
  readonly preview?: string;
  /** Groups that are switched on with the project, top first. The app leaves out locked ones. */
  readonly groups: readonly string[];
  /** MapLibre filters by group id; they apply while the project is open. */
  readonly filters?: Readonly<Record<string, Json>>;
}

export interface Attribution {
  readonly text: string;
  readonly url?: string;
}

/** The style of an overlay. Colours are CSS colours, widths px, opacities 0 to 1. */
export interface OverlayStyle {
  readonly color?: ByGround<string>;
  readonly line?: ByGround<string>;
  readonly fill?: ByGround<string>;
  readonly width?: number;
  readonly opacity?: number;
  readonly 'fill-opacity'?: number;
  readonly radius?: number;
  readonly casing?: {
    readonly color: ByGround<string>;
    readonly width: number;
    readonly dash?: readonly number[];
  };
  /** The look of the name; its size is in px. */
  readonly label?: {
    readonly color: ByGround<string>;
    readonly halo: ByGround<string>;
    readonly size: number;
    /** Absent if the theme has no fonts. */
    readonly font?: string;
  };
}

/** A country of the region. */
export interface BundleCountry {
  readonly id: string;
  readonly name: string;
  /** The two-letter code of ISO 3166-1. */
  readonly iso2?: string;
}

/** The public index: everything that lists and the first map need. */
export interface BundleIndex {
  readonly format: number;
  /** Hash of the public bundle in all locales. */
  readonly revision: string;
  readonly locale: string;
  readonly locales: {
    readonly available: readonly { readonly id: string; readonly name: string }[];
    readonly default: string;
    readonly fallback: string;
    readonly session: string;
  };
  /**
   * The words of the interface, without those of the account and contact screens. Those of tools
   * are missing until the application has added them.
   */
  readonly words: Pick<Words, IndexWordKey>;
  /** Address of the `ToolWords`. */
  readonly toolWords: string;
  readonly id: string;
  readonly title: string;
  readonly region: {
    readonly bounds: Bounds;
    readonly countries: readonly BundleCountry[];
  };
  readonly home: Area;
  /** Address of the picture of links to the atlas. */
  readonly preview?: string;
  /** Addresses of the picture beside the title, by ground of the interface. */
  readonly logo?: { readonly light: string; readonly dark: string };
  /** Address of the icon of the browser tab. */
  readonly favicon?: string;
  /** Names of the levels in locked entries. */
  readonly levels: readonly { readonly id: string; readonly name: string }[];
  readonly categories: readonly BundleCategory[];
  readonly baseLayers: readonly BundleBaseLayer[];
  readonly hillshade?: { readonly sublayer: BundleSublayer; readonly checked: boolean };
  readonly projects: readonly BundleProject[];
  readonly notices?: readonly BundleNotice[];
  readonly pages?: readonly BundlePage[];
  /** The terms that the information of groups names. */
  readonly terms?: readonly BundleTerms[];
  readonly account: BundleAccount;
  /** The tools of the toolbar, in its order. */
  readonly tools: readonly BundleTool[];
  /** Sources of the base maps, the hillshade and the checked groups. */
  readonly sources: Readonly<Record<string, BundleSource>>;
  /**
   * The groups that are switched on at the start, so that the first view of the map needs no other
   * part.
   */
  readonly groups: Readonly<Record<string, BundleGroup>>;
  /** The small pictures of the base maps and the checked groups, and those beside names of groups. */
  readonly pictures: Pictures;
  /** Address of the `Thumbnails`; absent if none is small. */
  readonly thumbnails?: string;
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly fonts: readonly string[];
  readonly overlays: Readonly<Record<string, OverlayStyle>>;
  readonly attribution: readonly Attribution[];
  /** Present if the atlas is a static site, without a server. */
  readonly static?: StaticSite;
  /** Limits of the application; `chunkTimeout` is in milliseconds. */
  readonly limits: { readonly chunkTimeout: number };
}

/** The public content of one category. */
export interface BundlePart {
  readonly format: number;
  readonly category: string;
  readonly groups: Readonly<Record<string, BundleGroup>>;
  readonly sources: Readonly<Record<string, BundleSource>>;
  readonly pictures: Pictures;
}

/** The additions for a visitor's levels. An entry replaces the public one with the same id. */
export interface SessionPart {
  readonly format: number;
  /** Hash of this part. */
  readonly revision: string;
  /** Revision of the public bundle that it extends. */
  readonly adds: string;
  readonly levels: readonly string[];
  readonly entries: readonly { readonly category: string; readonly entry: GroupEntry }[];
  /** Categories without public groups, which the public index does not contain. */
  readonly categories: readonly Omit<BundleCategory, 'groups' | 'part'>[];
  readonly groups: Readonly<Record<string, BundleGroup>>;
  readonly sources: Readonly<Record<string, BundleSource>>;
  readonly pictures: Pictures;
  readonly projects: readonly BundleProject[];
  /** All tools for the visitor, in the order of the toolbar; absent if they are the public ones. */
  readonly tools?: readonly BundleTool[];
}

/** The public index with the loaded parts and the session part merged into it. */
export interface AtlasBundle extends BundleIndex {
  /** Ids of the loaded categories. */
  readonly loaded: ReadonlySet<string>;
}

/** What the index of a static site says. */
export interface StaticSite {
  /** The number of files with attributes of a dataset, by dataset. */
  readonly details: Readonly<Record<string, number>>;
}

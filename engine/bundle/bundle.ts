/**
 * The bundle: what a browser receives of an atlas. Plain JSON, resolved, in one language, holding
 * only what its reader may see. Bundles add up: a public index (the same for everyone), one public
 * part per category fetched when needed, and a session part with what the visitor's levels add.
 */

/** Code that meets a bundle of a newer format offers a reload. */
export const BUNDLE_FORMAT = 1;

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** `[west, south, east, north]` in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The brightness of a base map, which colours over it follow. */
export type Ground = 'light' | 'dark';

/**
 * A value that depends on the base map: keys are `light`, `dark` and ids of base layers; the id of
 * the base layer wins over its ground. A plain value holds everywhere.
 */
export type ByGround<T> = T | { readonly 'by-ground': Readonly<Record<string, T>> };

/** Where the map reads. `dataset` names the dataset behind it, when the atlas server keeps it. */
export type BundleSource =
  | ({
      readonly type: 'vector';
      /** Tile addresses, from the site's root or absolute; else `pmtiles`. */
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
  /** Id of the source that is read when this one does not come. */
  readonly else?: string;
  /** A base map that reads it gives way to another when it does not come. */
  readonly fallback?: 'base-layer';
  /** Origins its documents lead to, besides its own. */
  readonly hosts?: readonly string[];
}

export type SublayerType =
  'background' | 'fill' | 'line' | 'circle' | 'symbol' | 'raster' | 'hillshade' | 'color-relief';

/** The storeys of the map, from the ground up; the visitor's order holds within a storey. */
export const SLOTS = ['ground', 'fills', 'water', 'lines', 'borders', 'points', 'labels'] as const;
export type Slot = (typeof SLOTS)[number];

/** One style layer of a group or base map. Keys in MapLibre's spelling. */
export interface BundleSublayer {
  readonly id: string;
  readonly type: SublayerType;
  readonly source?: string;
  readonly 'source-layer'?: string;
  readonly slot: Slot;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: Json;
  /** MapLibre values and expressions; sugar is already resolved except the ground. */
  readonly paint: Readonly<Record<string, ByGround<Json>>>;
  readonly layout: Readonly<Record<string, ByGround<Json>>>;
  /** False: pointer and popup pass through it. */
  readonly interactive: boolean;
  /** Replaces the popup of the group for features of this sublayer. */
  readonly popup?: BundlePopup;
}

/** How one row of the legend is drawn. Opacities 0..1 without the group's opacity; widths in px. */
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
    }
  | {
      readonly type: 'circle';
      readonly color: ByGround<string>;
      readonly opacity: ByGround<number>;
      readonly radius: ByGround<number>;
      readonly stroke?: ByGround<string>;
      readonly strokeWidth?: ByGround<number>;
    }
  | { readonly type: 'icon'; readonly icon: ByGround<string>; readonly color?: ByGround<string> }
  | {
      readonly type: 'ramp';
      readonly stops: readonly (readonly [value: number, color: ByGround<string>])[];
      readonly unit?: string;
      /** 1 when absent. */
      readonly opacity?: number;
    }
  | { readonly type: 'image'; readonly url: string; readonly text: string };

export interface LegendRow {
  readonly label: string;
  readonly symbol: LegendSymbol;
}

/** One attribute in a popup: everything needed to label and format its value. */
export interface PopupRow {
  readonly field: string;
  readonly label: string;
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'list';
  readonly unit?: string;
  /** How to show it: `photos`, `link`, `phone`, `email`. */
  readonly format?: string;
  /** With `photos`: the values are file names, served at `/api/photos/{dataset}/{field}/{file}`. */
  readonly files?: true;
  /** Labels of the values of an enumeration, by the value as text. */
  readonly values?: Readonly<Record<string, string>>;
}

export interface BundlePopup {
  /** Field whose value is the title; the group's name stands in when it is empty. */
  readonly title?: string;
  readonly rows: readonly PopupRow[];
  readonly sections: readonly { readonly heading: string; readonly rows: readonly PopupRow[] }[];
  /** True when some row is not in the tiles and is fetched from `/api/features/{dataset}/{id}`. */
  readonly details: boolean;
}

/** Markdown made safe: blocks of inline runs; links are http, https or mailto only. */
export type RichText = readonly RichBlock[];
export type RichBlock =
  | { readonly type: 'paragraph'; readonly content: readonly RichInline[] }
  | { readonly type: 'heading'; readonly level: 2 | 3; readonly content: readonly RichInline[] }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly items: readonly (readonly RichInline[])[];
    };
export interface RichInline {
  readonly text: string;
  readonly strong?: true;
  readonly em?: true;
  readonly href?: string;
}

/** What stands behind the (i) of a group. */
export interface BundleInfo {
  readonly description?: RichText;
  readonly provider?: string;
  /** ISO 8601, may be a year or a month. */
  readonly date?: string;
  readonly licence?: string;
  readonly citation?: string;
  readonly caution?: RichText;
  readonly links?: readonly { readonly text: string; readonly url: string }[];
}

/** A group as listed on the panel. A locked one has `locked` and nothing of its content. */
export interface GroupEntry {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly subtitle?: string;
  readonly order: number;
  /** Ids of countries; absent when the whole region is meant. */
  readonly coverage?: readonly string[];
  readonly checked?: true;
  readonly open?: true;
  /** Present when the reader may not open it: the level that would, and how it is granted. */
  readonly locked?: { readonly level: string; readonly granted?: string };
  /** Symbol beside the name. */
  readonly swatch?: readonly LegendSymbol[];
  /** Where its features lie, for "zoom to". */
  readonly bounds?: Bounds;
  readonly minzoom?: number;
  /** The project whose story lists it; such a group is not in the general list. */
  readonly project?: string;
}

/** The content of a group: only in bundles of those who may view it. */
export interface BundleGroup {
  readonly id: string;
  readonly opacity: number;
  /** Drawn at less than level-0: its legend is hatched and a shared link says so. */
  readonly restricted?: true;
  readonly demo?: true;
  readonly sublayers: readonly BundleSublayer[];
  readonly legend: readonly LegendRow[];
  readonly popup?: BundlePopup;
  readonly info?: BundleInfo;
  readonly attribution?: readonly Attribution[];
}

export interface BundleCategory {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  /** Address of its public part; absent when nothing public is in it. */
  readonly part?: string;
  readonly groups: readonly GroupEntry[];
}

export interface BundleBaseLayer {
  readonly id: string;
  readonly name: string;
  readonly order: number;
  readonly ground: Ground;
  readonly maxzoom: number;
  /** Address of a round picture, when declared. */
  readonly thumbnail?: string;
  /** Id of a source of type `style`: a whole hosted style under the sublayers. */
  readonly style?: string;
  /** Layer types left out of the hosted style. */
  readonly without?: readonly string[];
  readonly sublayers: readonly BundleSublayer[];
  readonly attribution?: readonly Attribution[];
}

export interface BundleProject {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly name: string;
  readonly order: number;
  /** Id of the category under whose heading the story stands in the list. */
  readonly category?: string;
  readonly texts: readonly RichText[];
  readonly link?: { readonly url: string; readonly text: string };
  readonly bounds: Bounds;
  readonly thumbnail?: string;
  /** Groups switched on when the project is chosen, top first; locked ones are left out by the app. */
  readonly groups: readonly string[];
  /** While chosen, these groups draw only what passes (by group id, MapLibre filter). */
  readonly filters?: Readonly<Record<string, Json>>;
}

export interface Attribution {
  readonly text: string;
  readonly url?: string;
}

/** Stroke and fill of a highlight. Colours CSS, widths px, opacities 0..1. */
export interface OverlayStyle {
  readonly color?: string;
  readonly line?: string;
  readonly fill?: string;
  readonly width?: number;
  readonly opacity?: number;
  readonly 'fill-opacity'?: number;
  readonly radius?: number;
  readonly casing?: {
    readonly color: string;
    readonly width: number;
    readonly dash?: readonly number[];
  };
}

/** The public index: what is needed to list everything and to draw the first map. */
export interface BundleIndex {
  readonly format: number;
  /** Hash of the public bundle in all locales; changes when anything public changes. */
  readonly revision: string;
  readonly locale: string;
  readonly locales: {
    readonly available: readonly { readonly id: string; readonly name: string }[];
    readonly default: string;
    readonly fallback: string;
    readonly session: string;
  };
  readonly id: string;
  readonly title: string;
  readonly region: {
    readonly bounds: Bounds;
    readonly countries: readonly { readonly id: string; readonly name: string }[];
  };
  readonly home: { readonly bounds: Bounds };
  /** Names of the levels a locked entry mentions. */
  readonly levels: readonly { readonly id: string; readonly name: string }[];
  readonly categories: readonly BundleCategory[];
  readonly baseLayers: readonly BundleBaseLayer[];
  readonly hillshade?: { readonly sublayer: BundleSublayer; readonly checked: boolean };
  readonly projects: readonly BundleProject[];
  /** Sources of the base maps, the hillshade and of the checked groups. */
  readonly sources: Readonly<Record<string, BundleSource>>;
  /** The checked groups, so that the first map needs no part. */
  readonly groups: Readonly<Record<string, BundleGroup>>;
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly fonts: readonly string[];
  readonly overlays: Readonly<Record<string, OverlayStyle>>;
  readonly attribution: readonly Attribution[];
  /** Milliseconds. */
  readonly limits: { readonly chunkTimeout: number };
}

/** Everything public of one category. */
export interface BundlePart {
  readonly format: number;
  readonly category: string;
  readonly groups: Readonly<Record<string, BundleGroup>>;
  readonly sources: Readonly<Record<string, BundleSource>>;
}

/** What a visitor's levels add to the public bundle; same ids replace. */
export interface SessionPart {
  readonly format: number;
  /** Hash of this part. */
  readonly revision: string;
  /** The public revision it adds to. */
  readonly adds: string;
  readonly levels: readonly string[];
  readonly entries: readonly { readonly category: string; readonly entry: GroupEntry }[];
  /** Categories that are empty, hence absent, in the public index. */
  readonly categories: readonly Omit<BundleCategory, 'groups' | 'part'>[];
  readonly groups: Readonly<Record<string, BundleGroup>>;
  readonly sources: Readonly<Record<string, BundleSource>>;
  readonly projects: readonly BundleProject[];
}

/** The public index, the parts fetched so far and the session part as one thing. */
export interface AtlasBundle extends BundleIndex {
  /** Category ids whose content is here. */
  readonly loaded: ReadonlySet<string>;
}

/** What the visitor chose; plain data, the other input of `compileStyle`. */
export interface MapState {
  readonly baseLayer: string;
  readonly hillshade: boolean;
  /** Active groups, top first. `opacity` 0..1 is the slider. */
  readonly groups: readonly ActiveGroup[];
  readonly project: string | null;
  /** Ids of sources that did not come: where they have an `else`, that is read. */
  readonly lost?: readonly string[];
}

export interface ActiveGroup {
  readonly id: string;
  readonly visible: boolean;
  readonly opacity: number;
}

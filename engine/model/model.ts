/**
 * The model: a configuration that passed every check, with names replaced by things. Frozen.
 * Every text is complete in every locale; every default is filled in; bounds are normalised.
 */
import type { Bounds, Ground, Json, OverlayStyle, Slot, SublayerType } from '../bundle/bundle.ts';

export type { Bounds, Ground, Json, OverlayStyle, Slot, SublayerType } from '../bundle/bundle.ts';

/** A text in every locale of the atlas. */
export type Text = Readonly<Record<string, string>>;

/** A rung of the ladder of permissions. `rank` 0 is everyone; a higher rank includes the lower. */
export interface Level {
  readonly id: string;
  readonly rank: number;
  readonly name: Text;
  readonly whenDenied: 'lock' | 'hide';
  readonly granted?: 'on-confirmation' | 'by-operator';
}

export type Use = 'view' | 'analyse' | 'download';
export type UsePermission = Readonly<Record<Use, Level>>;

export interface Country {
  readonly id: string;
  readonly iso3?: string;
  readonly name: Text;
}

export type FieldType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'list';

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly label: Text;
  readonly unit?: Text;
  readonly format?: string;
  /** With `format: photos`: the folder of the configuration whose pictures the values name. */
  readonly folder?: string;
  /** The level needed to see it; never below the dataset's own. */
  readonly permission: Level;
  /** Declared domain; null when any value may stand there. */
  readonly values: readonly (string | number | boolean)[] | null;
  /** The class list, or list of words without colours, that declares the domain. */
  readonly classes?: ClassList & { readonly kind: 'values' };
  readonly parse: readonly ('iso' | 'dd/mm/yyyy' | 'mm/dd/yyyy' | 'epoch-ms' | 'epoch-s')[];
  readonly nullValues: readonly (string | number | boolean)[];
}

/** One test of `where` and `only`; all tests of a list must hold. Bounds are inclusive. */
export type Condition = { readonly field: string } & (
  | { readonly kind: 'equals'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'not'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'present'; readonly present: boolean }
);

/** What the features of a file are written in; follows from the ending of its name. */
export type FileFormat = 'geojson' | 'ndjson' | 'csv' | 'shapefile' | 'geopackage';

/** A file of features and how it is read. */
export interface FileLoad {
  readonly kind: 'file';
  readonly file: string;
  readonly format: FileFormat;
  readonly mend?: 'utf8-read-as-latin1';
  /** Of texts in a CSV or the table of a shapefile; absent: what the file says, else UTF-8. */
  readonly encoding?: 'utf-8' | 'windows-1252';
  /** Of a CSV: the columns with degrees east and north. */
  readonly coordinates?: readonly [longitude: string, latitude: string];
  /** Of a CSV: the column with the geometry as WKT. */
  readonly wkt?: string;
  /** Of a CSV whose numbers have a decimal comma. */
  readonly decimal?: 'comma';
  /** Of a GeoPackage; absent: the one it has. */
  readonly layer?: string;
}

/** A file with the cells of a raster. */
export interface RasterFileLoad {
  readonly kind: 'file';
  readonly file: string;
  readonly format: 'geotiff';
}

export type LoadFrom =
  | FileLoad
  | RasterFileLoad
  | { readonly kind: 'table'; readonly table: string }
  | {
      readonly kind: 'service';
      readonly service: Service;
      readonly path: string;
      readonly format: 'geojson' | 'esri-json' | 'list';
      /** Of a list: where its records stand; null when the answer is the list. */
      readonly records: string | null;
      /** Of a list: the fields with degrees east and north. */
      readonly coordinates: readonly [longitude: string, latitude: string];
      /** Milliseconds; absent: only on command. */
      readonly every?: number;
      /** What stands in while the service is off or fails. */
      readonly else?: LoadFrom;
    };

export interface Info {
  readonly description?: Text;
  readonly provider?: Text;
  readonly date?: string;
  readonly licence?: string;
  readonly citation?: Text;
  readonly caution?: Text;
  readonly links: readonly { readonly text: Text; readonly url: string }[];
}

/** What of the features a search looks into, and how it tells of what it finds. */
export interface SearchFeed {
  /** Names of the fields; one above its dataset is searched for those only who may see it. */
  readonly fields: readonly string[];
  /** By locale: the first of these fields that has a value is the title. */
  readonly title: Readonly<Record<string, readonly string[]>>;
  /** A field with numbers: of equally good finds the one with more comes first. */
  readonly rank: string | null;
  /** What a feature is; null: the name of the group that draws it. */
  readonly label: Text | null;
}

export interface Feeds {
  readonly tiles: {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly minzoom: number;
    readonly maxzoom: number;
  } | null;
  readonly geojson: string | null;
  /** The use whose permission the whole dataset as GeoJSON asks for. */
  readonly wholeGeojson: 'view' | 'download';
  readonly wms: string | null;
  readonly search: SearchFeed | null;
  readonly analysis: boolean;
  readonly download: boolean;
}

/** What gives a map the vector tiles of a dataset; all else comes from the store in any case. */
export type Driver =
  | { readonly kind: 'store' }
  | ({
      readonly kind: 'pmtiles';
      /** The layer of the archive that holds the dataset. */
      readonly sourceLayer: string;
    } & (
      | { readonly file: string }
      /** While the service is off the store gives the tiles. */
      | { readonly service: Service; readonly path: string }
    ));

export interface Dataset {
  readonly id: string;
  readonly geometry: 'point' | 'line' | 'polygon' | 'raster';
  readonly permission: UsePermission;
  readonly whenDenied: 'lock' | 'hide';
  readonly load: LoadFrom;
  readonly key: string | null;
  readonly demo: boolean;
  readonly only: readonly Condition[];
  readonly allowEmpty: boolean;
  /** In the order of declaration. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly feeds: Feeds;
  readonly driver: Driver;
  readonly info: Info;
  /** Set on a project's copy `<dataset>@<project>`: the features of `of` that touch `bounds`. */
  readonly cut?: { readonly of: string; readonly project: string; readonly bounds: Bounds };
}

/** A source that no dataset keeps: a foreign server, or a file of the configuration. */
export interface Source {
  readonly id: string;
  readonly type: 'vector' | 'raster' | 'raster-dem' | 'geojson' | 'wms' | 'style';
  readonly file?: string;
  readonly service?: Service;
  readonly path?: string;
  /** A source of a file that is read while the service is off or fails. */
  readonly else?: Source;
  readonly layers?: readonly string[];
  readonly format?: string;
  readonly encoding?: 'terrarium' | 'mapbox';
  readonly tileSize: number;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly bounds?: Bounds;
  /** By source-layer, then field name; null when not declared. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldType>> | null;
  readonly attribution: readonly AttributionText[];
}

export interface Service {
  readonly id: string;
  readonly address: string | null;
  readonly env: string;
  readonly fallback: 'hide' | 'last-load' | 'built-in' | 'base-layer';
  /** What is known of the data it gives. */
  readonly info: Info;
}

export interface AttributionText {
  readonly text: Text;
  readonly url?: string;
}

/** A colour by ground, or one for both. */
export type Color = Readonly<Record<string, string>>;

export interface ClassEntry {
  /** Spellings that mean this class; the first is its key. Empty for `default` and `missing`. */
  readonly values: readonly (string | number | boolean)[];
  /** Keys `light`, `dark`, ids of base layers. */
  readonly color: Color | null;
  readonly shades: Readonly<Record<string, Color>>;
  readonly label: Text;
  /** Path of the picture in the configuration. */
  readonly icon?: string;
}

/** The numbers of a class of steps: `from` up to before `to`. A stop of a ramp is one number. */
export interface Range {
  readonly from: number;
  /** Null: no upper bound. */
  readonly to: number | null;
  readonly unit: Text | null;
}

/** A row of a class list: what features of one class look like. */
export interface Look {
  /** Unique in its list: a value, a lower bound, `@default` or `@missing`. */
  readonly key: string;
  /** Colours, icon and label; a step has no label but its range. */
  readonly entry: ClassEntry;
  readonly range: Range | null;
}

/** A class list as rows: the map, the legend and the WMS are written from them. */
export interface Looks {
  /** Every look once, in the order of the legend. */
  readonly rows: readonly Look[];
  /** Of values that no class names; null: not drawn. */
  readonly rest: Look | null;
  /** Of features without a value; null: not drawn. */
  readonly missing: Look | null;
}

export type ClassList = WrittenClasses & { readonly looks: Looks };

/** A class list as it is written. */
export type WrittenClasses =
  | {
      readonly kind: 'values';
      readonly id: string;
      readonly field: string;
      readonly entries: readonly ClassEntry[];
      /** null: not drawn, no row. */
      readonly default: ClassEntry | null;
      /** null: not drawn, no row; `default` when nulls take the default. */
      readonly missing: ClassEntry | null | 'default';
    }
  | {
      readonly kind: 'steps';
      readonly id: string;
      readonly field: string;
      /** Lower bound of each class and its colour, ascending. */
      readonly steps: readonly (readonly [from: number, color: Color])[];
      readonly missing: ClassEntry | null;
      readonly unit?: Text;
    }
  | {
      readonly kind: 'ramp';
      readonly id: string;
      readonly stops: readonly (readonly [value: number, color: Color])[];
      readonly unit?: Text;
    };

/** A paint or layout value before it becomes a MapLibre expression. */
export type StyleValue =
  | { readonly kind: 'literal'; readonly value: Json }
  | {
      readonly kind: 'classes';
      readonly classes: ClassList;
      readonly field: string;
      readonly shade: string | null;
      /** What of a class the property takes. */
      readonly take: 'color' | 'icon';
    }
  | {
      readonly kind: 'by-zoom';
      readonly stops: readonly (readonly [zoom: number, value: StyleValue])[];
    }
  | {
      readonly kind: 'by-value';
      readonly field: string;
      readonly stops: readonly (readonly [value: number, out: StyleValue])[];
    }
  | { readonly kind: 'field'; readonly field: string }
  | {
      readonly kind: 'field-by-locale';
      readonly byLocale: Readonly<Record<string, string>>;
      readonly default: string | null;
    }
  /** Tokens, `{ light, dark }` and presets end here: the values by ground or base layer. */
  | { readonly kind: 'by-ground'; readonly values: Readonly<Record<string, StyleValue>> };

export interface Popup {
  readonly title: string | null;
  readonly fields: readonly string[];
  readonly sections: readonly { readonly heading: Text; readonly fields: readonly string[] }[];
}

export type SourceRef =
  | {
      readonly kind: 'dataset';
      readonly dataset: Dataset;
      readonly feed: 'tiles' | 'geojson' | 'wms';
    }
  | { readonly kind: 'source'; readonly source: Source; readonly sourceLayer: string | null }
  | { readonly kind: 'none' };

export interface Sublayer {
  readonly id: string;
  /** The id as written, when a template or `for` made `<country>-<id>` of it; else the id. */
  readonly declaredId: string;
  readonly country: Country | null;
  readonly type: SublayerType;
  readonly source: SourceRef;
  readonly slot: Slot;
  readonly label: Text | null;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly where: readonly Condition[];
  readonly filter: Json | null;
  readonly paint: Readonly<Record<string, StyleValue>>;
  readonly layout: Readonly<Record<string, StyleValue>>;
  readonly interactive: boolean;
  readonly popup: Popup | null;
  readonly legend: LegendMode;
  /** Opacity of its legend rows, 0..1; that of its paint when absent. */
  readonly legendOpacity?: number;
  /** How the server colours the pixels of an own raster; of a foreign one, its legend only. */
  readonly rasterClasses: ClassList | null;
  /** On the line made by `outline`: the id of its fill. */
  readonly outlineOf: string | null;
  /** On the line made by `outline`: the paint of its fill, whose classes say what is drawn. */
  readonly fillPaint?: Sublayer['paint'];
}

export type LegendMode =
  | { readonly kind: 'auto' }
  | { readonly kind: 'none' }
  | { readonly kind: 'source' }
  | { readonly kind: 'image'; readonly image: Text; readonly text: Text };

export interface Group {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly name: Text;
  readonly subtitle: Text | null;
  readonly category: Category;
  readonly order: number;
  readonly checked: boolean;
  readonly open: boolean;
  readonly opacity: number;
  readonly coverage: readonly Country[] | 'all';
  /** The strictest of its datasets and of the fields its style reads, possibly tightened. */
  readonly permission: Level;
  readonly whenDenied: 'lock' | 'hide';
  readonly popup: Popup | null;
  readonly legend: LegendMode;
  readonly info: Info;
  readonly sublayers: readonly Sublayer[];
  /** Set on a project's own copies; they stand in its story only. */
  readonly project: string | null;
}

export interface Category {
  readonly id: string;
  readonly order: number;
  readonly name: Text;
}

export interface BaseLayer {
  readonly id: string;
  readonly order: number;
  readonly name: Text;
  readonly ground: Ground;
  readonly maxzoom: number;
  readonly style: Source | null;
  readonly without: readonly string[];
  readonly thumbnail: string | null;
  readonly sublayers: readonly Sublayer[];
  readonly attribution: readonly AttributionText[];
}

export interface Project {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly order: number;
  readonly name: Text;
  /** Under whose heading the story stands in the list; null for the picker only. */
  readonly category: Category | null;
  /** Markdown. */
  readonly texts: readonly Text[];
  readonly link: { readonly url: string; readonly text: Text } | null;
  readonly extent: Bounds;
  readonly thumbnail: string | null;
  /** Top first. */
  readonly groups: readonly Group[];
  readonly filters: ReadonlyMap<string, readonly Condition[]>;
}

export interface AtlasModel {
  readonly id: string;
  readonly title: Text;
  readonly locales: {
    readonly available: readonly string[];
    readonly default: string;
    readonly fallback: string;
    readonly session: string;
  };
  readonly region: { readonly bounds: Bounds; readonly countries: readonly Country[] };
  readonly home: Bounds;
  /** Lowest first. */
  readonly levels: readonly Level[];
  readonly roles: readonly string[];
  readonly categories: readonly Category[];
  readonly services: readonly Service[];
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly classes: ReadonlyMap<string, ClassList>;
  /** In panel order: category, order, id. Project copies included. */
  readonly groups: readonly Group[];
  readonly baseLayers: readonly BaseLayer[];
  readonly hillshade: {
    readonly source: Source;
    readonly paint: Readonly<Record<string, StyleValue>>;
    readonly checked: boolean;
  } | null;
  readonly projects: readonly Project[];
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly fonts: readonly string[];
  readonly icons: string | null;
  readonly overlays: Readonly<Record<string, OverlayStyle>>;
  /** Milliseconds. */
  readonly limits: { readonly chunkTimeout: number };
  readonly attribution: readonly AttributionText[];
}

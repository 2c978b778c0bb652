/**
 * The model: a configuration that passed every check, with references resolved. It is frozen. Every
 * text exists in every locale, defaults are filled in, and bounds are normalised.
 */
import type { Bounds, Ground, Json } from '../basics/values.ts';
import type { OverlayStyle, Slot, SublayerType } from '../bundle/bundle.ts';
import type { AnyWordKey, AllWords } from '../bundle/words.ts';
import type { Category } from './category.ts';
import type { Consent } from './consent.ts';
import type { DerivedLayer } from './derived.ts';
import type { Form } from './forms.ts';
import type { BrandPicture } from './brand-picture.ts';
import type { Feeds } from './feeds.ts';
import type { FileLoad, RasterFileLoad } from './file-load.ts';
import type { PixelValues } from './pixel-values.ts';
import type { Level } from './level.ts';
import type { Notice, Page, Terms, Text } from './texts.ts';
import type { Limits, Tools } from './tools.ts';

export type { Category } from './category.ts';
export type { Notice, Page, Terms, Text } from './texts.ts';
export type * from './consent.ts';
export type * from './feeds.ts';
export type * from './file-load.ts';
export type { Form, FormField } from './forms.ts';
export type { Level } from './level.ts';
export type { Tools } from './tools.ts';

export type { Bounds, Ground, Json } from '../basics/values.ts';
export type { OverlayStyle, Slot, SublayerType } from '../bundle/bundle.ts';

export type Use = 'view' | 'analyse' | 'download';
export type UsePermission = Readonly<Record<Use, Level>>;

export interface Country {
  readonly id: string;
  readonly iso2?: string;
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
  /** The language of a free text: a language code, or the field with the code of each feature. */
  readonly language?: string | { readonly field: string };
  /** With `format: photos`: the folder of the configuration with the files that the values name. */
  readonly folder?: string;
  /** The level required to view the field; at least the dataset's own. */
  readonly permission: Level;
  /** The allowed values; null if any value is allowed. */
  readonly values: readonly (string | number | boolean)[] | null;
  /** The class list that declares the values, or a list of labels without colours. */
  readonly classes?: ClassList & { readonly kind: 'values' };
  /** For booleans: words that data may use for true and false, in lower case. */
  readonly booleans?: Readonly<Record<string, boolean>>;
  readonly parse: readonly ('iso' | 'dd/mm/yyyy' | 'mm/dd/yyyy' | 'epoch-ms' | 'epoch-s')[];
  readonly nullValues: readonly (string | number | boolean)[];
}

/** A condition of `where` and `only`; all conditions of a list must hold. Bounds are inclusive. */
export type Condition = { readonly field: string } & (
  | { readonly kind: 'equals'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'not'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'range'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'present'; readonly present: boolean }
);

export type LoadFrom =
  | FileLoad
  | RasterFileLoad
  | { readonly kind: 'table'; readonly table: string }
  | {
      readonly kind: 'service';
      readonly service: Service;
      readonly path: string;
      readonly format: 'geojson' | 'esri-json' | 'list';
      /** For a list: the path of its records; null when the response is the list. */
      readonly records: string | null;
      /** For a list: the fields of longitude and latitude in degrees. */
      readonly coordinates: readonly [longitude: string, latitude: string];
      /** Milliseconds between two requests; without it, only `atlas load` requests data. */
      readonly every?: number;
      /** Replaces the service while it is off or fails. */
      readonly fallback?: LoadFrom;
    };

export interface Info {
  readonly description?: Text;
  readonly provider?: Text;
  readonly date?: string;
  /** The name of a licence. Data have a licence, terms, or neither. */
  readonly licence?: string;
  readonly terms?: Terms;
  readonly citation?: Text;
  readonly caution?: Text;
  readonly links: readonly { readonly text: Text; readonly url: string }[];
}

/** The provider of a dataset's vector tiles. All other requests use the store. */
export type Driver =
  | { readonly kind: 'store' }
  | ({
      readonly kind: 'pmtiles';
      /** The layer of the archive that contains the dataset. */
      readonly sourceLayer: string;
    } & (
      | { readonly file: string }
      /** While the service is off, the store provides the tiles. */
      | { readonly service: Service; readonly path: string }
    ));

export interface Dataset {
  readonly id: string;
  readonly geometry: 'point' | 'line' | 'polygon' | 'raster';
  readonly permission: UsePermission;
  readonly whenDenied: 'lock' | 'hide';
  /** What readers with a level for an area receive of a shape that crosses its border. */
  readonly border: 'whole' | 'clip';
  /** Absent for data that need no consent. */
  readonly consent?: Consent;
  readonly load: LoadFrom;
  readonly key: string | null;
  readonly demo: boolean;
  readonly only: readonly Condition[];
  readonly allowEmpty: boolean;
  /** The fields by name, in the order of declaration. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly feeds: Feeds;
  readonly driver: Driver;
  /** What the sublayers draw besides the features. */
  readonly derived: readonly DerivedLayer[];
  /**
   * What the configuration asks of the features: declared values, classes, conditions of sublayers and
   * projects. A tile with a selection of the features keeps one for each.
   */
  readonly asks: readonly (readonly Condition[])[];
  readonly info: Info;
  /** Only for a raster whose values are not those of its pixels, or that has a unit. */
  readonly pixels?: PixelValues;
  /**
   * Only for a project's copy `<dataset>@<project>`, which contains the features of `of` that
   * intersect `bounds`.
   */
  readonly within?: { readonly of: string; readonly project: string; readonly bounds: Bounds };
}

/** A source that is not a dataset: an external server, or a file of the configuration. */
export interface Source {
  readonly id: string;
  readonly type: 'vector' | 'raster' | 'raster-dem' | 'geojson' | 'wms' | 'style';
  readonly file?: string;
  readonly service?: Service;
  readonly path?: string;
  /** A source of the atlas that replaces this source while the service is off or fails. */
  readonly fallback?: Source;
  readonly layers?: readonly string[];
  readonly format?: string;
  readonly encoding?: 'terrarium' | 'mapbox';
  readonly tileSize: number;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly fadeFrom?: number; // the zoom from which its layers fade out
  readonly bounds?: Bounds;
  /** The fields by source layer, then by name; null if they are not declared. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, FieldType>> | null;
  readonly attribution: readonly AttributionText[];
}

export interface Service {
  readonly id: string;
  readonly address: string | null;
  readonly env: string;
  readonly fallback: 'hide' | 'last-load' | 'built-in' | 'base-layer';
  /** Information about the data that the source provides. */
  readonly info: Info;
}

export interface AttributionText {
  readonly text: Text;
  readonly url?: string;
}

/** Colours by ground. The keys are `light`, `dark` and ids of base layers. */
export type Color = Readonly<Record<string, string>>;

export interface ClassEntry {
  /** Spellings of the class's value; the first is its key. Empty for `default` and `missing`. */
  readonly values: readonly (string | number | boolean)[];
  /** The colour of the class; null if the class has no colour. */
  readonly color: Color | null;
  readonly shades: Readonly<Record<string, Color>>;
  readonly label: Text;
  /** Path of the image in the configuration. */
  readonly icon?: string;
}

/** The numbers of a class of steps: `from` included, `to` excluded. A stop of a ramp has equal bounds. */
export interface Range {
  readonly from: number;
  /** The upper bound; null if there is none. */
  readonly to: number | null;
  readonly unit: Text | null;
}

/** A row of a class list: the appearance of the features of one class. */
export interface Look {
  /** The key of the look, unique in its list: a value, a lower bound, `@default` or `@missing`. */
  readonly key: string;
  /** Colours, icon and label. The label of a step is its range. */
  readonly entry: ClassEntry;
  readonly range: Range | null;
}

/** A class list as rows, from which the map, the legend and the WMS are compiled. */
export interface Looks {
  /** All looks, each once, in the order of the legend. */
  readonly rows: readonly Look[];
  /** The look of values without a class; null when they are not drawn. */
  readonly rest: Look | null;
  /** The look of features without a value; null when they are not drawn. */
  readonly missing: Look | null;
}

export type ClassList = WrittenClasses & { readonly looks: Looks };

/** A class list as declared in the configuration. */
export type WrittenClasses =
  | {
      readonly kind: 'values';
      readonly id: string;
      readonly field: string;
      readonly entries: readonly ClassEntry[];
      /** The class of other values. Null if they are not drawn and have no legend row. */
      readonly default: ClassEntry | null;
      /**
       * The class of features without a value. Null if they are not drawn and have no legend row;
       * `default` if they use the default class.
       */
      readonly missing: ClassEntry | null | 'default';
    }
  | {
      readonly kind: 'steps';
      readonly id: string;
      readonly field: string;
      /** Lower bound and colour of each class, ascending. */
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

/** A paint or layout value before it is compiled to a MapLibre expression. */
export type StyleValue =
  | { readonly kind: 'literal'; readonly value: Json }
  | {
      readonly kind: 'classes';
      readonly classes: ClassList;
      readonly field: string;
      readonly shade: string | null;
      /** The part of a class that the property uses: its colour or its icon. */
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
      readonly fallback: string | null;
    }
  /** The diameter in px of a circle with its stroke. */
  | { readonly kind: 'diameter'; readonly radius: StyleValue; readonly stroke: StyleValue }
  /** Values by ground or base layer, from tokens, `{ light, dark }` and presets. */
  | { readonly kind: 'by-ground'; readonly values: Readonly<Record<string, StyleValue>> };

/** In the popup of a sublayer, null means that the value of the group's popup is used. */
export interface Popup {
  /** The fields of the title by locale; the first one with a value is shown. */
  readonly title: Readonly<Record<string, readonly string[]>> | null;
  readonly fields: readonly string[] | null;
  readonly sections: readonly PopupSection[] | null;
}

export interface PopupSection {
  readonly heading: Text;
  readonly fields: readonly string[];
}

export type SourceRef =
  | {
      readonly kind: 'dataset';
      readonly dataset: Dataset;
      readonly feed: 'tiles' | 'geojson' | 'wms';
      /** The name of the derived layer that is drawn; without it, the features are. */
      readonly derived?: string;
    }
  | { readonly kind: 'source'; readonly source: Source; readonly sourceLayer: string | null }
  | { readonly kind: 'none' };

export interface Sublayer {
  readonly id: string;
  /** The declared id, if a template or `for` changed it to `<country>-<id>`; otherwise the id. */
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
  /** For label points: the diameter in px of the circle that must fit into the polygon. */
  readonly room?: number;
  readonly paint: Readonly<Record<string, StyleValue>>;
  readonly layout: Readonly<Record<string, StyleValue>>;
  readonly interactive: boolean;
  readonly popup: Popup | null;
  readonly legend: LegendMode;
  /** Opacity of its legend rows, 0 to 1; default: that of its paint. */
  readonly legendOpacity?: number;
  /** The ground for labels above a raster or fill. By default, it is derived from the colours. */
  readonly ground?: Ground;
  /** Whether its values by ground depend on the rasters and fills below it. */
  readonly overData: boolean;
  /** Classes that colour the pixels of a raster dataset, or the legend of an external raster. */
  readonly rasterClasses: ClassList | null;
  /** For those of `outline`, `inner-band`, `casing` and `clear`: the id of their fill, line or circle. */
  readonly outlineOf: string | null;
  /** True for the sublayers of `inner-band`. */
  readonly isBand?: true;
  /** For these sublayers: the paint of that one, whose classes determine what is drawn. */
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
  readonly keywords: Text | null;
  readonly category: Category;
  readonly order: number;
  readonly checked: boolean;
  readonly open: boolean;
  readonly opacity: number;
  readonly coverage: readonly Country[] | 'all';
  /** The strictest permission of its datasets and of the fields in its style, or a stricter one. */
  readonly permission: Level;
  readonly whenDenied: 'lock' | 'hide';
  readonly popup: Popup | null;
  readonly legend: LegendMode;
  /** True if its legend rows are shown in the entry of the base map. */
  readonly baseMap: boolean;
  readonly info: Info;
  readonly sublayers: readonly Sublayer[];
  /** The consents that have ended, so that their data are not among the sublayers. */
  readonly ended?: readonly Consent[];
  /** The keys of the places to which its features are limited, for an account with grants in places. */
  readonly places?: readonly string[];
  /** For a project's copy that only the panel of the project lists: the project. Otherwise null. */
  readonly project: string | null;
  /**
   * Id of the general group in whose place this copy is shown while its project is open. Null for
   * groups, and for copies with a name of their own.
   */
  readonly replaces: string | null;
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
  /** The level required for the project and its copies of groups. */
  readonly permission: Level;
  /** The category that lists the project; null if only the project picker lists it. */
  readonly category: Category | null;
  /** The paragraphs, in Markdown. */
  readonly texts: readonly Text[];
  readonly link: { readonly url: string; readonly text: Text } | null;
  readonly extent: Bounds;
  readonly thumbnail: string | null;
  /** The picture of links to the project. */
  readonly preview?: string;
  /** The groups of the project, top first. */
  readonly groups: readonly Group[];
  readonly filters: ReadonlyMap<string, readonly Condition[]>;
  /** The features whose joint outline frames the project; null: the extent is framed. */
  readonly outline: { readonly dataset: Dataset; readonly where: readonly Condition[] } | null;
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
  /** The words of the interface by language, complete in each. */
  readonly words: Readonly<Record<string, AllWords>>;
  /** The words that are taken from another language, by language. */
  readonly missingWords: Readonly<Record<string, readonly AnyWordKey[]>>;
  readonly region: {
    readonly bounds: Bounds;
    readonly countries: readonly Country[];
    /** The IANA name of the time zone in which days end. */
    readonly timeZone: string;
  };
  readonly home: Bounds;
  /** The lowest zoom at which the map shows `home`. */
  readonly homeMinzoom?: number;
  /** The picture of links to the atlas. */
  readonly homePreview?: string;
  /** The picture beside the title, by ground of the interface. */
  readonly logo?: { readonly light: BrandPicture; readonly dark: BrandPicture };
  /** The icon of the browser tab. */
  readonly favicon?: BrandPicture;
  /** The permission levels, lowest first. */
  readonly levels: readonly Level[];
  readonly roles: readonly string[];
  readonly categories: readonly Category[];
  readonly terms: readonly Terms[];
  readonly services: readonly Service[];
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly classes: ReadonlyMap<string, ClassList>;
  /** The groups, with the copies of projects, by category, order and id, as in the layer list. */
  readonly groups: readonly Group[];
  readonly baseLayers: readonly BaseLayer[];
  readonly hillshade: {
    readonly source: Source;
    readonly paint: Readonly<Record<string, StyleValue>>;
    /** The zoom from which it is not drawn; null without a limit. */
    readonly maxzoom: number | null;
    readonly checked: boolean;
  } | null;
  readonly projects: readonly Project[];
  readonly notices: readonly Notice[];
  readonly pages: readonly Page[];
  readonly forms: readonly Form[];
  readonly tokens: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly fonts: readonly string[];
  readonly icons: string | null;
  readonly overlays: Readonly<Record<string, OverlayStyle>>;
  readonly tools: Tools;
  readonly limits: Limits;
  readonly attribution: readonly AttributionText[];
}

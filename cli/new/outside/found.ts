/** What `atlas new` finds outside of files of features. */
import type { Bounds, FieldType } from 'atlas-engine';
import type { Classes } from '../choose-classes.ts';
import type { PlacedData } from '../place-data.ts';
import type { FeatureSurvey, SurveyedField } from '../survey.ts';

export type Geometry = FeatureSurvey['geometry'];

/** A credit, as its owner words it. */
export interface Credit {
  readonly text: string;
  readonly url?: string;
}

/** Where the map or the server reads: a file, or an address whose service begins with `root`. */
export type Origin =
  { readonly data: PlacedData } | { readonly address: string; readonly root: string };

/** What describes the data, in the words of their owner. */
interface Described {
  /** The name in the layer list. */
  readonly title: string;
  /** The name from which the id is made. */
  readonly name: string;
  readonly description?: string;
  readonly provider?: string;
  /** Sentences for the author. */
  readonly notes: readonly string[];
}

/** A layer inside of vector tiles. */
export interface FoundLayer {
  readonly name: string;
  readonly geometry: Geometry;
  readonly fields: readonly SurveyedField[];
}

/** Tiles or pictures that the map reads by itself. */
export interface FoundSource extends Described {
  readonly kind: 'source';
  readonly type: 'vector' | 'raster' | 'raster-dem' | 'wms';
  readonly origin: Origin;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly bounds?: Bounds;
  readonly credits: readonly Credit[];
  readonly tileSize?: 512;
  readonly encoding?: 'mapbox' | 'terrarium';
  /** For vector tiles: the layer to draw. */
  readonly layer?: FoundLayer;
  /** For a WMS: the layer, and the format of its pictures if it is not PNG. */
  readonly wms?: {
    readonly layer: string;
    readonly format?: 'image/jpeg' | 'image/webp';
    readonly hasLegend: boolean;
  };
}

/** Features that the server loads from a service. */
export interface FoundDataset extends Described {
  readonly kind: 'dataset';
  readonly origin: Extract<Origin, { readonly address: string }>;
  readonly survey: FeatureSurvey;
  /** The classes or the colour with which the service draws the features, for a given id of classes. */
  readonly classes: (id: string, locales: readonly string[]) => Classes | null;
  readonly color?: string;
  readonly key?: string;
  /** The field that names a feature. */
  readonly titleField?: string;
}

/** The types of fields in the metadata of tiles. */
export const TYPES_OF_TILES: Readonly<Record<string, FieldType>> = {
  number: 'number',
  string: 'text',
  boolean: 'boolean',
};

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { parse } from 'yaml';
import type { Json } from 'atlas-engine/runtime';

/**
 * The reader of the atlas and the state of the map: `state.yaml` of a case. All keys are optional.
 */
export interface CaseState {
  /** Language; default `en`. */
  readonly locale: string;
  /** Id of a level; default: the lowest. */
  readonly level: string;
  /** Addresses of the active services, by id. */
  readonly services: Readonly<Record<string, string>>;
  /** Id of a base map; default `day`. */
  readonly base: string;
  /** Whether the hillshade is on. The default is off. */
  readonly hillshade: boolean;
  /** Id of the open project. */
  readonly project: string | null;
  /** The active groups, top first; null means all groups of the panel. */
  readonly groups: readonly CaseGroup[] | null;
  /** Ids of sources that fail to load. */
  readonly lost: readonly string[];
  /** Documents of hosted styles, by the id of their source. */
  readonly documents: Readonly<Record<string, StyleSpecification>>;
  /** The features under the pointer, topmost first. */
  readonly click: readonly CaseFeature[];
  /** The server's response to a request for more attributes of a feature. */
  readonly details: Readonly<Record<string, Json>> | undefined;
  /** The drawing of the map and of the WMS to compare. */
  readonly pixels: CasePixels | undefined;
}

/** Features of a dataset, or cells of a raster, at zooms of the map. */
export interface CasePixels {
  readonly dataset: string;
  /** The zooms. The legend must match the last one. */
  readonly zooms: readonly number[];
  readonly features: readonly CasePixel[];
}

export interface CasePixel {
  /** The attributes of the feature, or `value` for a cell. */
  readonly has: Readonly<Record<string, Json>>;
  /** Label of its row in the legend. */
  readonly row?: string;
}

/** A group by its id, optionally hidden or with an opacity (0 to 1) other than its own. */
export type CaseGroup =
  string | { readonly id: string; readonly opacity?: number; readonly hidden?: true };

/** A feature as the map reports it. */
export interface CaseFeature {
  /** Id of the style layer that drew it. */
  readonly layer: string;
  readonly id?: number;
  readonly properties: Readonly<Record<string, Json>>;
}

const DEFAULTS: CaseState = {
  locale: 'en',
  level: 'open',
  services: {},
  base: 'day',
  hillshade: false,
  project: null,
  groups: null,
  lost: [],
  documents: {},
  click: [],
  details: undefined,
  pixels: undefined,
};

/**
 * Reads `state.yaml` of a case, if it exists, and overrides its keys with those of
 * `state.<variant>.yaml`. Throws when the file of the variant is missing or a key is unknown.
 */
export function readState(dir: string, variant: string): CaseState {
  const shared = join(dir, 'state.yaml');
  const paths = [
    ...(existsSync(shared) ? [shared] : []),
    ...(variant === '' ? [] : [join(dir, `state.${variant}.yaml`)]),
  ];
  const given = paths.map((path) => parse(readFileSync(path, 'utf8')) as Partial<CaseState>);
  const state: CaseState = Object.assign({}, DEFAULTS, ...given);
  const unknown = Object.keys(state).filter((key) => !(key in DEFAULTS));
  if (unknown.length > 0) throw new Error(`${dir}: unknown ${unknown.join(', ')}`);
  return state;
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { parse } from 'yaml';
import type { Json } from 'atlas-engine/runtime';

/** Who reads the atlas and what they chose: `state.yaml` of a case. Everything has a default. */
export interface CaseState {
  /** Language; `en`. */
  readonly locale: string;
  /** Id of a level; the lowest. */
  readonly level: string;
  /** Addresses of the outside services that are switched on. */
  readonly services: Readonly<Record<string, string>>;
  /** Id of a base map; `day`. */
  readonly base: string;
  /** Off. */
  readonly hillshade: boolean;
  /** Id of the chosen project. */
  readonly project: string | null;
  /** What is switched on, top first; every group of the panel when left out. */
  readonly groups: readonly CaseGroup[] | null;
  /** Ids of sources that do not come. */
  readonly lost: readonly string[];
  /** Documents of hosted styles, by the id of their source. */
  readonly documents: Readonly<Record<string, StyleSpecification>>;
  /** What lies under the pointer, topmost first. */
  readonly click: readonly CaseFeature[];
  /** What the server answers when it is asked for more of a feature. */
  readonly details: Readonly<Record<string, Json>> | undefined;
  /** What is drawn on the map and by the WMS, to be compared. */
  readonly pixels: CasePixels | undefined;
}

/** Features of a dataset, or cells of a raster, at zooms of the map. */
export interface CasePixels {
  readonly dataset: string;
  /** The legend shows things as they are at the last of them. */
  readonly zooms: readonly number[];
  readonly features: readonly CasePixel[];
}

export interface CasePixel {
  /** Attributes of the feature; `value` of a cell. */
  readonly has: Readonly<Record<string, Json>>;
  /** Label of its row in the legend. */
  readonly row?: string;
}

/** A group by its id; with the slider (0..1) where it is not that of the group, or hidden. */
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
 * Reads `state.yaml` of a case, where there is one, and `state.<variant>.yaml` over it. Throws where
 * the file of the variant is missing or a key has no meaning.
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

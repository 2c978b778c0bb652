import type { Json } from '../basics/values.ts';
import type { AtlasBundle, BundleSublayer } from '../bundle/bundle.ts';
import { parseStyleLayerId } from './layer-id.ts';

/** A feature as MapLibre reports it. */
export interface RenderedFeature {
  readonly layer: { readonly id: string };
  readonly source: string;
  readonly sourceLayer?: string;
  readonly id?: string | number;
  readonly properties: Readonly<Record<string, Json>>;
  readonly geometry: { readonly type: string };
}

/** A feature under the pointer, with the group and sublayer that drew it. */
export interface FeatureHit {
  readonly group: string;
  readonly sublayer: string;
  readonly source: string;
  /** Dataset of the source; absent for external sources. */
  readonly dataset?: string;
  /**
   * The id of the feature; empty if the source has no ids. The server then cannot provide more
   * attributes.
   */
  readonly id: string;
  readonly properties: Readonly<Record<string, Json>>;
  /** The geometry of the part in one tile. */
  readonly geometry: RenderedFeature['geometry'];
}

/**
 * Returns the hits among the features under the pointer, topmost first. Parts of one feature in
 * several tiles, or drawn by several sublayers of a group, are one hit. Sublayers that are not
 * interactive are ignored.
 */
export function identify(bundle: AtlasBundle, features: readonly RenderedFeature[]): FeatureHit[] {
  const seen = new Set<string>();
  return features.flatMap((feature) => {
    const name = parseStyleLayerId(feature.layer.id);
    if (name?.kind !== 'group') return [];
    if (!findSublayer(bundle, name.owner, name.sublayer)?.interactive) return [];
    const dataset = bundle.sources[feature.source]?.dataset;
    const key = JSON.stringify([
      name.owner,
      dataset ?? [feature.source, feature.sourceLayer ?? ''],
      feature.id === undefined ? feature.properties : String(feature.id),
    ]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [
      {
        group: name.owner,
        sublayer: name.sublayer,
        source: feature.source,
        ...(dataset === undefined ? {} : { dataset }),
        id: feature.id === undefined ? '' : String(feature.id),
        properties: feature.properties,
        geometry: feature.geometry,
      },
    ];
  });
}

/** Returns a sublayer of a group; undefined when it does not exist. */
export function findSublayer(
  bundle: AtlasBundle,
  group: string,
  sublayer: string,
): BundleSublayer | undefined {
  return bundle.groups[group]?.sublayers.find(({ id }) => id === sublayer);
}

import type { AtlasBundle, BundleSublayer, Json } from '../bundle/bundle.ts';
import { parseStyleLayerId } from './layer-id.ts';

/** What the map says is under the pointer, topmost first. */
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
  /** Dataset behind the source; absent over foreign sources. */
  readonly dataset?: string;
  /** Empty when the source gives none; then nothing more can be asked about it. */
  readonly id: string;
  readonly properties: Readonly<Record<string, Json>>;
  /** Of the piece that lies in one tile. */
  readonly geometry: RenderedFeature['geometry'];
}

/**
 * Names what was hit: topmost first; the pieces of one feature in several tiles, or drawn by
 * several sublayers of a group, are one hit; sublayers that are not interactive are passed through.
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

/** A sublayer of a group; undefined when the bundle has none such. */
export function findSublayer(
  bundle: AtlasBundle,
  group: string,
  sublayer: string,
): BundleSublayer | undefined {
  return bundle.groups[group]?.sublayers.find(({ id }) => id === sublayer);
}

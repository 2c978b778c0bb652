import type { AtlasBundle, Json } from '../bundle/bundle.ts';
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
  readonly id: string;
  readonly properties: Readonly<Record<string, Json>>;
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
    const group = name?.kind === 'group' ? bundle.groups[name.owner] : undefined;
    const sublayer = group?.sublayers.find(({ id }) => id === name!.sublayer);
    if (!name || !sublayer?.interactive) return [];
    const id = feature.id === undefined ? JSON.stringify(feature.properties) : String(feature.id);
    const key = `${name.owner}|${feature.source}|${feature.sourceLayer ?? ''}|${id}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const dataset = bundle.sources[feature.source]?.dataset;
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

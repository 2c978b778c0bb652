import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { BundleBaseLayer } from '../bundle/bundle.ts';
import { styleLayerId } from './layer-id.ts';
import { present } from '../basics/present.ts';

/** A hosted style in two parts; the data of the atlas is drawn between them. */
export interface HostedStyle {
  readonly below: readonly LayerSpecification[];
  /** The first symbol layer of the style, and all layers above it. */
  readonly above: readonly LayerSpecification[];
  readonly sources: StyleSpecification['sources'];
  readonly root: Pick<StyleSpecification, 'glyphs' | 'sprite'>;
}

const NOTHING: HostedStyle = { below: [], above: [], sources: {}, root: {} };

/**
 * Prepares a hosted style for use with the atlas's own layers: adds the base layer's prefix to ids
 * and removes the layer types of `without`. Returns an empty style without a document.
 */
export function prepareHostedStyle(
  hosted: StyleSpecification | undefined,
  base: BundleBaseLayer,
): HostedStyle {
  if (!hosted) return NOTHING;
  const name = (id: string): string =>
    styleLayerId({ kind: 'hosted', owner: base.id, sublayer: id });
  const left = hosted.layers.filter(({ type }) => !base.without?.includes(type));
  const layers = left.map(
    (layer) =>
      ({
        ...layer,
        id: name(layer.id),
        ...('source' in layer ? { source: name(layer.source) } : {}),
      }) as LayerSpecification, // Spreading a union gives a union, but TypeScript widens it.
  );
  const symbol = layers.findIndex(({ type }) => type === 'symbol');
  const place = symbol < 0 ? layers.length : symbol;
  const used = new Set(layers.flatMap((layer) => ('source' in layer ? [layer.source] : [])));
  const sources = Object.entries(hosted.sources)
    .map(([id, source]) => [name(id), source] as const)
    .filter(([id]) => used.has(id));
  const { glyphs, sprite } = hosted;
  return {
    below: layers.slice(0, place),
    above: layers.slice(place),
    sources: Object.fromEntries(sources),
    root: present({ glyphs, sprite }),
  };
}

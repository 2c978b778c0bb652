/** The overlays of the tools as layers of deck.gl, between the layers of the map's style. */
import type { Layer } from '@deck.gl/core';
import type { RenderedFeature } from 'atlas-engine/runtime';
import { MapLibreOverlay } from '@deck.gl/maplibre';
import type { IControl, Map as GlMap } from 'maplibre-gl';
import { markLayers } from './mark-layers.ts';
import type { Mark } from './mark.ts';

/** So many layers, which a drawn area or a small file has, are prepared at once. */
const AT_ONCE = 6;

/** The largest number of features that one click reports. */
const DEPTH = 12;

/** Makes the control that draws layers of deck.gl on a map. */
export type MakeOverlay = (
  props: ConstructorParameters<typeof MapLibreOverlay>[0],
) => Pick<MapLibreOverlay, 'setProps' | 'pickMultipleObjects'> & IControl;

export class DeckMarks {
  private readonly map: GlMap;
  private readonly overlay: ReturnType<MakeOverlay>;
  private marks: readonly Mark[] = [];
  /** The layers to draw, and those that are drawn. */
  private layers: readonly Layer[] = [];
  private drawn: readonly Layer[] = [];
  private frame = 0;

  constructor(map: GlMap, makeOverlay: MakeOverlay = (props) => new MapLibreOverlay(props)) {
    this.map = map;
    this.overlay = makeOverlay({
      interleaved: true,
      layers: [],
      // Everything is in one plane and drawn from bottom to top.
      parameters: { depthCompare: 'always', depthWriteEnabled: false },
      // The map keeps its own pointer.
      getCursor: () => map.getCanvas().style.cursor,
    });
    map.addControl(this.overlay);
    // The overlay finds its place in the style only while no tile is loading.
    map.on('idle', this.place);
  }

  show(marks: readonly Mark[]): void {
    this.marks = marks;
    this.layers = marks.flatMap(markLayers);
    cancelAnimationFrame(this.frame);
    if (this.layers.length <= AT_ONCE) this.draw(this.layers);
    else this.drawNext(0);
  }

  /**
   * Draws the layers of a large file one by one, so that the page is not blocked. Until its turn, a layer
   * stays as it was.
   */
  private drawNext(next: number): void {
    const before = new Map(this.drawn.map((layer) => [layer.id, layer]));
    this.draw(
      this.layers.flatMap((layer, at) => (at <= next ? [layer] : (before.get(layer.id) ?? []))),
    );
    if (next < this.layers.length - 1)
      this.frame = requestAnimationFrame(() => this.drawNext(next + 1));
  }

  private draw(layers: readonly Layer[]): void {
    this.drawn = layers;
    this.overlay.setProps({ layers: [...layers] });
    this.map.triggerRepaint();
  }

  pick(x: number, y: number, reach: number): readonly RenderedFeature[] {
    const seen = new Set<GeoJSON.Feature>();
    const picked = this.overlay.pickMultipleObjects({ x, y, radius: reach, depth: DEPTH });
    return picked.flatMap(({ layer, object }) => {
      const overlay = this.marks.find((mark) =>
        layer?.id.startsWith(`${mark.overlay.id}/`),
      )?.overlay;
      const feature = overlay?.features[featureOf(object)];
      if (!overlay || !feature || seen.has(feature)) return [];
      seen.add(feature);
      const { geometry, properties } = feature;
      return [
        {
          layer: { id: overlay.below ?? overlay.id },
          source: overlay.id,
          geometry,
          properties: properties ?? {},
        },
      ];
    });
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.map.off('idle', this.place);
    this.map.removeControl(this.overlay);
    // luma.gl keeps its device at the context, and replaces methods of it with its own, which
    // remember a state that is gone after a loss of the context.
    const context = this.map.getCanvas().getContext('webgl2');
    for (const key of Object.keys(context ?? {})) Reflect.deleteProperty(context ?? {}, key);
  }

  /** Moves the layers to their place in the style when it has changed. */
  private readonly place = (): void => {
    const order = this.map.getLayersOrder();
    const isPlaced = this.marks.every(({ overlay: { below } }) => {
      const above = below === undefined ? order.length : order.indexOf(below);
      return above < 0 || order[above - 1]?.startsWith('deck-');
    });
    if (!isPlaced) this.overlay.setProps({ layers: [...this.drawn] });
  };
}

/** Returns the index of the feature of a picked object, -1 without one. */
function featureOf(object: unknown): number {
  const hasFeature = typeof object === 'object' && object !== null && 'feature' in object;
  return hasFeature && typeof object.feature === 'number' ? object.feature : -1;
}

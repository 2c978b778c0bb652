import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { compareStructural, computed } from 'mobx';
import { compileStyle, styleLayerId, translator } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { MapStore } from '../stores/map/map-store.ts';
import type { Place } from '../stores/places/place.ts';
import type { IsInside } from '../stores/places/inside-area.ts';
import { mapPadding, type Padding } from './map-padding.ts';
import { mapResources } from './map-resources.ts';
import { joinOverlays } from './overlay.ts';
import type { Overlay } from '../stores/page/map-overlay.ts';
import { rowOverlay } from './row-overlay.ts';
import { marksOf, sameMarks, type Mark } from './overlays/mark.ts';
import { selectionOverlay } from './selection.ts';
import { measureOverlay, positionOverlay } from './tool-overlays.ts';

/** What the map shows. A part that has not changed is the same object as before. */
export interface MapView {
  readonly style: StyleSpecification;
  /** The style layers that react to the pointer. */
  readonly interactive: readonly string[];
  readonly maxZoom: number;
  /**
   * The marks of the layer whose legend row is pointed at, the highlight of the selected feature,
   * the position of the device, and what is measured.
   */
  readonly overlay: Overlay | null;
  /** The visitor's files and the area for the tools, from bottom to top. */
  readonly marks: readonly Mark[];
  readonly padding: Padding;
  /** Whether the map moves with its padding, at the same zoom. */
  readonly follows: boolean;
  /** A place that the padding must not cover. */
  readonly place: Place | null;
  /** Tests whether features are inside the area to which the map is limited; null without one. */
  readonly inside: IsInside | null;
  /** Whether the open tool takes the clicks on the map. */
  readonly taken: boolean;
  /** The name of the map for screen readers. */
  readonly label: string;
  readonly request: MapStore['request'];
  readonly again: MapStore['again'];
}

/** Returns a function that computes the view from the stores; MobX observes what it reads. */
export function mapViewOf(atlas: AtlasStore): () => MapView {
  const { area, bases, bundles, map, shownArea, side, tools, ui } = atlas;
  const style = computed(() => compileFor(atlas));
  const interactive = computed(() => interactiveLayers(atlas), { equals: compareStructural });
  const overlay = computed(
    () =>
      joinOverlays([
        map.granted,
        tools.drawn,
        rowOverlay(atlas, style.get()),
        selectionOverlay(atlas),
        positionOverlay(atlas),
        measureOverlay(atlas),
      ]),
    { equals: compareStructural },
  );
  const marks = computed(() => marksOf(atlas, style.get()), { equals: sameMarks });
  return () => ({
    style: style.get(),
    interactive: interactive.get(),
    maxZoom: bases.current.maxzoom,
    overlay: overlay.get(),
    marks: marks.get(),
    // It also depends on the size of the window, which MobX does not observe.
    padding: mapPadding(atlas),
    // Until the reader moves the map, it follows the bottom sheet of a phone.
    follows: ui.phone && !map.view && !side.isOpen,
    place: side.selected?.place ?? null,
    inside: shownArea.inside,
    taken: tools.takesClicks || area.mode !== null,
    label: translator(bundles.index)('map.label'),
    request: map.request,
    again: map.again,
  });
}

/** Returns the ids of the style layers of a group, labels included. */
export function layersOf(
  { bundles }: AtlasStore,
  group: string,
  { onlyInteractive = false } = {},
): string[] {
  const sublayers = bundles.bundle.groups[group]?.sublayers ?? [];
  return sublayers
    .filter(({ interactive }) => interactive || !onlyInteractive)
    .map(({ id }) => styleLayerId({ kind: 'group', owner: group, sublayer: id }));
}

function compileFor(atlas: AtlasStore): StyleSpecification {
  return compileStyle(atlas.bundles.bundle, atlas.compare.leftState, mapResources(atlas));
}

function interactiveLayers(atlas: AtlasStore): string[] {
  return atlas.groups.shown
    .filter(({ visible }) => visible)
    .flatMap(({ id }) => layersOf(atlas, id, { onlyInteractive: true }));
}

import { reaction } from 'mobx';
import { boxOf, compileStyle, translator, type Area } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { AreaStore } from '../stores/places/area-store.ts';
import { connectDrawing } from './connect-drawing.ts';
import { SILENT } from './map-events.ts';
import { NO_EDGES } from './map-padding.ts';
import { mapResources } from './map-resources.ts';
import { areaMarks, sameMarks } from './overlays/mark.ts';

/** A map on which an area is shown. */
export interface AreaMapHandle {
  zoomBy(steps: 1 | -1): void;
  remove(): void;
}

/**
 * Creates a map in a container, with the base map only, on which an area is shown and drawn. Throws
 * if its code cannot be loaded, or if the browser cannot draw it.
 */
export async function connectAreaMap(
  atlas: AtlasStore,
  area: AreaStore,
  container: HTMLElement,
): Promise<AreaMapHandle> {
  const { bases, bundles } = atlas;
  const { MapBinding } = await import('./map-binding.ts');
  const { bounds } = bundles.index.region;
  const { baseLayer, groups } = atlas.shown.mapState;
  const mapState = {
    baseLayer,
    hillshade: false,
    // The names of places.
    groups: groups.filter(({ id }) => bundles.bundle.groups[id]?.baseMap),
    project: null,
  };
  let framed: () => void = () => undefined;
  const whenFramed = new Promise<void>((resolve) => {
    framed = resolve;
  });
  const binding = new MapBinding({
    container,
    view: {
      style: compileStyle(bundles.bundle, mapState, mapResources(atlas)),
      interactive: [],
      maxZoom: bases.current.maxzoom,
      overlay: null,
      marks: areaMarks(atlas, area),
      inside: null,
      padding: { ...NO_EDGES, end: 'right' },
      label: translator(bundles.index)('map.label'),
    },
    start: extentOf(area) ?? { bounds },
    region: bounds,
    still: window.matchMedia('(prefers-reduced-motion: reduce)').matches,
    embedded: true,
    events: { ...SILENT, framed },
    pictureAt: bundles.pictureAt,
  });
  const stops: (() => void)[] = [
    reaction(
      () => areaMarks(atlas, area),
      (marks) => binding.marks.show(marks),
      { equals: sameMarks },
    ),
    reaction(
      () => area.mode === null && extentOf(area),
      (extent) => extent && binding.camera.fit(extent),
    ),
  ];
  let isRemoved = false;
  void whenFramed.then(() => {
    if (!isRemoved) stops.push(connectDrawing({ area, bases, bundles }, binding));
  });
  return {
    zoomBy: (steps) => binding.camera.zoomBy(steps),
    remove: () => {
      isRemoved = true;
      for (const stop of stops) stop();
      binding.destroy();
    },
  };
}

function extentOf({ area }: AreaStore): Area | null {
  return area && { bounds: boxOf(area.geometry) };
}

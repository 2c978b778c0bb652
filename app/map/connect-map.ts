import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { autorun, compareStructural, reaction } from 'mobx';
import { compileStyle, identify, planChanges, styleLayerId } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { MapBinding, MapEvents, Place } from './map-binding.ts';
import { mapPadding } from './map-padding.ts';
import { mapResources } from './map-resources.ts';
import { selectionOverlay } from './selection.ts';
import { metresPerPixel } from './scale.ts';

/** The inputs of the map that do not come from the stores. */
export interface MapSurroundings {
  readonly container: HTMLElement;
  /** Returns the name of the map for screen readers. */
  readonly label: () => string;
  /** True if the reader prefers reduced motion. */
  readonly still: boolean;
}

/**
 * Creates the map of an atlas in a container and keeps it in sync with the stores. Fetches the code
 * of the map first. Sets `map.failure` when the map cannot be created. Returns a function that
 * removes the map.
 */
export async function connectMap(
  atlas: AtlasStore,
  { container, label, still }: MapSurroundings,
): Promise<() => void> {
  const code = await within(
    atlas.bundles.index.limits.chunkTimeout,
    import('./map-binding.ts'),
  ).catch(() => null);
  if (!code) {
    atlas.map.fail('not-loaded');
    return () => undefined;
  }
  const { map } = atlas;
  const style = compileFor(atlas);
  let binding: MapBinding;
  try {
    binding = new code.MapBinding({
      container,
      style,
      start: map.view ? { view: map.view } : atlas.area,
      padding: mapPadding(atlas),
      label: label(),
      still,
      events: eventsOf(atlas, () => binding),
    });
  } catch (error) {
    map.fail(error instanceof code.NoWebGlError ? 'no-webgl' : 'not-loaded');
    return () => undefined;
  }
  map.setReady();
  const disposers = [...followStyle(atlas, binding, style), ...followPage(atlas, binding, label)];
  return () => {
    for (const dispose of disposers) dispose();
    binding.destroy();
  };
}

/**
 * Passes changes of the style and of the overlays to the map. Returns the functions that end this.
 */
function followStyle(
  atlas: AtlasStore,
  binding: MapBinding,
  first: StyleSpecification,
): (() => void)[] {
  let style = first;
  return [
    // No other reaction updates the style.
    reaction(
      () => compileFor(atlas),
      (next) => {
        if (rootOf(style) === rootOf(next)) binding.apply(planChanges(style, next));
        else binding.replace(next);
        style = next;
      },
    ),
    autorun(() => binding.setInteractive(interactiveLayers(atlas))),
    autorun(() => binding.setMaxZoom(atlas.baseLayer.maxzoom)),
    reaction(
      () => selectionOverlay(atlas),
      (overlay) => binding.setOverlay(overlay),
      { equals: compareStructural },
    ),
  ];
}

/**
 * Keeps the padding, the label and the view of the map in sync with the page. Returns the functions
 * that end this.
 */
function followPage(atlas: AtlasStore, binding: MapBinding, label: () => string): (() => void)[] {
  const { map, bundles } = atlas;
  return [
    reaction(
      () => ({ padding: mapPadding(atlas), sheet: atlas.ui.sheet }),
      ({ padding, sheet }, before) => {
        // Until the reader moves the map, it follows the bottom sheet of a phone, at the same zoom.
        const follow = atlas.ui.phone && sheet !== before.sheet;
        binding.setPadding(padding, { follow: follow && !map.view && !atlas.sideOpen });
      },
      { equals: compareStructural },
    ),
    reaction(
      () => bundles.index.locale,
      () => binding.setLabel(label()),
      { delay: 1 },
    ),
    reaction(
      () => map.request,
      (request) => {
        if (!request) return;
        binding.setPadding(mapPadding(atlas));
        if ('area' in request) binding.fit(request.area);
        else if ('view' in request) binding.goTo(request.view);
        else if ('zoomTo' in request) binding.zoomTo(request.zoomTo);
        else binding.zoomBy(request.zoomBy);
      },
    ),
    reaction(
      () => map.again,
      (again) => again && binding.retry(again.source),
    ),
  ];
}

function compileFor(atlas: AtlasStore): StyleSpecification {
  return compileStyle(atlas.bundles.bundle, atlas.mapState, mapResources(atlas));
}

function eventsOf(atlas: AtlasStore, binding: () => MapBinding): MapEvents {
  const { map } = atlas;
  return {
    moved: (view, byVisitor) => map.moved(view, metresPerPixel(view.zoom, view.lat), byVisitor),
    clicked: (features, place: Place) => {
      atlas.select(identify(atlas.bundles.bundle, features));
      if (atlas.feature.hit) {
        // The side panel opens after a click, and must not cover the clicked place.
        binding().setPadding(mapPadding(atlas));
        binding().reveal(place);
      }
    },
    source: (id, status) => map.setSource(id, status),
    lost: (id) => atlas.replaceLost(id),
    idle: () => {
      map.setEmpty(emptyGroups(atlas, binding()));
    },
    resized: () => {
      // While the reader has not moved the map, it keeps showing its whole extent.
      if (map.view) return;
      binding().setPadding(mapPadding(atlas));
      binding().fit(atlas.area, { jump: true });
    },
    contextLost: (lost) => map.setContextLost(lost),
  };
}

/**
 * Returns the sprite and glyphs of a style as text. Only sources and layers are changed by
 * commands, so a change of the sprite or glyphs replaces the whole style.
 */
function rootOf({ glyphs, sprite }: StyleSpecification): string {
  return JSON.stringify([glyphs, sprite]);
}

/** Returns the ids of the style layers of a group, labels included. */
function layersOf(atlas: AtlasStore, group: string, onlyInteractive = false): string[] {
  const sublayers = atlas.bundles.bundle.groups[group]?.sublayers ?? [];
  return sublayers
    .filter(({ interactive }) => interactive || !onlyInteractive)
    .map(({ id }) => styleLayerId({ kind: 'group', owner: group, sublayer: id }));
}

function interactiveLayers(atlas: AtlasStore): string[] {
  return atlas.layers.active
    .filter(({ visible }) => visible)
    .flatMap(({ id }) => layersOf(atlas, id, true));
}

/**
 * Returns the groups that are visible at this zoom but have no feature in the view. Groups of
 * raster layers only are left out, because the map cannot query them.
 */
function emptyGroups(atlas: AtlasStore, binding: MapBinding): ReadonlySet<string> {
  const { groups } = atlas.bundles.bundle;
  const asked = atlas.layers.active.filter(
    ({ id, visible }) =>
      visible &&
      atlas.groups.reach(id) === 'in' &&
      groups[id]?.sublayers.some(({ type }) => type !== 'raster' && type !== 'hillshade'),
  );
  return new Set(asked.map(({ id }) => id).filter((id) => !binding.shows(layersOf(atlas, id))));
}

/** Resolves with the promise, or rejects after this many milliseconds. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(
        () => reject(new Error('The code of the map did not load in time.')),
        milliseconds,
      );
    }),
  ]);
}

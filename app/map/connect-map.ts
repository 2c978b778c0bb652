import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { autorun, compareStructural, reaction } from 'mobx';
import {
  compileStyle,
  identify,
  planChanges,
  styleLayerId,
  type Bounds,
} from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { MapBinding, MapEvents, Place } from './map-binding.ts';
import { mapPadding } from './map-padding.ts';
import { mapResources } from './map-resources.ts';
import { selectionOverlay } from './selection.ts';
import { metresPerPixel } from './scale.ts';

/** What the page knows about the reader and the stores do not. */
export interface MapSurroundings {
  readonly container: HTMLElement;
  /** What screen readers call the map. */
  readonly label: () => string;
  /** The reader asked for reduced motion. */
  readonly still: boolean;
}

/**
 * Puts the map of an atlas into a container and keeps it in step with the stores. The map's code is
 * fetched here; what does not work ends in `map.failure`. Returns how to take the map away again.
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
      start: map.view ? { view: map.view } : { bounds: extentOf(atlas) },
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

/** Pushes the style and what is drawn over it into the map. Returns how to stop each. */
function followStyle(
  atlas: AtlasStore,
  binding: MapBinding,
  first: StyleSpecification,
): (() => void)[] {
  let style = first;
  return [
    // The one reaction that pushes the style.
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

/** Keeps the map in step with the page around it and what the page asks of it. Returns how to stop each. */
function followPage(atlas: AtlasStore, binding: MapBinding, label: () => string): (() => void)[] {
  const { map, bundles } = atlas;
  return [
    reaction(
      () => mapPadding(atlas),
      (padding) => {
        binding.setPadding(padding);
        // On a phone the sheet covers half of what a reader who has not moved the map looks at.
        if (atlas.ui.phone && !map.view && !atlas.sideOpen) binding.fit(extentOf(atlas));
      },
      { equals: compareStructural },
    ),
    reaction(
      () => bundles.index.locale,
      () => binding.setLabel(label()),
      { delay: 1 },
    ),
    reaction(
      () => map.wish,
      (wish) => {
        if (!wish) return;
        binding.setPadding(mapPadding(atlas));
        if ('bounds' in wish) binding.fit(wish.bounds);
        else if ('view' in wish) binding.goTo(wish.view);
        else if ('zoomTo' in wish) binding.zoomTo(wish.zoomTo);
        else binding.zoomBy(wish.zoomBy);
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
        // The panel that opens must not cover what was asked about.
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
      // A reader who has not moved the map keeps seeing the whole of it.
      if (map.view) return;
      binding().setPadding(mapPadding(atlas));
      binding().fit(extentOf(atlas), { jump: true });
    },
    contextLost: (lost) => map.setContextLost(lost),
  };
}

/** Sprite and glyphs of a hosted base map; the reconciler plans sources and layers only. */
function rootOf({ glyphs, sprite }: StyleSpecification): string {
  return JSON.stringify([glyphs, sprite]);
}

/** What is shown where nobody chose a view: the open project, else the region. */
function extentOf({ project, bundles }: AtlasStore): Bounds {
  return project?.bounds ?? bundles.index.home.bounds;
}

/** The style layers of a group, labels included. */
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

/** The groups that should be seen here and of which nothing is. Pictures are never asked. */
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

/** The value of a promise, or a rejection when it takes longer than so many milliseconds. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The code of the map did not come.')), milliseconds);
    }),
  ]);
}

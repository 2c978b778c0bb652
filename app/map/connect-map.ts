import { reaction } from 'mobx';
import { identify } from 'atlas-engine/runtime';
import { within } from '../net/within.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { MapStore } from '../stores/map/map-store.ts';
import { requestHeads } from './archive-heads.ts';
import { connectDrawing } from './connect-drawing.ts';
import type { MapBinding } from './map-binding.ts';
import type { MapEvents } from './map-events.ts';
import { mapPadding } from './map-padding.ts';
import { NoWebGlError } from './no-webgl-error.ts';
import { layersOf, mapViewOf, type MapView } from './map-view.ts';
import { metresPerPixel } from './scale.ts';
import { showView } from './show-view.ts';
import { makeMeasureStore } from '../tools/measure/measure-store.ts';
import { takeClick } from './take-click.ts';

/** Inputs of the map that are not in the stores. */
export interface MapSurroundings {
  readonly container: HTMLElement;
  /** The reader prefers reduced motion. */
  readonly still: boolean;
}

/**
 * Creates the map of an atlas in a container and keeps it in sync with the stores. Fetches the code
 * of the map first. Sets `map.failure` when the map cannot be created. Returns a function that
 * removes the map.
 */
export async function connectMap(
  atlas: AtlasStore,
  { container, still }: MapSurroundings,
): Promise<() => void> {
  const { bundles, map, projects } = atlas;
  requestHeads(atlas);
  const code = await within(bundles.index.limits.chunkTimeout, import('./map-binding.ts')).catch(
    () => null,
  );
  if (!code) {
    map.fail('not-loaded');
    return () => undefined;
  }
  let binding: MapBinding | null = null;
  const create = (view: MapView): MapBinding | null => {
    try {
      const start = map.view ? { view: map.view } : projects.area;
      const events = eventsOf(atlas, () => binding);
      const { embedded } = atlas.ui;
      const { pictureAt } = bundles;
      const region = bundles.index.region.bounds;
      const own = { container, view, start, region, still, embedded, events, pictureAt };
      return new code.MapBinding(own);
    } catch (error) {
      map.fail(error instanceof NoWebGlError ? 'no-webgl' : 'not-loaded');
      return null;
    }
  };
  // The only reaction that changes the map.
  const stop = reaction(
    mapViewOf(atlas),
    (view, before) => {
      if (!before) binding = create(view);
      else if (binding) showView(binding, view, before);
    },
    { fireImmediately: true },
  );
  if (binding) map.setReady(true);
  const stopList = reaction(
    () => atlas.inView.open,
    () => binding && listInView(atlas, binding),
  );
  map.setCapture(captureOf(binding));
  const stopDrawing = connectDrawing(atlas, binding);
  const stopGranted = connectGranted(atlas);
  return () => {
    stopDrawing();
    stopGranted();
    stop();
    stopList();
    map.setReady(false);
    map.setCapture(null);
    binding?.destroy();
  };
}

/** Draws the outlines of granted places, whose code is loaded for accounts that have some. */
function connectGranted(atlas: AtlasStore): () => void {
  let stop: (() => void) | null = null;
  let away = false;
  const end = (): void => {
    stop?.();
    stop = null;
  };
  const isGranted = (): boolean => atlas.account.placed.length > 0;
  const stopReaction = reaction(
    isGranted,
    (granted) => {
      end();
      if (!granted) return;
      void import('./draw-granted.ts').then(
        ({ drawGranted }) => {
          if (isGranted() && !away) stop ??= drawGranted(atlas);
        },
        // The list says where they are.
        () => undefined,
      );
    },
    { fireImmediately: true },
  );
  return () => {
    away = true;
    stopReaction();
    end();
  };
}

function captureOf(binding: MapBinding | null): MapStore['capture'] {
  return binding && (() => binding.capture());
}

function eventsOf(atlas: AtlasStore, binding: () => MapBinding | null): MapEvents {
  const { coordinates, map, side } = atlas;
  const measure = atlas.storeOf(makeMeasureStore);
  return {
    moved: (view, byVisitor) => {
      map.moved(view, metresPerPixel(view.zoom, view.lat), byVisitor);
      if (byVisitor) coordinates.setClicked(null);
    },
    clicked: (features, place) => takeClick(atlas, features, place),
    taken: (place, last) => {
      // The code that draws handles the click itself.
      if (atlas.area.mode) return;
      if (side.tool !== 'measure') coordinates.setClicked(place);
      else if (last) measure.finish();
      else measure.add(place);
    },
    pointed: (place) => {
      coordinates.setPointer(place);
      measure.point(place);
    },
    centred: map.setMiddle,
    source: (id, status) => map.setSource(id, status),
    lost: (id) => atlas.bases.replaceLost(id),
    hovered: (features, at) => {
      const [hit] = at ? identify(atlas.bundles.bundle, features) : [];
      if (at) atlas.hover.point(hit, at);
      else atlas.hover.leave();
    },
    moving: (view) => {
      if (atlas.compare.isOpen) atlas.compare.follow(view);
    },
    framed: map.setFramed,
    idle: () => {
      const drawn = binding();
      if (!drawn) return;
      map.setEmpty(emptyGroups(atlas, drawn));
      listInView(atlas, drawn);
      map.setDrawn();
    },
    resized: () => {
      // While the reader has not moved the map, it keeps showing its whole extent.
      if (map.view) return;
      binding()?.setPadding(mapPadding(atlas));
      binding()?.camera.fit(atlas.projects.area, { jump: true });
    },
    contextLost: (lost) => map.setContextLost(lost),
    marksFailed: () => atlas.ui.say({ text: 'map.marks-failed' }),
  };
}

/** Lists the features in view while the list is open. */
function listInView({ bundles, inView }: AtlasStore, binding: MapBinding): void {
  if (inView.open) inView.show(identify(bundles.bundle, binding.inView()));
}

/** Types of sublayers whose features the map cannot query. The visitor's files have a `background`. */
const UNQUERIED: ReadonlySet<string> = new Set(['raster', 'hillshade', 'background']);

/**
 * Returns the groups that are visible at this zoom but have no feature in the view. Groups of
 * raster layers only are left out, because the map cannot query them.
 */
function emptyGroups(atlas: AtlasStore, binding: MapBinding): ReadonlySet<string> {
  const { groups } = atlas.bundles.bundle;
  const asked = atlas.groups.shown.filter(
    ({ id, visible }) =>
      visible &&
      atlas.groups.reach(id) === 'in' &&
      groups[id]?.sublayers.some(({ type }) => !UNQUERIED.has(type)),
  );
  return new Set(asked.map(({ id }) => id).filter((id) => !binding.shows(layersOf(atlas, id))));
}

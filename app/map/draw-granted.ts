/** The outlines of the places to which layers on the map are limited, for accounts with grants in places. */
import { observable, reaction, runInAction } from 'mobx';
import { compileOverlays, type OverlayModel } from 'atlas-engine/runtime';
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import { areaOf } from '../account/place-name.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { OVERLAY_PREFIX, type Overlay } from '../stores/page/map-overlay.ts';
import { outlineOf } from '../stores/places/named-areas.ts';

const SOURCE = `${OVERLAY_PREFIX}granted`;
const CASING_PX = 4;
const LINE_PX = 1.5;
const DASH = [4, 2];

type Outline = GeoJSON.Polygon | GeoJSON.MultiPolygon;

/** Keeps the overlay of granted places up to date, until the returned function is called. */
export function drawGranted(atlas: AtlasStore): () => void {
  const { bundles, map } = atlas;
  /** The outlines of projects that the server has sent. */
  const outlines = observable.map<string, Outline>({}, { deep: false });
  const asked = new Set<string>();
  const stopAsking = reaction(
    () => placesOnMap(atlas).flatMap(({ project }) => project ?? []),
    (projects) => {
      for (const id of projects) {
        if (asked.has(id)) continue;
        asked.add(id);
        void outlineOf({ id }, atlas).then((outline) => {
          if (outline) runInAction(() => outlines.set(id, outline));
          else asked.delete(id);
        });
      }
    },
    { fireImmediately: true },
  );
  const stopDrawing = reaction(
    (): Overlay | null => {
      const model = compileOverlays(bundles.bundle, atlas.bases.current)['drawn-area'];
      const shapes = placesOnMap(atlas).flatMap(({ area, project }) => {
        const outline = area === undefined ? outlines.get(project ?? '') : areaOf(area).geometry;
        return outline ?? [];
      });
      return model && shapes.length > 0 ? overlayOf(model, shapes) : null;
    },
    (overlay) => map.setGranted(overlay),
    { fireImmediately: true },
  );
  return () => {
    stopAsking();
    stopDrawing();
    map.setGranted(null);
  };
}

/** Returns the granted places to which a visible layer is limited. */
function placesOnMap({ account, bundles, layers }: AtlasStore): AtlasStore['account']['placed'] {
  const keys = new Set(
    layers.active
      .filter(({ visible }) => visible)
      .flatMap(({ id }) => bundles.entries.get(id)?.entry.places ?? []),
  );
  return account.placed.filter(({ key }) => key !== undefined && keys.has(key));
}

/** Returns dashed outlines; the layers below them stay visible. */
function overlayOf({ line, casing }: OverlayModel, shapes: readonly Outline[]): Overlay {
  const layer = (id: string, paint: object): LayerSpecification => ({
    id: `${OVERLAY_PREFIX}granted-${id}`,
    type: 'line',
    source: SOURCE,
    layout: { 'line-join': 'round' },
    paint,
  });
  return {
    layers: [
      layer('casing', { 'line-color': casing?.color ?? '#FFFFFF', 'line-width': CASING_PX }),
      layer('line', { 'line-color': line.color, 'line-width': LINE_PX, 'line-dasharray': DASH }),
    ],
    sources: { [SOURCE]: { type: 'GeometryCollection', geometries: [...shapes] } },
  };
}

import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { compareStructural } from 'mobx';
import { planChanges } from 'atlas-engine/runtime';
import type { CameraRequest } from '../stores/map/map-store.ts';
import type { Camera } from './camera.ts';
import type { MapBinding } from './map-binding.ts';
import type { MapView } from './map-view.ts';

/**
 * Changes the map from one view to the next. The padding is set before the camera moves, because
 * the camera depends on it.
 */
export function showView(binding: MapBinding, next: MapView, before: MapView): void {
  if (next.style !== before.style) restyle(binding, next.style, before.style);
  if (next.interactive !== before.interactive) binding.setInteractive(next.interactive);
  if (next.maxZoom !== before.maxZoom) binding.setMaxZoom(next.maxZoom);
  if (next.overlay !== before.overlay) binding.setOverlay(next.overlay);
  if (next.marks !== before.marks) binding.marks.show(next.marks);
  if (next.inside !== before.inside) binding.setInside(next.inside);
  if (next.taken !== before.taken) binding.setTaken(next.taken);
  if (next.label !== before.label) binding.setLabel(next.label);
  const moves = next.request !== null && next.request !== before.request;
  if (moves || !compareStructural(next.padding, before.padding))
    binding.setPadding(next.padding, { follow: next.follows && !moves });
  if (moves && next.request) moveTo(binding.camera, next.request);
  if (next.place !== before.place) binding.camera.reveal(next.place);
  if (next.again && next.again !== before.again) binding.retry(next.again.source, next.again);
}

/** Changes the style of the map from one to the next. */
export function restyle(
  binding: MapBinding,
  next: StyleSpecification,
  before: StyleSpecification,
): void {
  if (rootOf(next) === rootOf(before)) binding.apply(planChanges(before, next));
  else binding.replace(next);
}

/**
 * The sprite and glyphs of a style. The reconciler only plans sources and layers, so a change here
 * replaces the whole style.
 */
function rootOf({ glyphs, sprite }: StyleSpecification): string {
  return JSON.stringify([glyphs, sprite]);
}

function moveTo(camera: Camera, request: CameraRequest): void {
  if ('area' in request) camera.fit(request.area, { beside: request.named ?? false });
  else if ('view' in request) camera.goTo(request.view);
  else if ('zoomTo' in request) camera.zoomTo(request.zoomTo);
  else camera.zoomBy(request.zoomBy);
}

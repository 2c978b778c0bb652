import { present } from 'atlas-engine/runtime';
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { OverlayModel } from 'atlas-engine/runtime';
import { OVERLAY_PREFIX } from './overlay-names.ts';

/** Which features a highlight is drawn around: one of a source, or what a source holds. */
export interface Highlighted {
  readonly source: string;
  readonly sourceLayer?: string;
  /** Id of the feature in the source; without it, everything in the source. */
  readonly id?: number | string;
  readonly geometry: 'point' | 'other';
}

/** Px between the edge of a point's symbol and the ring around it. */
const RING_GAP_PX = 6;

/** Style layers of a highlight, from the ground up: fill, casing, line; for a point, two rings. */
export function highlightLayers(
  model: OverlayModel,
  { source, sourceLayer, id, geometry }: Highlighted,
): LayerSpecification[] {
  const common = present({
    source,
    'source-layer': sourceLayer,
    filter: id === undefined ? undefined : (['==', ['id'], id] as ['==', unknown, unknown]),
  });
  const name = (part: string): string => `${OVERLAY_PREFIX}${model.id}-${part}`;
  const { line, casing, fill } = model;
  if (geometry === 'point') {
    const ring = (part: string, color: string, width: number): LayerSpecification =>
      ({
        ...common,
        id: name(part),
        type: 'circle',
        paint: {
          'circle-radius': model.radius + RING_GAP_PX - (width - line.width) / 2,
          'circle-color': 'rgba(0, 0, 0, 0)',
          'circle-stroke-color': color,
          'circle-stroke-width': width,
        },
      }) as LayerSpecification; // The filter's type knows every expression but this general one.
    return [
      ...(casing ? [ring('casing', casing.color, casing.width)] : []),
      ring('line', line.color, line.width),
    ];
  }
  const layers: unknown[] = [
    fill && {
      ...common,
      id: name('fill'),
      type: 'fill',
      paint: { 'fill-color': fill.color, 'fill-opacity': fill.opacity },
    },
    casing && {
      ...common,
      id: name('casing'),
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: present({
        'line-color': casing.color,
        'line-width': casing.width,
        'line-dasharray': casing.dash ? [...casing.dash] : undefined,
      }),
    },
    {
      ...common,
      id: name('line'),
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': line.color, 'line-width': line.width },
    },
  ];
  return layers.filter((layer): layer is LayerSpecification => layer !== null);
}

import { present } from 'atlas-engine/runtime';
import type { LayerSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { OverlayModel } from 'atlas-engine/runtime';
import { NAME_SOURCE } from './overlay.ts';
import { OVERLAY_PREFIX } from '../stores/page/map-overlay.ts';

/** The features to highlight: one feature of a source, or all of them. */
export interface Highlighted {
  readonly source: string;
  readonly sourceLayer?: string;
  /** Id of the feature in the source. Without an id, all features of the source are highlighted. */
  readonly id?: number | string;
  readonly geometry: 'point' | 'other';
}

/** The font of the name of a selected feature, heavier than those of the other labels. */
const NAME_FONT = 'Noto Sans SemiBold';

/** Gap in px between the symbol of a point and the ring around it. */
const RING_GAP_PX = 6;

/** Space around the ring in px, so that the label of the point has no place farther out either. */
const RING_PADDING_PX = 7;

/** Size of the name, and the space around it that other labels leave free, in px. */
const NAME_PX = 14;
const NAME_PADDING_PX = 2;
/** Distance of the name from the ring in em, so that their boxes are apart above and below it too. */
const NAME_GAP_EM = 0.65;

/**
 * Returns the layers of the name of a selected feature, from bottom to top. As the topmost layers they
 * are placed before all other labels, which give way to the name and to the ring around a point. The
 * feature's own label does so as well, also where it may overlap other labels: nothing may overlap what
 * does not overlap itself.
 */
export function nameLayers(
  { id, line, casing, radius }: OverlayModel,
  { name, geometry }: { readonly name: string } & Pick<Highlighted, 'geometry'>,
): LayerSpecification[] {
  const ring = radius + RING_GAP_PX;
  const common = { type: 'symbol', source: NAME_SOURCE } as const;
  const overlap: 'never' | 'always' = geometry === 'point' ? 'never' : 'always';
  const text = { 'text-font': [NAME_FONT], 'text-overlap': overlap };
  const label: LayerSpecification = {
    ...common,
    id: `${OVERLAY_PREFIX}${id}-name`,
    layout: {
      ...text,
      // A text with braces would be a template.
      'text-field': ['to-string', ['literal', name]],
      'text-size': NAME_PX,
      'text-variable-anchor':
        geometry === 'point'
          ? ['left', 'right', 'bottom', 'top']
          : ['bottom', 'top', 'left', 'right'],
      'text-radial-offset': ring / NAME_PX + NAME_GAP_EM,
      'text-padding': NAME_PADDING_PX,
    },
    paint: {
      'text-color': line.color,
      'text-halo-color': casing?.color ?? 'rgba(0, 0, 0, 0)',
      'text-halo-width': 2,
    },
  };
  if (geometry !== 'point') return [label];
  // An invisible letter as high as the ring is wide.
  const letter: LayerSpecification = {
    ...common,
    id: `${OVERLAY_PREFIX}${id}-ring`,
    layout: {
      ...text,
      'text-field': 'M',
      'text-size': 2 * ring,
      'text-line-height': 1,
      'text-padding': RING_PADDING_PX,
    },
    paint: { 'text-opacity': 0 },
  };
  return [label, letter];
}

/**
 * Returns the style layers of a highlight, from bottom to top: fill, casing and line, or two rings
 * for a point.
 */
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
      }) as LayerSpecification; // The type of `filter` does not include this general expression.
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

import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { AtlasBundle, BundleProject, Json } from '../bundle/bundle.ts';
import type { SourceAddresses } from './compile-map-source.ts';
import { compileOverlays } from './compile-overlays.ts';
import { frameOf, ringOf, type FramePart } from './frame.ts';
import { styleLayerId } from './layer-id.ts';
import type { Base } from './pick-ground.ts';
import { present } from './present.ts';

/** The source of the frame. Ids of other sources do not contain `/`. */
const SOURCE = 'project/frame';

/** The sources and layers of a frame, bottom first. */
export interface CompiledFrame {
  readonly sources: StyleSpecification['sources'];
  readonly layers: readonly LayerSpecification[];
}

/** Distance of the casing from the area in px. */
const GAP_PX = 1;

const NONE: CompiledFrame = { sources: {}, layers: [] };

/**
 * Compiles the frame of the open project in the style of `overlays.project`: a fill outside of its
 * area, and the outline with its casing. Empty without a project or without that overlay.
 */
export function compileFrame(
  bundle: AtlasBundle,
  project: BundleProject | undefined,
  { base, origin = '' }: { readonly base: Base } & Pick<SourceAddresses, 'origin'>,
): CompiledFrame {
  const overlay = project && compileOverlays(bundle, base)['project'];
  if (!overlay) return NONE;
  const { fill, casing, line } = overlay;
  // Outside of the area, so that the outlines of the data along its edge stay visible.
  const offset = Math.max(line.width, casing?.width ?? 0) / 2 + GAP_PX;
  const layer = (
    sublayer: string,
    type: 'fill' | 'line',
    paint: Readonly<Record<string, Json | undefined>>,
  ): LayerSpecification => {
    const part: FramePart = type === 'fill' ? 'outside' : 'outline';
    return {
      id: styleLayerId({ kind: 'project', owner: project.id, sublayer }),
      type,
      source: SOURCE,
      filter: ['==', ['get', 'part'], part],
      ...(type === 'line' ? { layout: { 'line-join': 'round' } } : {}),
      paint: present(paint),
    } as LayerSpecification; // The type of a layer does not follow from `type`.
  };
  const layers = [
    fill &&
      layer('outside', 'fill', {
        'fill-color': fill.color,
        'fill-opacity': fill.opacity,
        'fill-antialias': false,
      }),
    casing &&
      layer('casing', 'line', {
        'line-color': casing.color,
        'line-width': casing.width,
        'line-offset': offset,
        'line-dasharray': casing.dash && [...casing.dash],
      }),
    layer('outline', 'line', {
      'line-color': line.color,
      'line-width': line.width,
      'line-offset': offset,
    }),
  ];
  return {
    sources: { [SOURCE]: sourceOf(project, origin) },
    layers: layers.filter((each) => each !== null),
  };
}

function sourceOf({ frame, bounds }: BundleProject, origin: string): SourceSpecification {
  const data = frame === undefined ? frameOf([ringOf(bounds)]) : origin + frame;
  return { type: 'geojson', data } as SourceSpecification; // Its arrays are not readonly.
}

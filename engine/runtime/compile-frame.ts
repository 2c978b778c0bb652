import type {
  LayerSpecification,
  SourceSpecification,
  StyleSpecification,
} from '@maplibre/maplibre-gl-style-spec';
import type { Json } from '../basics/values.ts';
import type { AtlasBundle, BundleProject, MapState, OverlayStyle } from '../bundle/bundle.ts';
import type { SourceAddresses } from './compile-map-source.ts';
import { compileOverlays, type OverlayModel } from './compile-overlays.ts';
import { frameOf, frameOfArea, ringOf, type Frame, type FramePart } from './frame.ts';
import { styleLayerId, type StyleLayerName } from './layer-id.ts';
import type { Base } from './pick-ground.ts';
import { present } from '../basics/present.ts';

/** The sources and layers of a frame, bottom first. */
export interface CompiledFrame {
  readonly sources: StyleSpecification['sources'];
  readonly layers: readonly LayerSpecification[];
}

/** The type of layer for each part of a frame. */
const PARTS = { fill: 'outside', line: 'outline', symbol: 'name' } satisfies Record<
  string,
  FramePart
>;

/**
 * Layout of the invisible signs along the outline. Names of data do not cross the outline, where the
 * fill would make one half of them pale, because these signs take the place.
 */
const SIGNS = {
  'symbol-placement': 'line',
  'symbol-spacing': 6,
  'text-field': '-',
  'text-size': 6,
  'text-max-angle': 360,
  'text-padding': 0,
  'text-rotation-alignment': 'viewport',
  'text-overlap': 'always',
} as const;

/** Distance of the casing from the area in px. */
const GAP_PX = 1;

const LINE_LAYOUT = { 'line-join': 'round' } as const;

/** Longest line of the name, in sizes of its text. */
const NAME_WIDTH_EM = 14;
/** Distance of the name from the outline in px. */
const NAME_GAP_PX = 5;
/** Width of the halo of the name in px. */
const HALO_PX = 1.6;

/** Layout or paint; undefined properties are left out. */
type Properties = Readonly<Record<string, Json | undefined>>;

const NONE: CompiledFrame = { sources: {}, layers: [] };

/** The look of the frame of an area in an atlas without `overlays.project`, or without its fill. */
const PLAIN: OverlayStyle = {
  width: 2,
  fill: { 'by-ground': { light: '#FFFFFF', dark: '#000000' } },
};

/** What a frame is around, with its style and its source. */
interface Framed {
  readonly kind: StyleLayerName['kind'];
  readonly owner: string;
  readonly name: string;
  readonly overlay: OverlayModel;
  readonly source: SourceSpecification;
}

/**
 * Compiles the frame of the chosen area, which hides what is outside, or else that of the open project
 * in the style of `overlays.project`: a fill outside, the outline with its casing, and the name. Empty
 * without an area and without a project or that overlay.
 */
export function compileFrame(
  bundle: AtlasBundle,
  { project, area }: { readonly project?: BundleProject } & Pick<MapState, 'area'>,
  { base, origin = '' }: { readonly base: Base } & Pick<SourceAddresses, 'origin'>,
): CompiledFrame {
  if (area) {
    const style = { ...PLAIN, ...bundle.overlays['project'], 'fill-opacity': 1 };
    const overlay = compileOverlays({ overlays: { project: style } }, base)['project']!;
    const source = sourceOf(frameOfArea(area.polygons));
    return frameAround({ kind: 'area', owner: 'area', name: area.name, overlay, source });
  }
  const overlay = project && compileOverlays(bundle, base)['project'];
  if (!overlay) return NONE;
  const { id, name, frame, bounds } = project;
  const source = sourceOf(frame === undefined ? frameOf([ringOf(bounds)]) : origin + frame);
  return frameAround({ kind: 'project', owner: id, name, overlay, source });
}

function frameAround({ kind, owner, name, overlay, source }: Framed): CompiledFrame {
  const { fill, casing, line, label } = overlay;
  // Outside of the area, so that the outlines of the data along its edge stay visible.
  const offset = Math.max(line.width, casing?.width ?? 0) / 2 + GAP_PX;
  // Ids of other sources do not contain `/`.
  const sourceId = `${kind}/frame`;
  const layer = layerMaker(sourceId, { kind, owner });
  const layers = [
    fill &&
      layer('outside', 'fill', {
        paint: {
          'fill-color': fill.color,
          'fill-opacity': fill.opacity,
          'fill-antialias': false,
        },
      }),
    casing &&
      layer('casing', 'line', {
        layout: LINE_LAYOUT,
        paint: {
          'line-color': casing.color,
          'line-width': casing.width,
          'line-offset': offset,
          'line-dasharray': casing.dash && [...casing.dash],
        },
      }),
    layer('outline', 'line', {
      layout: LINE_LAYOUT,
      paint: { 'line-color': line.color, 'line-width': line.width, 'line-offset': offset },
    }),
    fill &&
      label &&
      layer('edge', 'symbol', {
        part: 'outline',
        layout: { ...SIGNS, 'text-font': fontOf(label.font) },
        paint: { 'text-opacity': 0 },
      }),
    label &&
      layer('name', 'symbol', {
        layout: {
          'text-field': ['literal', name],
          'text-font': fontOf(label.font),
          'text-size': label.size,
          'text-max-width': NAME_WIDTH_EM,
          // The name is above the outline.
          'text-variable-anchor': ['bottom', 'bottom-left', 'bottom-right'],
          'text-radial-offset': (offset + NAME_GAP_PX) / label.size,
          'text-justify': 'auto',
        },
        paint: {
          'text-color': label.color,
          'text-halo-color': label.halo,
          'text-halo-width': HALO_PX,
        },
      }),
  ];
  return {
    sources: { [sourceId]: source },
    layers: layers.filter((each) => each !== null),
  };
}

/** Returns a function that makes a style layer of a frame; its part follows from its type. */
function layerMaker(source: string, owner: Pick<StyleLayerName, 'kind' | 'owner'>) {
  return (
    sublayer: string,
    type: keyof typeof PARTS,
    {
      part = PARTS[type],
      paint,
      layout,
    }: { readonly part?: FramePart; readonly paint: Properties; readonly layout?: Properties },
  ): LayerSpecification =>
    ({
      id: styleLayerId({ ...owner, sublayer }),
      type,
      source,
      filter: ['==', ['get', 'part'], part],
      ...(layout ? { layout: present(layout) } : {}),
      paint: present(paint),
    }) as LayerSpecification; // The type of a layer does not follow from `type`.
}

function fontOf(font: string | undefined): Json | undefined {
  return font === undefined ? undefined : [font];
}

function sourceOf(data: string | Frame): SourceSpecification {
  return { type: 'geojson', data } as SourceSpecification; // Its arrays are not readonly.
}

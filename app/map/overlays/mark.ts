import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { compareStructural } from 'mobx';
import { compileOverlays, placeOfMarks, present, type OverlayModel } from 'atlas-engine/runtime';
import type { AtlasStore } from '../../stores/atlas-store.ts';
import type { AreaStore, ChosenArea } from '../../stores/places/area-store.ts';
import { anchorOf } from '../../stores/bundle/imported-groups.ts';
import type { ShownOverlay } from '../../stores/page/shown-overlay.ts';

/** An overlay with its style over the current base map. */
export interface Mark {
  readonly overlay: ShownOverlay;
  readonly model: OverlayModel;
}

/**
 * Returns the visitor's files, above them what a tool draws, and above that the area for the tools,
 * from bottom to top. What tools draw is below the dots and names of the style, and above the area that
 * limits the map.
 */
export function marksOf(atlas: AtlasStore, style: StyleSpecification): readonly Mark[] {
  const { bases, bundles, shownArea, tools } = atlas;
  const models = compileOverlays(bundles.bundle, bases.current);
  const drawn = [...tools.overlays, ...areaOverlays(atlas)];
  const isBelow = drawn.length > 0 && !shownArea.drawn;
  const place = isBelow ? placeOfMarks(bundles.bundle, style) : undefined;
  const overlays = [
    ...importedOverlays(atlas),
    ...drawn.map((overlay) => ({ ...overlay, ...present({ below: place }) })),
  ];
  return overlays.flatMap(markIn(models));
}

/** Returns the mark of an overlay; none without a style for its kind. */
function markIn(
  models: ReturnType<typeof compileOverlays>,
): (overlay: ShownOverlay) => readonly Mark[] {
  return (overlay) => {
    const model = models[overlay.kind];
    return model ? [{ overlay, model }] : [];
  };
}

/** Returns the visible files of the visitor, each at the place of its group. */
function importedOverlays({ bundles, layers }: AtlasStore): readonly ShownOverlay[] {
  return layers.active.toReversed().flatMap(({ id, visible, opacity }): ShownOverlay[] => {
    const layer = bundles.imported.find(id);
    if (!layer || !visible) return [];
    return [
      {
        id,
        kind: 'imported',
        features: layer.imported.features,
        below: anchorOf(id),
        opacity: opacity ?? 1,
        fieldColors: layer.colors,
      },
    ];
  });
}

/** The features of an area, so that the same area has the same features each time. */
const areas = new WeakMap<ChosenArea, readonly GeoJSON.Feature[]>();

/** Returns the marks of an area on a map without layers of the atlas. */
export function areaMarks(
  { bases, bundles }: Pick<AtlasStore, 'bases' | 'bundles'>,
  area: AreaStore,
): readonly Mark[] {
  const models = compileOverlays(bundles.bundle, bases.current);
  return areaOverlays({ area }).flatMap(markIn(models));
}

/** Returns the area for the tools, unless it is being edited. */
function areaOverlays({ area: { area, mode } }: Pick<AtlasStore, 'area'>): readonly ShownOverlay[] {
  if (!area || mode) return [];
  const { geometry, origin } = area;
  const features = areas.get(area) ?? [{ type: 'Feature', geometry, properties: null }];
  areas.set(area, features);
  return [{ id: 'area', kind: origin === 'feature' ? 'highlight' : 'drawn-area', features }];
}

/** Returns whether two lists of marks draw the same. Features are compared by identity. */
export function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ overlay, model }, index) => {
      const other = b[index];
      return (
        other !== undefined &&
        sameOverlay(overlay, other.overlay) &&
        compareStructural(other.model, model)
      );
    })
  );
}

function sameOverlay(a: ShownOverlay, b: ShownOverlay): boolean {
  return (
    a.id === b.id &&
    a.kind === b.kind &&
    a.features === b.features &&
    a.below === b.below &&
    a.opacity === b.opacity &&
    a.fieldColors === b.fieldColors
  );
}

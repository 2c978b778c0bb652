import {
  overlayStyle,
  styleLayerId,
  translator,
  type AtlasBundle,
  type BundleGroup,
  type BundleSublayer,
  type GroupEntry,
  type LegendRow,
  type LegendSymbol,
} from 'atlas-engine/runtime';
import type { ImportKind } from './import-types.ts';
import type { ImportedLayer } from './imported-store.ts';

/** The category of the visitor's own files. No category of an atlas can have this id. */
const CATEGORY = 'user/import';

/** The one sublayer of an imported group: it only marks the place of its overlay in the style. */
const ANCHOR = 'place';

/** Returns the id of the style layer directly above the features of an imported group. */
export function anchorOf(id: string): string {
  return styleLayerId({ kind: 'group', owner: id, sublayer: ANCHOR });
}

/**
 * Adds the visitor's files to a bundle as groups of a category of their own, so that list, legend
 * and popup treat them like those of the atlas.
 */
export function withImported(bundle: AtlasBundle, layers: readonly ImportedLayer[]): AtlasBundle {
  if (layers.length === 0) return bundle;
  const style = overlayStyle(bundle, 'imported');
  const own = {
    id: CATEGORY,
    name: translator(bundle)('category.imported'),
    order: Number.NEGATIVE_INFINITY,
    groups: layers.map((layer, index) => entryOf(layer, index, style)),
  };
  return {
    ...bundle,
    categories: [own, ...bundle.categories],
    loaded: new Set([...bundle.loaded, CATEGORY]),
    groups: {
      ...bundle.groups,
      ...Object.fromEntries(layers.map((layer) => [layer.id, groupOf(layer, style)])),
    },
  };
}

type Style = AtlasBundle['overlays'][string];

function entryOf({ id, imported }: ImportedLayer, order: number, style: Style): GroupEntry {
  const { name, bounds, kinds } = imported;
  return { id, name, order, open: true, bounds, swatch: [symbolOf(kinds[0] ?? 'area', style)] };
}

function groupOf({ id, imported, colors }: ImportedLayer, style: Style): BundleGroup {
  const { fields, kinds, name } = imported;
  const kind = kinds[0] ?? 'area';
  const rows: LegendRow[] = colors
    ? [...colors.colors].map(([label, color]) => ({ label, symbol: symbolOf(kind, style, color) }))
    : [{ label: name, symbol: symbolOf(kind, style) }];
  const title = fields.find((field) => /^(?:name|nom|title|titre|label)$/i.test(field.name));
  return {
    id,
    opacity: 1,
    sublayers: [anchor(kinds)],
    legend: rows,
    popup: {
      ...(title ? { title: [{ field: title.name, type: 'text' as const }] } : {}),
      rows: fields.map((field) => ({ field: field.name, label: field.name, type: field.type })),
      sections: [],
      details: false,
    },
  };
}

function anchor(kinds: readonly ImportKind[]): BundleSublayer {
  return {
    id: ANCHOR,
    type: 'background',
    slot: kinds.includes('area') ? 'fills' : kinds.includes('line') ? 'lines' : 'points',
    paint: {},
    layout: { visibility: 'none' },
    interactive: true,
  };
}

function symbolOf(kind: ImportKind, style: Style, own?: string): LegendSymbol {
  const line = style.line ?? style.color ?? '#1E2A24';
  const color = own ?? style.fill ?? line;
  if (kind === 'point')
    return {
      type: 'circle',
      color,
      opacity: 1,
      radius: style.radius ?? 5,
      stroke: '#FFFFFF',
      strokeWidth: 1.5,
    };
  if (kind === 'line')
    return { type: 'line', color: own ?? line, opacity: 1, width: style.width ?? 3 };
  return {
    type: 'fill',
    color,
    opacity: style.opacity ?? 0.2,
    outline: own ?? line,
    outlineWidth: style.width ?? 3,
  };
}

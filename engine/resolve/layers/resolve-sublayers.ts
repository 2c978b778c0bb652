import type * as Config from '../../../schemas/config.g.ts';
import type {
  ClassList,
  Json,
  Slot,
  SourceRef,
  Sublayer,
  SublayerType,
} from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { AnyOf } from '../any-of.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { labelSource } from '../data/derived-layers.ts';
import { withLabelDefaults } from './label-defaults.ts';
import { resolveConditions } from '../values/resolve-conditions.ts';
import { resolveCasing } from './resolve-casing.ts';
import { resolveClear } from './resolve-clear.ts';
import { resolveInnerBand } from './resolve-inner-band.ts';
import { resolveLegend } from './resolve-legend.ts';
import { resolveOutline } from './resolve-outline.ts';
import { resolvePopup } from './resolve-popup.ts';
import { resolveProperties } from '../values/resolve-properties.ts';
import { fieldsOfSources, resolveSourceRef } from '../data/resolve-source-ref.ts';
import { resolveZooms } from '../values/resolve-zooms.ts';

/** The default slot of each layer type. */
const DEFAULT_SLOT: Readonly<Record<SublayerType, Slot>> = {
  background: 'ground',
  fill: 'fills',
  raster: 'fills',
  hillshade: 'ground',
  'color-relief': 'ground',
  line: 'lines',
  circle: 'points',
  symbol: 'labels',
};

/** Options for resolving a sublayer. Sublayers of base maps have other defaults. */
interface SublayerOptions {
  readonly base: boolean;
}

/**
 * Resolves the sublayers of a group or base layer, from bottom to top; an `inner-band` becomes
 * the fill `<id>-band` and the line `<id>-band-line` above its fill, an `outline` the line
 * `<id>-outline`, `casing` the line `<id>-casing` below its line, and `clear` the symbols `<id>-clear`. Diagnostics: `duplicate-id`, those of
 * sources, zooms, values, conditions and texts.
 */
export function resolveSublayers(
  owner: { readonly sublayers?: readonly Config.Sublayer[] },
  context: ResolveContext,
  options: SublayerOptions,
): Sublayer[] {
  const seen = new Map<string, object>();
  const result: Sublayer[] = [];
  for (const raw of owner.sublayers ?? []) {
    const sublayer = resolveSublayer(raw, context, options);
    if (!sublayer) {
      context.incomplete.add(owner);
      continue;
    }
    for (const made of withEdges(raw, sublayer, context)) {
      const first = seen.get(made.id);
      if (first) {
        context.report.error(
          'duplicate-id',
          { node: raw, key: 'id' },
          { kind: 'sublayer', id: made.id },
          [{ target: { node: first, key: 'id' }, note: 'first-defined-here' }],
        );
        continue;
      }
      seen.set(made.id, raw);
      result.push(made);
    }
  }
  return result;
}

/** Returns a sublayer with those that the short forms of a fill, line or circle make. */
function withEdges(raw: Config.Sublayer, made: Sublayer, context: ResolveContext): Sublayer[] {
  if (raw.type === 'circle') return [made, ...resolveClear(raw.clear, made, context)];
  if (raw.type === 'line') return [...resolveCasing(raw.casing, made, context), made];
  if (raw.type !== 'fill') return [made];
  return [
    made,
    ...resolveInnerBand(raw['inner-band'], made, context),
    ...resolveOutline(raw.outline, made, context),
  ];
}

function resolveSublayer(
  raw: AnyOf<Config.Sublayer>,
  context: ResolveContext,
  { base }: SublayerOptions,
): Sublayer | undefined {
  const { id, type } = raw;
  const note = context.notes.get(raw);
  const source = resolveSourceRef(raw, context);
  if (!source) return undefined;
  const drawn = { ...context, declared: () => fieldsOfSources([source]) };
  const ground = base && (type === 'fill' || type === 'raster');
  const zooms = resolveZooms(raw, context);
  const written = {
    paint: resolveProperties(raw, 'paint', type, drawn),
    layout: resolveProperties(raw, 'layout', type, drawn),
  };
  const { paint, layout } = withLabelDefaults(written, context);
  const sublayer: Sublayer = {
    id,
    declaredId: note?.declaredId ?? id,
    country: context.things.country.get(note?.country ?? '') ?? null,
    type,
    source: labelSource({ type, source, layout, ...zooms }, context),
    slot: raw.slot ?? (ground ? 'ground' : DEFAULT_SLOT[type]),
    label: context.texts.resolveOptional(raw, 'label') ?? null,
    where: resolveConditions(raw.where, context),
    // Parsed YAML values are JSON.
    filter: (raw.filter as Json | undefined) ?? null,
    paint,
    layout,
    interactive: raw.interactive ?? !base,
    popup: resolvePopup(raw.popup, drawn),
    // In a base map, only sublayers with a label have a legend row.
    legend: resolveLegend(raw.legend ?? (base && !raw.label ? 'none' : 'auto'), context),
    overData: raw['over-data'] ?? false,
    rasterClasses: resolveRasterClasses(raw, source, context),
    outlineOf: null,
    ...zooms,
    ...present({ legendOpacity: raw['legend-opacity'], ground: raw.ground, room: raw.room }),
  };
  context.nodes.set(sublayer, raw);
  if (raw.room !== undefined) reportRoom(sublayer, raw, context);
  return sublayer;
}

/** Reports `room` where the size of the features is not known. Diagnostic: `room-without-points`. */
function reportRoom({ source }: Sublayer, raw: object, { report }: ResolveContext): void {
  if (source.kind === 'dataset' && source.derived === 'label-points') return;
  report.error('room-without-points', { node: raw, key: 'room', part: 'key' }, {});
}

/**
 * Resolves `classes` of a raster sublayer. They colour a raster dataset; for an external raster
 * they only make its legend. Diagnostic: `classes-on-foreign-raster`.
 */
function resolveRasterClasses(
  raw: AnyOf<Config.Sublayer>,
  source: SourceRef,
  context: ResolveContext,
): ClassList | null {
  if (raw.classes === undefined) return null;
  const target = { node: raw, key: 'classes' };
  if (source.kind === 'source' && !raw['legend-only']) {
    context.report.error(
      'classes-on-foreign-raster',
      { ...target, part: 'key' },
      { source: source.source.id, from: source.source.file === undefined ? 'service' : 'file' },
    );
  }
  return lookUp('classes', raw.classes, target, context) ?? null;
}

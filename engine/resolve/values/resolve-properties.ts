import { latest } from '@maplibre/maplibre-gl-style-spec';
import type * as Config from '../../../schemas/config.g.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { StyleValue, SublayerType } from '../../model/model.ts';
import { groupBy } from '../../basics/group-by.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { entriesOf } from '../entries-of.ts';
import { resolveValue, type PropertySpec } from './resolve-values.ts';

type Part = 'paint' | 'layout';
type RawProperties = Readonly<Record<string, unknown>>;

/**
 * Resolves the `paint` or `layout` of a sublayer: its preset applies first, short forms become
 * style values, and names are checked against the style specification. Diagnostics:
 * `unknown-property`, `property-of-other-type`, `property-in-wrong-place`, `unknown-preset`, `unknown-short-form`, and those of
 * the values.
 */
export function resolveProperties(
  owner: { readonly [K in Part]?: Config.PropertiesValue },
  part: Part,
  type: SublayerType,
  context: ResolveContext,
): Record<string, StyleValue> {
  const raw = owner[part];
  if (!raw) return {};
  const { preset } = raw;
  const under =
    preset === undefined
      ? undefined
      : lookUp('preset', preset, { node: raw, key: 'preset' }, context);
  return {
    ...(under && resolveEach(under, part, type, context)),
    ...resolveEach(raw, part, type, context),
  };
}

function resolveEach(
  raw: RawProperties,
  part: Part,
  type: SublayerType,
  context: ResolveContext,
): Record<string, StyleValue> {
  const specs = propertySpecs(part, type);
  const result: Record<string, StyleValue> = {};
  const foreign = reportForeign(raw, part, type, context);
  for (const [name, value] of entriesOf(raw)) {
    if (name === 'preset' || foreign.includes(name)) continue;
    const spec = specs[name];
    if (!spec) {
      reportName({ node: raw, key: name }, part, type, context);
      continue;
    }
    const resolved = resolveValue(value, { node: raw, key: name }, spec, context);
    if (resolved) result[name] = resolved;
  }
  return result;
}

/**
 * Returns the properties of a layer type in the style specification by name, without `visibility`,
 * which groups control.
 */
export function propertySpecs(
  part: Part,
  type: SublayerType,
): Readonly<Record<string, PropertySpec>> {
  return SPECS[`${part}_${type}`];
}

const SPECS = Object.fromEntries(
  Object.entries(latest as Readonly<Record<string, unknown>>).flatMap(([name, table]) => {
    if (!/^(?:paint|layout)_/.test(name)) return [];
    const { visibility: _, ...others } = table as Readonly<Record<string, PropertySpec>>;
    return [[name, others]];
  }),
) as Readonly<Record<`${Part}_${SublayerType}`, Readonly<Record<string, PropertySpec>>>>;

/** Reports the properties of other layer types, once for each type, and returns their names. */
function reportForeign(
  raw: RawProperties,
  part: Part,
  type: SublayerType,
  { report }: ResolveContext,
): readonly string[] {
  const own = propertySpecs(part, type);
  const names = Object.keys(raw).filter((name) => !(name in own) && ownerOf(name, part));
  for (const [other, its] of groupBy(names, (name) => ownerOf(name, part)!)) {
    const target = { node: raw, key: its[0]!, part: 'key' } as const;
    const counterparts = its.map((name) => `${type}${name.slice(name.indexOf('-'))}`);
    const known = counterparts.filter((name) => name in own && !(name in raw));
    report.error('property-of-other-type', target, { names: its, part, type, other, known });
  }
  return names;
}

/** Returns the layer type that has a property. */
function ownerOf(name: string, part: Part): string | undefined {
  const table = Object.entries(SPECS).find(([key, specs]) => key.startsWith(part) && name in specs);
  return table?.[0].slice(part.length + 1);
}

function reportName(
  place: { readonly node: RawProperties; readonly key: string },
  part: Part,
  type: SublayerType,
  { report }: ResolveContext,
): void {
  const target = { ...place, part: 'key' } as const;
  const name = place.key;
  const other = part === 'paint' ? 'layout' : 'paint';
  if (name in propertySpecs(other, type)) {
    report.error('property-in-wrong-place', target, { name, found: part, expected: other });
    return;
  }
  const known = Object.keys(propertySpecs(part, type));
  const nearest = suggest(name, known);
  report.error('unknown-property', target, { name, part, type, nearest, known });
}

import { latest } from '@maplibre/maplibre-gl-style-spec';
import type { Elsewhere } from '../diagnostics/parameters.ts';
import { ownName } from '../diagnostics/other-names.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { Report, Target } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import {
  choicesOf,
  hintOf,
  keyOfMovedList,
  knownKeys,
  nearestKey,
  show,
  titleOf,
} from './schema-words.ts';
import type { PlacedFault } from './shape-fault.ts';

/** Reports an unknown key. Diagnostic: `unknown-key`. */
export function reportUnknownKey(fault: PlacedFault, report: Report): void {
  const { params, data } = fault;
  const key = String(params['additionalProperty']);
  const known = knownKeys(fault);
  report.error('unknown-key', keyOf(data, key), {
    key,
    nearest: nearestKey(key, known),
    known,
    ...elsewhereOf(key, data),
    ...(isMapping(data) && /\.(?:qml|sld)$/i.test(show(data[key])) ? { isStyleFile: true } : {}),
  });
}

/** Reports a key that requires another one. Diagnostic: `key-needs`. */
export function reportNeededKey({ params, data }: PlacedFault, report: Report): void {
  const key = String(params['property']);
  report.error('key-needs', keyOf(data, key), { key, missing: String(params['missingProperty']) });
}

/**
 * Reports a missing key, or the misspelt key of a union that was probably meant as the missing one.
 * Diagnostics: `missing-key`, `unknown-key`, `list-under-other-key`.
 */
export function reportMissingKey(fault: PlacedFault, report: Report): void {
  const { params, schema, data, target, name } = fault;
  const key = String(params['missingProperty']);
  const slip = slipOf(key, fault);
  if (slip !== undefined) {
    report.error('unknown-key', keyOf(data, slip), { key: slip, nearest: key, known: [key] });
    return;
  }
  const under = keyOfMovedList(fault);
  if (under !== undefined) {
    report.error('list-under-other-key', keyOf(data, under), { key, found: under });
    return;
  }
  report.error('missing-key', ownerOf(data, target), {
    key,
    parent: titleOf(schema, name),
    known: [...choicesOf(schema, key), ...(schema.properties?.[key]?.enum ?? []).map(String)],
    ...hintOf(schema.properties?.[key]),
  });
}

/** Reports the missing or unknown tag of a union. Diagnostics: `missing-key`, `not-in-list`. */
export function reportTag(
  { params, schema, data, target, name }: PlacedFault,
  report: Report,
): void {
  const key = String(params['tag']);
  const known = choicesOf(schema, key);
  if (isMapping(data) && key in data) {
    const found = show(data[key]);
    const nearest = ownName(found, known) ?? suggest(found, known);
    report.error('not-in-list', { node: data, key }, { key, found, nearest, known });
  } else
    report.error('missing-key', ownerOf(data, target), {
      key,
      parent: titleOf(schema, name),
      known,
    });
}

/** Reports too few or too many keys of a choice. Diagnostic: `one-of-keys`. */
export function reportCountOfKeys({ params, data, target }: PlacedFault, report: Report): void {
  const found = params['found'] as readonly string[];
  const [, second] = found;
  const at = second === undefined ? ownerOf(data, target) : keyOf(data, second);
  report.error('one-of-keys', at, { known: params['keys'] as readonly string[], found });
}

function keyOf(node: unknown, key: string): Target {
  return { node: node as object, key, part: 'key' };
}

/**
 * Returns the place to report for a missing key: the key of the mapping that lacks it, or the id of
 * that mapping.
 */
function ownerOf(value: unknown, target: Target): Target {
  if (isMapping(value) && 'id' in value) return { node: value, key: 'id' };
  return target.key === undefined || typeof target.key === 'number'
    ? target
    : { ...target, part: 'key' };
}

/** Returns the place where a key that is invalid on this sublayer would be valid. */
function elsewhereOf(key: string, value: unknown): { elsewhere?: Elsewhere } {
  const type = isMapping(value) ? value['type'] : undefined;
  if (typeof type !== 'string') return {};
  if (key === 'outline' || key === 'opacity' || (key === 'classes' && type !== 'raster'))
    return { elsewhere: { key, type } };
  const part = (['paint', 'layout'] as const).find(
    (name) => key in ((latest as unknown as Record<string, object>)[`${name}_${type}`] ?? {}),
  );
  return part ? { elsewhere: { key: part, type } } : {};
}

/**
 * Returns the key of an entry that is probably a misspelling of the missing key, because no branch
 * of the union has this key.
 */
function slipOf(missing: string, { data, schema: { oneOf } }: PlacedFault): string | undefined {
  if (!oneOf || !isMapping(data)) return undefined;
  const known = new Set(oneOf.flatMap(({ properties = {} }) => Object.keys(properties)));
  return Object.keys(data).find((key) => !known.has(key) && nearestKey(key, [missing]) === missing);
}

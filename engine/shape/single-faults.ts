import { isMapping } from '../parse/node-type.ts';
import {
  fieldsByLanguage,
  isSplitOff,
  keyOfMovedList,
  knownKeys,
  nearestKey,
  outsideFields,
} from './schema-words.ts';
import { stepsOf, type ShapeFault } from './shape-fault.ts';

/** Removes errors that follow from others, so that each mistake is reported once. */
export function singleFaults(faults: readonly ShapeFault[]): ShapeFault[] {
  const misspelt = new Set(faults.flatMap((fault) => misspeltKey(fault) ?? []));
  const unknown = new Set(faults.filter(unknownKeyOf).map(({ path }) => path));
  const tooLong = new Set(faults.filter(isTooLong).map(({ path }) => path));
  const moved = new Set(faults.flatMap(placeOfMovedList));
  const seen = new Set<string>();
  return faults.filter((fault) => {
    const wanted = wantedKeys(fault);
    // A misspelt key is one error, not an unknown key and a missing key.
    if (wanted.some((key) => misspelt.has(`${fault.path}|${key}`))) return false;
    // The unknown key may be a misspelling of the required one.
    if (fault.keyword === 'dependentRequired' && unknown.has(fault.path)) return false;
    if (isMiscounted(fault)) return false;
    if ([...moved].some((place) => fault.path.startsWith(place))) return false;
    // The entries after the superfluous one are in the wrong places.
    if (tooLong.has(fault.path.slice(0, fault.path.lastIndexOf('/')))) return false;
    const of = wanted.length === 1 ? wanted[0]! : (unknownKeyOf(fault) ?? '');
    const cause = commonCause(fault) ?? `${fault.path}|${of}`;
    if (seen.has(cause)) return false;
    seen.add(cause);
    return true;
  });
}

/**
 * Returns whether the length of a list of numbers seems wrong only because an entry is not a
 * number.
 */
function isMiscounted({ keyword, schema: { items }, data }: ShapeFault): boolean {
  return (
    (keyword === 'minItems' || keyword === 'maxItems') &&
    Array.isArray(data) &&
    typeof items === 'object' &&
    items.type === 'number' &&
    data.some((item) => typeof item !== 'number')
  );
}

/** Returns the place of a list that is under another key than the missing one, as a prefix. */
function placeOfMovedList(fault: ShapeFault): readonly string[] {
  const key = keyOfMovedList(fault);
  return key === undefined ? [] : [`${fault.path}/${key}/`];
}

function isTooLong(fault: ShapeFault): boolean {
  return fault.keyword === 'maxItems' && !isMiscounted(fault);
}

/**
 * Returns the place that related errors share: a list of numbers, a text that was split at its
 * commas, fields by language, or keys that belong under `fields`.
 */
function commonCause(fault: ShapeFault): string | null {
  const { path, schema, data } = fault;
  if (fieldsByLanguage(fault)) return `${path}|by-language`;
  if (outsideFields(fault)) return `${path}|fields`;
  const [last = '', above = ''] = stepsOf(path).toReversed();
  // Lists of lists, such as the steps of a class list, have their numbers in the same place.
  if (schema.type === 'number' && /^\d+$/.test(last) && /^\d+$/.test(above))
    return `${path.split('/').slice(0, -2).join('/')}|${last}`;
  const isOne =
    (schema.type === 'number' && /^\d+$/.test(last)) || (data === null && isSplitOff(last));
  return isOne ? path.slice(0, path.lastIndexOf('/')) : null;
}

function unknownKeyOf({ keyword, params }: ShapeFault): string | null {
  return keyword === 'additionalProperties' ? String(params['additionalProperty']) : null;
}

/** Returns the place and the intended name of a misspelt key. */
function misspeltKey(fault: ShapeFault): string | null {
  const key = unknownKeyOf(fault);
  const nearest = key === null ? undefined : nearestKey(key, knownKeys(fault));
  return nearest === undefined ? null : `${fault.path}|${nearest}`;
}

/** Returns the keys that an error reports as missing. */
function wantedKeys({ keyword, params, data }: ShapeFault): readonly string[] {
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return [String(params['missingProperty'])];
    case 'discriminator': {
      const tag = String(params['tag']);
      return isMapping(data) && tag in data ? [] : [tag];
    }
    case 'x-exactly-one':
    case 'x-at-least-one':
      return (params['found'] as readonly string[]).length > 0
        ? []
        : (params['keys'] as readonly string[]);
    default:
      return [];
  }
}

import type { Origins } from '../parse/origins.ts';
import type { RawNode } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';

/** The values of `${name}`. A country is a mapping; its bare name is its id. */
export type Environment = ReadonlyMap<string, unknown>;

/** A parameter that cannot be replaced; the caller reports it. */
export interface SubstitutionFault {
  readonly node: object;
  readonly key: string | number;
  readonly code: 'unknown-parameter' | 'not-a-text';
  readonly name: string;
  /** The text that contains the parameter, if it is a value. */
  readonly text: string | undefined;
}

export interface CopyOptions {
  readonly environment: Environment;
  readonly origins: Origins;
  readonly call: object | null;
  readonly expansion: string | null;
  readonly faults: SubstitutionFault[];
}

/**
 * Copies a node and replaces every `${name}` and `${name.part}`. If a value consists of one
 * parameter only, it keeps the type of the parameter. In a longer text, the parameter is converted
 * to text.
 */
export function copyWith(node: RawNode, options: CopyOptions): RawNode {
  return copy(node, node, '', options) as RawNode;
}

function copy(value: unknown, parent: object, key: string | number, options: CopyOptions): unknown {
  if (typeof value === 'string') {
    return value.includes('${') ? replaceText(value, parent, key, options) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const result: unknown[] | Record<string, unknown> = Array.isArray(value) ? [] : {};
  options.origins.record(result, value, options.call, options.expansion);
  if (Array.isArray(value)) {
    value.forEach((item: unknown, i) => (result as unknown[]).push(copy(item, value, i, options)));
  } else {
    for (const [name, child] of Object.entries(value)) {
      const outName = name.includes('${') ? String(replaceText(name, value, name, options)) : name;
      (result as Record<string, unknown>)[outName] = copy(child, value, name, options);
    }
  }
  return result;
}

const WHOLE = /^\$\{([^}]*)\}$/;
const PART = /\$\{([^}]*)\}/g;

function replaceText(
  text: string,
  node: object,
  key: string | number,
  options: CopyOptions,
): unknown {
  const place = { node, key, text: text === key ? undefined : text };
  const whole = WHOLE.exec(text);
  if (whole) return lookUp(whole[1]!, place, options);
  let isKnown = true;
  const replaced = text.replace(PART, (_, name: string) => {
    const value = lookUp(name, place, options);
    isKnown &&= value !== null;
    if (typeof value === 'object' && value !== null) {
      options.faults.push({ ...place, code: 'not-a-text', name });
      return '';
    }
    return String(value);
  });
  // With an unknown part, the whole text is unknown.
  return isKnown ? replaced : null;
}

function lookUp(
  name: string,
  place: Pick<SubstitutionFault, 'node' | 'key' | 'text'>,
  options: CopyOptions,
): unknown {
  const [first, ...rest] = name.trim().split('.');
  let value = options.environment.get(first!);
  if (value === undefined) {
    options.faults.push({ ...place, code: 'unknown-parameter', name });
    return null;
  }
  for (const part of rest) {
    value = isMapping(value) ? value[part] : undefined;
    if (value === undefined) {
      options.faults.push({ ...place, code: 'unknown-parameter', name });
      return null;
    }
  }
  if (rest.length === 0 && isMapping(value) && typeof value['id'] === 'string') return value['id'];
  return structuredCopy(value, options);
}

/** A `${…}` in a text or a key. */
export interface Mention {
  readonly name: string;
  readonly node: object;
  readonly key: string | number;
  readonly part: 'key' | 'value';
}

/** Returns every `${…}` inside a mapping or list. */
export function mentionsIn(node: object): Mention[] {
  const found: Mention[] = [];
  const read = (text: string, place: Omit<Mention, 'name'>): void => {
    for (const [, name] of text.matchAll(PART)) found.push({ name: name!.trim(), ...place });
  };
  const visit = (value: unknown, node: object, key: string | number): void => {
    if (typeof value === 'object' && value !== null) walk(value);
    else if (typeof value === 'string' && value.includes('${'))
      read(value, { node, key, part: 'value' });
  };
  const walk = (node: object): void => {
    // `for … in` would convert every list index to a string; `Object.entries` would allocate a list
    // for every mapping.
    if (Array.isArray(node)) for (let i = 0; i < node.length; i++) visit(node[i], node, i);
    else
      for (const key in node) {
        if (key.includes('${')) read(key, { node, key, part: 'key' });
        visit((node as RawNode)[key], node, key);
      }
  };
  walk(node);
  return found;
}

/** Copies a mapping at each use (for example a text or a filter), so that no node is shared. */
function structuredCopy(value: unknown, options: CopyOptions): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list = value.map((item) => structuredCopy(item, options));
    options.origins.record(list, value, options.call, options.expansion);
    return list;
  }
  const result: Record<string, unknown> = {};
  for (const [key, child] of Object.entries(value)) result[key] = structuredCopy(child, options);
  options.origins.record(result, value, options.call, options.expansion);
  return result;
}

import type { RawNode, Target } from '../model/report.ts';

/** A part of a schema, as a validator provides it. */
export interface SchemaPart {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart | false;
  readonly oneOf?: readonly SchemaPart[];
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly 'x-words'?: readonly string[];
  readonly 'x-refers-to'?: string;
}

/**
 * An error of a validator: the place (a JSON pointer), the keyword of the schema and the invalid
 * value.
 */
export interface ShapeFault {
  readonly path: string;
  readonly keyword: string;
  readonly params: RawNode;
  readonly schema: SchemaPart;
  readonly data: unknown;
}

/** An error with its place in the configuration. */
export interface PlacedFault extends ShapeFault {
  /** The innermost mapping or list on the path, and the key in it. */
  readonly target: Target;
  /** The key of the value, or of the list that contains it. */
  readonly name: string;
  /** The index in that list, from 1. */
  readonly entry?: number;
  /** The index of that list in another one that has the key, from 1. */
  readonly outer?: number;
}

/** Finds the place of an error inside `root`, which is located at `at`. */
export function placed(fault: ShapeFault, root: unknown, at: Target): PlacedFault {
  const steps = stepsOf(fault.path);
  let target = at;
  let above = at;
  let value = root;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) break;
    above = target;
    target = { node: value, key: Array.isArray(value) ? Number(step) : step };
    value = (value as RawNode)[step];
  }
  const names = [String(at.key ?? ''), ...steps];
  if (steps.length === 0 || typeof target.key !== 'number')
    return { ...fault, target, name: names.at(-1)! };
  const entry = target.key + 1;
  if (steps.length < 2 || typeof above.key !== 'number')
    return { ...fault, target, name: names.at(-2)!, entry };
  return { ...fault, target, name: names.at(-3)!, entry, outer: above.key + 1 };
}

/** Returns the keys of a JSON pointer. */
export function stepsOf(path: string): readonly string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

import type { StyleValue, Sublayer } from '../model/model.ts';

const LEAF: readonly StyleValue[] = [];

/** Returns the values directly inside a value: those of its stops or grounds. */
export function childrenOf(value: StyleValue): readonly StyleValue[] {
  switch (value.kind) {
    case 'by-zoom':
    case 'by-value':
      return value.stops.map(([, inner]) => inner);
    case 'by-ground':
      return Object.values(value.values);
    case 'diameter':
      return [value.radius, value.stroke];
    default:
      return LEAF;
  }
}

/** Returns a value and all values inside it, outer ones first. */
export function valuesIn(value: StyleValue): readonly StyleValue[] {
  const found = [value];
  // A loop is several times faster than `flatMap`, and every value of an atlas is processed here.
  for (const child of childrenOf(value)) found.push(...valuesIn(child));
  return found;
}

/** Returns whether a test holds for a value or any value inside it. */
export function someIn(value: StyleValue, test: (inner: StyleValue) => boolean): boolean {
  return test(value) || childrenOf(value).some((child) => someIn(child, test));
}

/** Returns the values of one kind among a value and all inside it. */
export function kindIn<K extends StyleValue['kind']>(
  kind: K,
  value: StyleValue,
): readonly (StyleValue & { readonly kind: K })[] {
  const isKind = (inner: StyleValue): inner is StyleValue & { readonly kind: K } =>
    inner.kind === kind;
  if (childrenOf(value) === LEAF) return isKind(value) ? [value] : [];
  return valuesIn(value).filter(isKind);
}

/** A use of a class list. */
export type ClassUse = StyleValue & { readonly kind: 'classes' };

/** Returns the uses of class lists in a value. */
export function classesOf(value: StyleValue): readonly ClassUse[] {
  return kindIn('classes', value);
}

/** Returns the uses of class lists in the paint and layout properties of a sublayer. */
export function classesIn({
  paint,
  layout,
}: Pick<Sublayer, 'paint' | 'layout'>): readonly ClassUse[] {
  const found: ClassUse[] = [];
  const add = (value: StyleValue): void => {
    if (value.kind === 'classes') found.push(value);
    else for (const child of childrenOf(value)) add(child);
  };
  for (const name in paint) add(paint[name]!);
  for (const name in layout) add(layout[name]!);
  return found;
}

/** Returns the values of the paint and layout properties of a sublayer. */
export function propertiesOf({
  paint,
  layout,
}: Pick<Sublayer, 'paint' | 'layout'>): readonly StyleValue[] {
  return [...Object.values(paint), ...Object.values(layout)];
}

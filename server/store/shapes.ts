import type { AttributeValue, Shapes } from './store.ts';

/** Packs the shapes of a picture: bytes as written by `encodeGeometry`, and values for each. */
export function packShapes(
  geometries: Uint8Array<ArrayBuffer>,
  valuesOfEach: readonly (readonly AttributeValue[])[],
): Shapes {
  const known = new Map<AttributeValue, number>();
  const values: (readonly AttributeValue[])[] = [];
  const codes = new Uint32Array(valuesOfEach.length);
  valuesOfEach.forEach((each, index) => {
    const key = each.length === 1 ? each[0]! : JSON.stringify(each);
    let code = known.get(key);
    if (code === undefined) {
      known.set(key, (code = known.size));
      values.push(each);
    }
    codes[index] = code;
  });
  return { geometries, values, codes };
}

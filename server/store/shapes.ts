import type { AttributeValue, Shapes } from './store.ts';

/** Packs what was read for a picture: bytes as `encodeGeometry` writes them, a value for each. */
export function packShapes(
  geometries: Uint8Array<ArrayBuffer>,
  valueOfEach: readonly AttributeValue[],
): Shapes {
  const known = new Map<AttributeValue, number>();
  const codes = new Uint32Array(valueOfEach.length);
  valueOfEach.forEach((value, index) => {
    let code = known.get(value);
    if (code === undefined) known.set(value, (code = known.size));
    codes[index] = code;
  });
  return { geometries, values: [...known.keys()], codes };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  decodeGeometries,
  decodeGeometry,
  encodeGeometry,
  vertexCount,
} from '../../../../server/geometry/index.ts';
import { runs } from './oracle.ts';
import { packParts, packShape, makeShape } from './shapes.ts';
import { SEED_OF_THE_DAY } from '../../../seed-of-the-day.ts';

const coordinate = fc.oneof(
  fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
  fc.constantFrom(-1_800_000_000, 1_800_000_000, 0, 63, 64, -64, -65, 8191, 8192),
);
const part = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 40 })
  .map((points) => points.flat());
const geometry = fc
  .tuple(
    fc.constantFrom('point' as const, 'line' as const, 'polygon' as const),
    fc.array(part, { minLength: 1, maxLength: 5 }),
  )
  .map(([kind, parts]) => packParts(kind, parts));

describe('the blob of a geometry', () => {
  it('gives back what was written, for all kinds and the whole range of coordinates', () => {
    fc.assert(
      fc.property(geometry, (packed) => {
        expect(decodeGeometry(encodeGeometry(packed))).toEqual(packed);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: runs(20_000) },
    );
  });

  it('distinguishes polygons with holes', () => {
    for (let seed = 0; seed < 20; seed++) {
      const packed = packShape(makeShape('holes', seed), [0, 0], 1e7);
      expect(decodeGeometry(encodeGeometry(packed))).toEqual(packed);
    }
  });

  it('is refused when truncated anywhere, too long, or of an unknown kind', () => {
    const blob = encodeGeometry(packShape(makeShape('multi', 3), [2e8, 1e8], 1e6));
    for (let length = 0; length < blob.length; length++) {
      expect(() => decodeGeometry(blob.subarray(0, length))).toThrow(RangeError);
    }
    expect(() => decodeGeometry(Uint8Array.of(...blob, 0))).toThrow(RangeError);
    expect(() => decodeGeometry(Uint8Array.of(9, ...blob.subarray(1)))).toThrow(RangeError);
  });

  it('ends in a geometry or a RangeError on any bytes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.uint8Array({ maxLength: 60 }),
        (kind, rest) => {
          try {
            decodeGeometry(Uint8Array.of(kind, ...rest));
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
        },
      ),
      { seed: SEED_OF_THE_DAY, numRuns: runs(50_000) },
    );
  });

  it('is decoded from a sequence, and a truncated one is refused', () => {
    fc.assert(
      fc.property(fc.array(geometry, { maxLength: 5 }), fc.nat(), (list, cut) => {
        const blobs = list.map(encodeGeometry);
        const bytes = Uint8Array.from(blobs.flatMap((blob) => [...blob]));
        expect([...decodeGeometries(bytes)]).toEqual(list);
        const length = cut % (bytes.length + 1);
        const before = blobs.map((_, i) => blobs.slice(0, i).flatMap((blob) => [...blob]).length);
        const read = (): unknown => [...decodeGeometries(bytes.subarray(0, length))];
        if ([...before, bytes.length].includes(length)) expect(read).not.toThrow();
        else expect(read).toThrow(RangeError);
      }),
      { seed: SEED_OF_THE_DAY, numRuns: runs(2_000) },
    );
  });

  it('does not share memory with the next one decoded', () => {
    const blobs = Array.from({ length: 400 }, (_, seed) =>
      encodeGeometry(packShape(makeShape('star', seed), [seed, 0], 1e6)),
    );
    const decoded = blobs.map(decodeGeometry);
    expect(decoded.map(encodeGeometry)).toEqual(blobs);
  });
});

describe('bounds', () => {
  it('include every vertex: west, south, east, north', () => {
    const packed = packParts('line', [
      [5, -7, 9, 2],
      [-3, 0, 1, 8],
    ]);
    expect(boundsOf(packed)).toEqual([-3, -7, 9, 8]);
    expect(vertexCount(packed)).toBe(4);
  });

  it('are refused for a geometry without vertices', () => {
    const empty = { ...packParts('line', [[0, 0]]), coords: new Int32Array(0) };
    expect(() => boundsOf(empty)).toThrow(RangeError);
  });
});

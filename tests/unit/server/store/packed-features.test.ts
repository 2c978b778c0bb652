import { describe, expect, it } from 'vitest';
import { encodeGeometry } from '../../../../server/geometry/packed.ts';
import { packFeatures, unpackFeatures } from '../../../../server/store/sqlite/packed-features.ts';
import { packQuery } from '../../../../server/store/query-geometry.ts';

const ring = Array.from({ length: 200 }, (_, i) => [Math.cos(i / 32), Math.sin(i / 32)]);
const polygon = { type: 'Polygon' as const, coordinates: [[...ring, ring[0]!]] };
const geometry = encodeGeometry(packQuery(polygon).packed);
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 2 ** 40,
    geometry,
    properties: { name: `é ${i}`, tags: ['a', 'b'], none: null },
  }));

describe('features packed for another thread', () => {
  it('are unpacked without change', async () => {
    const { packed, buffers } = packFeatures(many(3));
    const features = await unpackFeatures(structuredClone(packed, { transfer: [...buffers] }));
    expect(features.map(({ id, properties }) => [id, properties])).toEqual(
      many(3).map(({ id, properties }) => [id, properties]),
    );
    expect(features[2]!.geometry).toMatchObject({ type: 'Polygon' });
    expect(await unpackFeatures(packFeatures([]).packed)).toEqual([]);
  });

  it('yield to other work while many are unpacked', async () => {
    const { packed } = packFeatures(many(4_000));
    let turns = 0;
    let done = false;
    const others = (async () => {
      while (!done) {
        await new Promise((resolve) => setImmediate(resolve));
        turns++;
      }
    })();
    expect(await unpackFeatures(packed)).toHaveLength(4_000);
    done = true;
    await others;
    expect(turns).toBeGreaterThan(5);
  });
});

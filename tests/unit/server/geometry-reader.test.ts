import { afterEach, describe, expect, it } from 'vitest';
import {
  createGeometryReader,
  type GeometryReader,
} from '../../../server/routes/geometries/geometry-reader.ts';

let reader: GeometryReader | undefined;
afterEach(() => reader?.close());

const POINT = { kind: 'point' };
const NOT_TEXT: unknown = expect.stringContaining('well-known text');

/** An ordinary polygon of many vertices. */
const round = `POLYGON((${[...Array(2_000).keys(), 0]
  .map((i) => `${Math.cos(i / 320).toFixed(6)} ${Math.sin(i / 320).toFixed(6)}`)
  .join()}))`;

describe('the geometry of a query', () => {
  it('gives the same result whether it is short or long', async () => {
    reader = createGeometryReader();
    expect(await reader.read('search', 'POINT(1 2)')).toMatchObject({ ok: { packed: POINT } });
    expect(await reader.read('search', 'POINT(1')).toEqual({ fault: NOT_TEXT });
    expect(await reader.read('search', round)).toMatchObject({
      ok: { packed: { kind: 'polygon' } },
    });
    expect(await reader.read('search', round.replace('))', ''))).toEqual({ fault: NOT_TEXT });
  }, 20_000);

  it('is refused with a message when it takes too long to read', async () => {
    reader = createGeometryReader({ timeout: 1 });
    await expect(reader.read('search', round)).rejects.toMatchObject({
      id: 'bad-request',
      detail: expect.stringContaining('Simplify'),
    });
    expect(await reader.read('search', 'POINT(1 2)')).toMatchObject({ ok: { packed: POINT } });
  });

  it('is refused temporarily when too many wait', async () => {
    reader = createGeometryReader();
    const asked = Array.from({ length: 102 }, () => reader!.read('search', round));
    const ended = await Promise.allSettled(asked);
    const refused = ended.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ id: 'busy' }) },
    ]);
  }, 20_000);
});

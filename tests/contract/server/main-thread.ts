/** Watches the main thread for work that grows with the geometry of a request. */
import geodesic from 'geographiclib-geodesic';
import { vi } from 'vitest';
import { GeometryBuilder } from '../../../server/geometry/rings.ts';

/** What the main thread did: a test runs in the same thread, and the threads of the server do not count. */
export interface MainThreadWork {
  /** Vertices that were packed. */
  readonly packed: number;
  /** Numbers that were written as WKB. */
  readonly written: number;
  /** Areas that were measured. */
  readonly measured: number;
  /** The length of the longest text that was parsed or written as JSON. */
  readonly longestJson: number;
}

/** Begins to watch. The function that it returns ends that. */
export function watchMainThread(): () => MainThreadWork {
  const packed = vi.spyOn(GeometryBuilder.prototype, 'addVertex');
  const written = vi.spyOn(Buffer.prototype, 'writeDoubleLE');
  const measured = vi.spyOn(geodesic.Geodesic.WGS84, 'Polygon');
  const parsed = vi.spyOn(JSON, 'parse');
  const made = vi.spyOn(JSON, 'stringify');
  return () => {
    const texts = [
      ...parsed.mock.calls.map(([text]) => text),
      ...made.mock.results.map(({ value }) => value as unknown),
    ];
    const work = {
      packed: packed.mock.calls.length,
      written: written.mock.calls.length,
      measured: measured.mock.calls.length,
      longestJson: Math.max(...texts.map((text) => String(text).length)),
    };
    for (const spy of [packed, written, measured, parsed, made]) spy.mockRestore();
    return work;
  };
}

/** Corners of a large ring: almost as many as a query may have. */
const CORNERS = 19_000;

/** Returns a ring of many corners around a place, in degrees; the last corner is the first one. */
export function largeRing([x, y]: readonly [number, number], radius = 0.05): number[][] {
  const ring = Array.from({ length: CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * i) / CORNERS;
    const far = radius * (i % 2 === 0 ? 1 : 1.01);
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

/** Returns a polygon with one ring as well-known text. */
export function polygonText(ring: readonly (readonly number[])[]): string {
  return `POLYGON ((${ring.map((position) => position.join(' ')).join()}))`;
}

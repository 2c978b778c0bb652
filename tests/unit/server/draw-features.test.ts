import type { Geometry } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { FeatureStyle, Mark } from '../../../server/access/atlas-snapshot.ts';
import { neutralStyle } from '../../../server/access/neutral-style.ts';
import { drawFeatures } from '../../../server/drawing/draw-features.ts';
import { PixelBuffer } from '../../../server/drawing/pixel-buffer.ts';
import { createView, type View } from '../../../server/drawing/view.ts';
import type { DatasetStore, ShapesRequest } from '../../../server/store/store.ts';
import { madeStyle, markOf } from '../../contract/server/made-style.ts';
import { shapesOf } from '../../contract/server/shapes-of.ts';

const RED = [255, 0, 0, 255] as const;
const CLEAR = [0, 0, 0, 0];

const square = (low: number, high: number) => [
  [low, low],
  [high, low],
  [high, high],
  [low, high],
  [low, low],
];

const areaOf = (low: number, high: number): Geometry => ({
  type: 'Polygon',
  coordinates: [square(low, high)],
});

interface Drawing {
  readonly asked?: (request: ShapesRequest) => void;
  readonly view?: View;
  /** The properties that differ from a red mark of the given size. */
  readonly mark?: Partial<Mark>;
}

/**
 * Draws geometries into an image of 100 × 100 pixels, which shows 0 to 10 degrees on both axes.
 * Returns a function that reads the pixel at a position in degrees.
 */
async function draw(
  geometries: Geometry | readonly Geometry[],
  shape: FeatureStyle['shape'],
  size: number,
  {
    asked = () => undefined,
    view = createView({ crs: 'EPSG:4326', box: [0, 0, 10, 10], width: 100, height: 100 }),
    mark = {},
  }: Drawing = {},
) {
  const pixels = new PixelBuffer(view.width, view.height);
  const shapes = async (request: ShapesRequest) => {
    asked(request);
    const features = [geometries].flat().map((geometry, id) => ({ id, geometry, properties: {} }));
    return shapesOf(features, []);
  };
  await drawFeatures(pixels, { shapes } as unknown as DatasetStore, {
    cut: { dataset: 'one', fields: [], rank: 0 },
    style: madeStyle(shape, { ...markOf(shape, RED, size), ...mark }),
    view,
  });
  const picture = await pixels.finish();
  return (lng: number, lat: number): number[] => {
    const at = 4 * (Math.floor((10 - lat) * 10) * 100 + Math.floor(lng * 10));
    return [...picture.subarray(at, at + 4)];
  };
}

describe('the WMS', () => {
  it('draws a line as wide as its size, and nothing next to it', async () => {
    const line: Geometry = {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 5],
          [9, 5],
        ],
      ],
    };
    const at = await draw(line, 'line', 4);
    expect(at(5, 5.05)).toEqual([...RED]);
    expect(at(5, 5.5)).toEqual(CLEAR);
    expect(at(9.5, 5.05)).toEqual(CLEAR);
  });

  it('draws an area with the opacity of its fill inside its outline, without its holes', async () => {
    // Holes have the opposite direction, as after a load.
    const hole = square(4, 6).toReversed();
    const area: Geometry = { type: 'Polygon', coordinates: [square(1, 9), hole] };
    const at = await draw(area, 'polygon', 2, { mark: { fill: [255, 0, 0, 128] } });
    expect(at(2, 2)[3]).toBeCloseTo(128, -1);
    expect(at(5, 5)).toEqual(CLEAR);
    expect(at(1.05, 5)).toEqual([...RED]);
    expect(at(0.5, 5)).toEqual(CLEAR);
  });

  it('draws an area without an outline in its fill only, and as a spot when it is small', async () => {
    const mark = { stroke: null, fill: [255, 0, 0, 128] } as const;
    const at = await draw([areaOf(1, 4), areaOf(7.02, 7.08)], 'polygon', 1, { mark });
    expect([at(2, 2)[3], at(1.05, 2)[3]].map((alpha) => Math.round(alpha! / 16))).toEqual([8, 8]);
    expect(at(7.05, 7.05)[3]).toBeGreaterThan(50);
  });

  it('draws areas without colours of their own in half-transparent grey with a grey outline', async () => {
    const at = await draw(areaOf(2, 8), 'polygon', 1, {
      mark: neutralStyle('polygon').mark(8, {})!,
    });
    expect(at(5, 5)).toEqual([80, 80, 80, 128]);
    expect(at(2.05, 5)[3]).toBeGreaterThan(128);
    expect(at(1.5, 5)).toEqual(CLEAR);
  });

  it('draws the outline of a circle around it', async () => {
    const blue = [0, 0, 255, 255] as const;
    const point: Geometry = { type: 'Point', coordinates: [5.05, 5.05] };
    const at = await draw(point, 'point', 3, { mark: { stroke: blue, width: 2 } });
    expect([at(5.05, 5.05), at(5.45, 5.05), at(5.75, 5.05)]).toEqual([[...RED], [...blue], CLEAR]);
  });

  it('draws the points of a group of points as circles that may overlap', async () => {
    const points: Geometry = {
      type: 'MultiPoint',
      coordinates: [
        [5, 5],
        [5.2, 5],
      ],
    };
    const at = await draw(points, 'point', 5);
    expect(at(5.1, 5)).toEqual([...RED]);
    expect(at(6, 5)).toEqual(CLEAR);
  });

  it('gives overlapping areas of one class the colour of the legend', async () => {
    const mark = { fill: [255, 0, 0, 128] } as const;
    const at = await draw([areaOf(1, 6), areaOf(3, 9)], 'polygon', 2, { mark });
    expect(at(4.5, 4.5)).toEqual(at(2, 2));
    // The outline of one continues inside the other.
    expect(at(6, 4.5)).toEqual([...RED]);
  });

  it('draws an area smaller than its outline as a spot of full colour', async () => {
    const at = await draw(areaOf(5.02, 5.08), 'polygon', 2);
    expect(at(5.05, 5.05)).toEqual([...RED]);
    expect(at(5.35, 5.05)).toEqual(CLEAR);
  });

  it('requests geometry of the resolution of its pixels', async () => {
    const tiers: unknown[] = [];
    await draw(areaOf(1, 9), 'polygon', 1, { asked: ({ tier }) => tiers.push(tier) });
    // A tenth of a degree: between zoom 2 and 3 of tiles of 512 pixels.
    expect(tiers).toEqual(['z0-4']);
  });

  it('requests the geometry for the zoom of its pixels, at any position', async () => {
    const half = 20_037_508.342_789_244;
    for (const [zoom, tier] of [
      [4, 'z0-4'],
      [5, 'z5-7'],
      [7, 'z5-7'],
      [8, 'z8-10'],
    ] as const) {
      for (const row of [0.05, 0.3, 0.5, 0.7, 0.9]) {
        // 256 pixels: half a tile of the map.
        const side = half / 2 ** zoom;
        const north = half - Math.floor(row * 2 ** (zoom + 1)) * side;
        const view = createView({
          crs: 'EPSG:3857',
          width: 256,
          height: 256,
          box: [0, north - side, side, north],
        });
        const asked: unknown[] = [];
        await draw([], 'polygon', 1, { asked: ({ tier: found }) => asked.push(found), view });
        expect(asked).toEqual([tier]);
      }
    }
  });
});

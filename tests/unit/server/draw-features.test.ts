import { createCanvas } from '@napi-rs/canvas';
import type { Geometry } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { WmsStyle } from '../../../server/atlas-snapshot.ts';
import { drawFeatures } from '../../../server/routes/wms/draw-features.ts';
import { createView } from '../../../server/routes/wms/view.ts';
import type { DatasetStore } from '../../../server/store/store.ts';

type FeatureStyle = Extract<WmsStyle, { kind: 'features' }>;

const RED = [255, 0, 0, 255] as const;
const CLEAR = [0, 0, 0, 0];

/** Draws one geometry into 100 by 100 pixels from 0 to 10 degrees; gives pixels by degrees. */
async function draw(geometry: Geometry, shape: FeatureStyle['shape'], size: number) {
  const context = createCanvas(100, 100).getContext('2d');
  const page = async () => [{ id: 1, geometry, properties: {} }];
  await drawFeatures(context, { page } as unknown as DatasetStore, {
    cut: { dataset: 'one', fields: [], cut: 0 },
    style: {
      kind: 'features',
      shape,
      size,
      field: null,
      colors: new Map(),
      default: RED,
      missing: null,
    },
    view: createView({ crs: 'EPSG:4326', box: [0, 0, 10, 10], width: 100, height: 100 }),
  });
  return (lng: number, lat: number): number[] => [
    ...context.getImageData(Math.floor(lng * 10), Math.floor((10 - lat) * 10), 1, 1).data,
  ];
}

describe('the WMS', () => {
  it('draws a line as wide as its size, and nothing beside it', async () => {
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

  it('draws an area half transparent within a full outline, its holes left open', async () => {
    const square = (low: number, high: number) => [
      [low, low],
      [high, low],
      [high, high],
      [low, high],
      [low, low],
    ];
    const area: Geometry = { type: 'Polygon', coordinates: [square(1, 9), square(4, 6)] };
    const at = await draw(area, 'polygon', 2);
    expect(at(2, 2)[3]).toBeCloseTo(128, -1);
    expect(at(5, 5)).toEqual(CLEAR);
    expect(at(1.05, 5)).toEqual([...RED]);
    expect(at(0.5, 5)).toEqual(CLEAR);
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
});

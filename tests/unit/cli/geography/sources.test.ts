import { describe, expect, it } from 'vitest';
import { contourAreas } from '../../../../cli/geography/contours.ts';
import { decodeEcharts } from '../../../../cli/geography/echarts.ts';
import { polygonArea, type Point } from '../../../../cli/geography/geometry.ts';
import { gradeForest, sampleCubic, type Grid } from '../../../../cli/geography/landcover.ts';
import { slug } from '../../../../demo/geography/provinces.ts';
import {
  buildLines,
  buildPolygons,
  decodeArcs,
  type TopoJson,
} from '../../../../cli/geography/topology.ts';
import { traceThrough } from '../../../../cli/geography/trace.ts';

describe('TopoJSON', () => {
  // Two squares side by side that share the arc between them.
  const topology: TopoJson = {
    transform: { scale: [2, 2], translate: [10, 20] },
    arcs: [
      [
        [1, 0],
        [0, 1],
      ],
      [
        [1, 1],
        [-1, 0],
        [0, -1],
        [1, 0],
      ],
      [
        [1, 0],
        [1, 0],
        [0, 1],
        [-1, 0],
      ],
    ],
    objects: {},
  };
  const arcs = decodeArcs(topology);

  it('joins arcs forwards and backwards into closed rings', () => {
    const left = buildPolygons({ type: 'Polygon', arcs: [[0, 1]] }, arcs);
    const right = buildPolygons({ type: 'Polygon', arcs: [[2, ~0]] }, arcs);
    expect(left).toEqual([
      [
        [
          [12, 20],
          [12, 22],
          [10, 22],
          [10, 20],
          [12, 20],
        ],
      ],
    ]);
    expect(right).toEqual([
      [
        [
          [12, 20],
          [14, 20],
          [14, 22],
          [12, 22],
          [12, 20],
        ],
      ],
    ]);
  });

  it('drops a ring that generalising made flat', () => {
    const flat = [
      [
        [12, 20],
        [12, 22],
      ],
      [
        [12, 22],
        [12, 20],
      ],
    ] as const;
    expect(buildPolygons({ type: 'Polygon', arcs: [[0, 1]] }, flat)).toEqual([]);
  });

  it('reads a line of one arc', () => {
    expect(buildLines({ type: 'LineString', arcs: [~0] }, arcs)).toEqual([
      [
        [12, 22],
        [12, 20],
      ],
    ]);
  });
});

describe('decodeEcharts', () => {
  it('reads the areas of a map script without running it', () => {
    // From 20 E, 2 N in steps of 1/1024 degree: east 4, north 4, then west 4, and closed.
    const script = `boom();echarts.registerMap('x', {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Équateur"},"geometry":{"type":"Polygon","coordinates":["@@H@@HG@"],"encodeOffsets":[[20480,2048]]}}],"UTF8Encoding":true});`;
    const [area] = decodeEcharts(script);
    const step = 4 / 1024;
    expect(area).toEqual({
      name: 'Équateur',
      polygons: [
        [
          [
            [20, 2],
            [20 + step, 2],
            [20 + step, 2 + step],
            [20, 2 + step],
            [20, 2],
          ],
        ],
      ],
    });
  });
});

describe('contourAreas', () => {
  const grid = (rows: string[]): Grid => ({
    width: rows[0]!.length,
    height: rows.length,
    bounds: [0, 0, rows[0]!.length, rows.length],
    values: Float32Array.from(rows.join(''), Number),
  });

  it('draws an area with a hole and closes it along the rim', () => {
    const areas = contourAreas(grid(['11111', '11111', '11011', '11111', '11111']), 0.5, 0.1);
    expect(areas).toHaveLength(1);
    expect(areas[0]).toHaveLength(2);
    expect(polygonArea(areas)).toBeGreaterThan(20);
    const xs = areas.flat(2).map(([x]) => x);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([0, 5]);
  });

  it('separates two areas that touch at a corner', () => {
    expect(contourAreas(grid(['10', '01']), 0.5, 0.1)).toHaveLength(2);
  });

  it('leaves out specks, and cells below the level', () => {
    expect(contourAreas(grid(['000', '010', '000']), 0.5, 2)).toEqual([]);
    expect(contourAreas(grid(['000', '000']), 0.5, 0)).toEqual([]);
  });
});

describe('sampleCubic', () => {
  it('gives the value of a cell at its middle and an average between two', () => {
    const grid: Grid = {
      width: 4,
      height: 1,
      bounds: [0, 0, 4, 1],
      values: new Float32Array([0, 0, 8, 8]),
    };
    expect(sampleCubic(grid, 1.5, 0.5)).toBe(0);
    expect(sampleCubic(grid, 2.5, 0.5)).toBe(8);
    expect(sampleCubic(grid, 2, 0.5)).toBe(4);
  });
});

describe('gradeForest', () => {
  it('recognises water, savanna, mosaic, forest and dense forest by their colours', () => {
    const colours = [
      [10, 40, 90],
      [170, 150, 110],
      [75, 80, 60],
      [30, 40, 30],
      [20, 32, 18],
    ];
    const rgba = Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255]));
    const { values } = gradeForest({ width: 5, height: 1, bounds: [0, 0, 5, 1], rgba });
    expect([...values]).toEqual([-1, 0, 1, 2, 3]);
  });
});

describe('traceThrough', () => {
  it('follows the bend of the water, not the straight line', () => {
    const bend = Array.from({ length: 21 }, (_, i): Point => [
      i / 10,
      0.5 * Math.sin((i / 20) * Math.PI),
    ]);
    const traced = traceThrough(bend.slice(1, -1), [bend[0]!, bend.at(-1)!]);
    expect(traced.length).toBeGreaterThan(15);
    expect(Math.max(...traced.map(([, y]) => y))).toBeGreaterThan(0.45);
  });
});

describe('slug', () => {
  it('makes an id of any name', () => {
    expect(slug('Ombella-M’Poko')).toBe('ombella-m-poko');
    expect(slug('Équateur')).toBe('equateur');
  });
});

/** How the files of visitors become layers of deck.gl, with a control that records them. */
import type { Layer } from '@deck.gl/core';
import type { Map as GlMap } from 'maplibre-gl';
import { beforeEach, expect, it, vi } from 'vitest';
import { DeckMarks, type MakeOverlay } from '../../../app/map/overlays/deck-marks.ts';
import type { Mark } from '../../../app/map/overlays/mark.ts';
import { markLayers } from '../../../app/map/overlays/mark-layers.ts';

/** The layers of each frame. */
const frames: (readonly Layer[])[] = [];
/** What the next frames run, by the number of the frame. */
const waiting = new Map<number, () => void>();
let asked = 0;

const makeOverlay: MakeOverlay = () => ({
  setProps: ({ layers }) => void frames.push(layers as readonly Layer[]),
  pickMultipleObjects: () => [],
  onAdd: () => document.createElement('div'),
  onRemove: () => undefined,
});

const map = {
  addControl: () => undefined,
  removeControl: () => undefined,
  on: () => undefined,
  off: () => undefined,
  triggerRepaint: () => undefined,
  getLayersOrder: () => [],
  getCanvas: () => ({ style: {}, getContext: () => null }),
} as unknown as GlMap;

beforeEach(() => {
  frames.length = 0;
  waiting.clear();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    waiting.set(++asked, run);
    return asked;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => waiting.delete(frame));
});

/** Runs the frames until none is asked for. */
function runAll(): void {
  for (const [frame, run] of waiting) {
    waiting.delete(frame);
    run();
  }
}

const idsOf = (layers: readonly Layer[] = []): string[] => layers.map(({ id }) => id);

/** A file with so many points. */
function fileOf(points: number, color = '#B4532A'): Mark {
  const features = Array.from({ length: points }, (_, i): GeoJSON.Feature => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [i / 1e5, 0] },
    properties: {},
  }));
  const model = { id: 'imported', line: { color, width: 2 }, casing: null, fill: null, radius: 5 };
  return { overlay: { id: 'import-1', kind: 'imported', features }, model } as unknown as Mark;
}

it('draws a large file layer by layer, each of at most 10 000 corners', () => {
  const marks = new DeckMarks(map, makeOverlay);
  const file = fileOf(250_000);
  marks.show([file]);
  runAll();
  expect(frames.map(({ length }) => length)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1));
  expect(idsOf(frames.at(-1))).toEqual(idsOf(markLayers(file)));
  for (const { props } of frames.at(-1)!)
    expect((props.data as unknown[]).length).toBeLessThanOrEqual(10_000);
});

it('draws a long line in parts that share their ends', () => {
  const file = fileOf(1);
  const coordinates = Array.from({ length: 25_000 }, (_, i) => [i / 1e5, 0]);
  const track: GeoJSON.Feature = {
    type: 'Feature',
    geometry: { type: 'LineString', coordinates },
    properties: {},
  };
  const overlay = { ...file.overlay, features: [track] };
  const layers = markLayers({ ...file, overlay }).filter(({ id }) => id.includes('/line-'));
  const paths = layers.flatMap(({ props }) =>
    (props.data as { path: GeoJSON.Position[] }[]).map(({ path }) => path),
  );
  expect(paths.map(({ length }) => length)).toEqual([10_000, 10_000, 5_002]);
  expect(paths.flatMap((path, at) => (at === 0 ? path : path.slice(1)))).toEqual(coordinates);
});

it('keeps each layer as it was until its turn, and prepares no shape again', () => {
  const marks = new DeckMarks(map, makeOverlay);
  const file = fileOf(150_000);
  marks.show([file]);
  runAll();
  const before = frames.at(-1)!;
  frames.length = 0;
  const red = { ...file, model: { ...file.model, radius: 9 } } as Mark;
  marks.show([red]);
  expect(idsOf(frames[0])).toEqual(idsOf(before));
  expect(frames[0]!.slice(1)).toEqual(before.slice(1));
  runAll();
  const after = frames.at(-1)!;
  expect(after.every((layer, at) => layer !== before[at])).toBe(true);
  expect(after.map(({ props }) => props.data)).toEqual(before.map(({ props }) => props.data));
  expect(after.every(({ props }, at) => props.data === before[at]!.props.data)).toBe(true);
});

it('draws a small file at once, and only what was shown last', () => {
  const marks = new DeckMarks(map, makeOverlay);
  marks.show([fileOf(250_000)]);
  const small = fileOf(10);
  marks.show([small]);
  runAll();
  expect(idsOf(frames.at(-1))).toEqual(['import-1/points-0']);
  expect(frames.at(-1)![0]!.props.data).toHaveLength(10);
});

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FeatureCollection, MultiLineString, MultiPolygon } from 'geojson';
import { beforeAll, describe, expect, it } from 'vitest';
import { densify, KM, pointIndex } from '../../cli/geography/channels.ts';
import {
  distance,
  encloses,
  fromMercator,
  toMercator,
  type Line,
  type Point,
  type Polygon,
} from '../../cli/geography/geometry.ts';
import { contrast, parseColour } from '../atlas/colour.ts';
import { sample } from '../size.ts';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { readColours, type Colours } from './pixels.ts';
import { useShipped } from './use-shipped.ts';

const FOLDER = fileURLToPath(new URL('../../atlas.config/data/geography/', import.meta.url));
const geometries = <T>(name: string): { id: string; coordinates: T[] }[] =>
  (
    JSON.parse(readFileSync(`${FOLDER}${name}`, 'utf8')) as FeatureCollection<
      MultiLineString | MultiPolygon
    >
  ).features.map(({ properties, geometry }) => ({
    id: String(properties!['river'] ?? properties!['id']),
    coordinates: geometry.coordinates as unknown as T[],
  }));

/** The part of the window that only the map covers, in px. */
const CLIP = { x: 380, y: 60, width: 780, height: 610 } as const;

/** A view: where a place is on the screen, and which place a pixel shows. */
interface Camera {
  readonly toPixel: (place: Point) => Point;
  readonly toPlace: (pixel: Point) => Point;
}

function cameraAt(zoom: number, centre: Point): Camera {
  const size = 512 * 2 ** zoom;
  const [centreX, centreY] = toMercator(centre);
  return {
    toPixel: (place) => {
      const [x, y] = toMercator(place);
      return [MIDDLE.x + (x - centreX) * size, MIDDLE.y + (y - centreY) * size];
    },
    toPlace: ([x, y]) =>
      fromMercator([centreX + (x - MIDDLE.x) / size, centreY + (y - MIDDLE.y) / size]),
  };
}

const site = useShipped();

/** Draws the map without names, and returns the colours of the window. */
async function draw(zoom: number, [lng, lat]: Point, rest: string): Promise<Colours> {
  const { page } = await openPage(site.browser, { drawn: true });
  await page.goto(`${site.url}/?lang=en#${zoom}/${lat}/${lng}&${rest}`);
  await waitForMap(page);
  const colours = await readColours(await page.screenshot());
  await page.context().close();
  return colours;
}

describe('lakes', () => {
  /** Least contrast of water with land. */
  const ENOUGH = 1.35;
  /** Views of lakes: in dense forest, and between the highest and the lowest lands. */
  const VIEWS = [
    [8, [18.3, -1.9]],
    [7, [29.3, -3.6]],
    [9.2, [29.1, -2.1]],
  ] as const;
  /** Distance in px from shores and rivers at which a pixel has one colour. */
  const APART = 8;
  /** The same for rivers, which may be wide: a multiple of the distance from shores. */
  const RIVER_APART = 3;
  /** The data of lakes end further east. */
  const EAST = 31;
  const BASES = ['default', 'terrain', 'imagery', 'dark'] as const;

  const lakes = geometries<Polygon>('lakes.geojson').flatMap(({ coordinates }) => coordinates);
  const shores = pointIndex(lakes.flat().flatMap((line) => densify(line, KM)));
  const rivers = pointIndex(
    geometries<Line>('rivers.geojson')
      .flatMap(({ coordinates }) => coordinates)
      .flatMap((line) => densify(line, KM)),
  );
  const isWet = (place: Point): boolean =>
    lakes.some(
      ([shore, ...islands]) =>
        encloses(shore!, place) && !islands.some((island) => encloses(island, place)),
    );

  it.each(
    sample(
      BASES.flatMap((base) => VIEWS.map((view) => [base, ...view] as const)),
      12,
    ),
  )(
    'have a contrast of 1.35 to 1 with all land around them: %s, zoom %d (one view of twelve; nightly all)',
    async (base, zoom, centre) => {
      const colours = await draw(zoom, centre, `base=${base}&layers=`);
      const camera = cameraAt(zoom, centre);
      const reach = APART / ((512 * 2 ** zoom) / 360);
      const [water, land]: [Set<string>, Set<string>] = [new Set(), new Set()];
      let [wet, dry] = [0, 0];
      for (let x = CLIP.x; x < CLIP.x + CLIP.width; x += 3)
        for (let y = CLIP.y; y < CLIP.y + CLIP.height; y += 3) {
          const place = camera.toPlace([x, y]);
          if (place[0] > EAST || shores.neighbors(...place, 1, reach).length > 0) continue;
          if (rivers.neighbors(...place, 1, RIVER_APART * reach).length > 0) continue;
          const isWater = isWet(place);
          (isWater ? water : land).add(colours.at(x, y));
          if (isWater) wet += 1;
          else dry += 1;
        }
      expect(wet).toBeGreaterThan(25);
      expect(dry).toBeGreaterThan(1000);
      const faint = [...water].flatMap((one) =>
        [...land].flatMap((other) => {
          const ratio = contrast(parseColour(one), parseColour(other));
          return ratio < ENOUGH ? [`${one} on ${other}: ${ratio.toFixed(2)}`] : [];
        }),
      );
      expect(faint).toEqual([]);
    },
    120_000,
  );
});

/** Places near rivers that are a border: the Congo, the Ubangi and others. */
const PLACES: readonly (readonly [river: string, near: Point])[] = [
  ['congo', [17.3, -1]],
  ['congo', [16.6, -1.75]],
  ['congo', [16.2, -2.4]],
  ['congo', [16.15, -3.2]],
  ['congo', [15.95, -3.7]],
  ['congo', [14.9, -4.55]],
  ['ubangi', [17.8, 0.1]],
  ['ubangi', [18.05, 1.2]],
  ['ubangi', [18.1, 2]],
  ['ubangi', [18.55, 3.2]],
  ['ubangi', [18.75, 4.6]],
  ['ubangi', [19.6, 5.1]],
  ['ubangi', [20.6, 4.4]],
  ['ubangi', [21.8, 4.2]],
  ['mbomou', [22.6, 4.4]],
  ['mbomou', [24.5, 5.05]],
  ['mbomou', [25.3, 5.05]],
  ['kwango', [16.9, -6.4]],
  ['kwango', [17.4, -7.7]],
  ['kasai', [21.8, -8.3]],
  ['kasai', [22.1, -10]],
  ['ngoko', [15.7, 1.9]],
];

describe('a river that is a border', () => {
  /** Least width of the water on each side of the border, in px. */
  const ENOUGH_PX = 2;
  /** Step across the river, in px. */
  const STEP = 0.25;
  /** Number of steps that are examined to either side. */
  const REACH = 48;
  /** Largest distance of the border from the line of the data, which is not simplified, in px. */
  const OFF_PX = 4;
  const lines = geometries<Line>('rivers.geojson');
  let places: { place: Point; across: Point }[];

  beforeAll(() => {
    places = PLACES.map(([river, near]) => {
      const points = lines
        .filter(({ id }) => id === river)
        .flatMap(({ coordinates }) => coordinates)
        .flatMap((line) =>
          densify(line, KM).map((at, i, all) => ({
            at,
            next: all[i + 4] ?? at,
            back: all[i - 4] ?? at,
          })),
        );
      const nearest = points.reduce((a, b) =>
        distance(b.at, near) < distance(a.at, near) ? b : a,
      );
      const [dx, dy] = [nearest.next[0] - nearest.back[0], nearest.next[1] - nearest.back[1]];
      // Pixels grow to the south, so the normal of (dx, -dy) is (dy, dx).
      return { place: nearest.at, across: [dy / Math.hypot(dx, dy), dx / Math.hypot(dx, dy)] };
    });
  });

  /** Whether a colour is water rather than land or border on the default base map. */
  const isBlue = (colour: string): boolean => {
    const [red, , blue] = parseColour(colour);
    return blue - red > 0.1 && blue > 0.6;
  };

  /** Returns the widths of the water on the sides of the border at a place of the window, in px. */
  function waterBeside(colours: Colours, [x, y]: Point, [dx, dy]: Point): readonly number[] {
    const blue = Array.from({ length: 2 * REACH + 1 }, (_, i) => {
      const px = (i - REACH) * STEP;
      return isBlue(colours.at(x + px * dx, y + px * dy));
    });
    const runs: { is: boolean; from: number; to: number }[] = [];
    blue.forEach((is, i) => {
      const last = runs.at(-1);
      if (last?.is === is) last.to = i;
      else runs.push({ is, from: i, to: i });
    });
    const width = (run?: { from: number; to: number }): number =>
      run ? (run.to - run.from + 1) * STEP : 0;
    const off = ({ from, to }: { from: number; to: number }): number =>
      Math.abs((from + to) / 2 - REACH) * STEP;
    // The border is between two parts of the water; there is none in the gap of a dash.
    const border = runs.findIndex(
      (run, i) => !run.is && off(run) < OFF_PX && runs[i - 1]?.is && runs[i + 1]?.is,
    );
    if (border > 0) return [width(runs[border - 1]), width(runs[border + 1])];
    const whole = runs.filter(({ is }) => is).sort((one, other) => off(one) - off(other))[0];
    return [width(whole) / 2, width(whole) / 2];
  }

  it.each(sample([5, 6, 7, 8], 4))(
    'has at least 2 px of water on either side of the border at 22 places: zoom %i (one zoom; nightly all)',
    async (zoom) => {
      const narrow: string[] = [];
      const open = new Map(places.map((each, i) => [i, each] as const));
      const { page } = await openPage(site.browser, { drawn: true });
      while (open.size > 0) {
        const [lng, lat] = [...open.values()][0]!.place;
        const camera = cameraAt(zoom, [lng, lat]);
        await page.goto(
          `${site.url}/?lang=en#${zoom}/${lat}/${lng}&base=default&layers=boundaries`,
        );
        await waitForMap(page);
        const colours = await readColours(await page.screenshot());
        for (const [i, { place, across }] of open) {
          const [x, y] = camera.toPixel(place);
          const isShown =
            x > CLIP.x && x < CLIP.x + CLIP.width && y > CLIP.y && y < CLIP.y + CLIP.height;
          if (!isShown) continue;
          open.delete(i);
          const sides = waterBeside(colours, [x, y], across);
          if (Math.min(...sides) < ENOUGH_PX)
            narrow.push(`${PLACES[i]!.join(' ')}: ${sides.join(' and ')} px`);
        }
      }
      await page.context().close();
      expect(narrow).toEqual([]);
    },
    240_000,
  );
});

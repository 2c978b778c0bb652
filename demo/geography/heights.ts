import { readFileSync } from 'node:fs';
import { fromFile } from 'geotiff';
import { blur, sampleCubic, type Grid, type Photo } from '../../cli/geography/landcover.ts';
import type { Bounds } from '../../cli/geography/geometry.ts';
import type { HeightAt } from '../../cli/geography/raster-tiles.ts';

const ETOPO5 = new URL('etopo5/heights.tif', import.meta.url);
const PEAKS = new URL('natural-earth/peaks.geojson', import.meta.url);

/** The value of the cells of ETOPO5 that have none: those west of Greenwich. */
const MISSING = -32_768;
/** Metres per level of grey in the relief picture, fitted on the heights of 22 known places. */
const METRES_PER_GREY = 25;
/** Kilometres in a degree of latitude. */
const KM_PER_DEGREE = 111.2;
/** Distance in degrees from the edge of ETOPO5 over which its heights give way to the coarse ones. */
const SEAM = 2;
/** Standard deviation in cells by which ETOPO5 is smoothed, so that shading shows no cells. */
const SMOOTH = 0.6;
/** Radius in kilometres of the flat top of a cone, so that one pixel of the tiles has its height. */
const TOP = 3.5;
/** Metres that a cone rises in a kilometre, on average. */
const SLOPE = 210;
/** The smallest and the largest radius of a cone in kilometres. */
const RADII = [9, 20] as const;

/** A mountain with its height above the sea in metres. */
export interface Peak {
  readonly name: string | null;
  readonly elevation: number;
  readonly lng: number;
  readonly lat: number;
}

/** Reads the mountains of Natural Earth, highest first. */
export function readPeaks(): Peak[] {
  const { features } = JSON.parse(readFileSync(PEAKS, 'utf8')) as GeoJSON.FeatureCollection<
    GeoJSON.Point,
    Pick<Peak, 'name' | 'elevation'>
  >;
  return features.map(({ properties, geometry: { coordinates } }) => ({
    ...properties,
    lng: coordinates[0]!,
    lat: coordinates[1]!,
  }));
}

/**
 * Returns the heights of the relief in metres: those of ETOPO5 (one value in 9 km) in its box, and
 * `coarse` around it. A peak stands out by a cone, because a cell of 9 km hides it.
 */
export async function readHeights(coarse: Grid, peaks: readonly Peak[]): Promise<HeightAt> {
  const grid = await readEtopo5();
  const levels = new Map<number, { readonly fine: Grid; readonly around: Grid }>();
  const gridsFor = (pixel: number): { readonly fine: Grid; readonly around: Grid } => {
    const known = levels.get(pixel);
    const made = known ?? { fine: smooth(grid, pixel), around: smooth(coarse, pixel) };
    levels.set(pixel, made);
    return made;
  };
  const cones = peaks.map((peak) => coneOf(peak, sampleCubic(grid, peak.lng, peak.lat)));
  return (lng, lat, pixel) => {
    const { fine, around } = gridsFor(pixel);
    const share = shareOf(grid.bounds, lng, lat);
    const coarsely = share < 1 ? Math.max(0, sampleCubic(around, lng, lat)) : 0;
    const finely = share > 0 ? sampleCubic(fine, lng, lat) : 0;
    const ground = coarsely * (1 - share) + finely * share;
    return cones.reduce((height, cone) => height + cone(lng, lat), ground);
  };
}

/**
 * Returns heights in metres from the grey relief picture, smoothed, because the levels of grey
 * would give terraces.
 */
export function greyHeights(photo: Photo): Grid {
  const values = Float32Array.from(
    { length: photo.width * photo.height },
    (_, i) => photo.rgba[4 * i]! * METRES_PER_GREY,
  );
  const { width, height, bounds } = photo;
  return blur({ width, height, bounds, values }, 1.1);
}

async function readEtopo5(): Promise<Grid> {
  const tiff = await fromFile(ETOPO5.pathname);
  const image = await tiff.getImage();
  const values = Float32Array.from((await image.readRasters({ interleave: true })) as Int16Array);
  const bounds = image.getBoundingBox() as unknown as Bounds;
  await tiff.close();
  return withoutMissing({ width: image.getWidth(), height: image.getHeight(), bounds, values });
}

/** Returns a grid without the columns in the west that have no values. */
function withoutMissing({ width, height, bounds, values }: Grid): Grid {
  const first = values.findIndex((value) => value !== MISSING) % width;
  const [west, south, east, north] = bounds;
  const rows = Array.from({ length: height }, (_, row) =>
    values.subarray(row * width + first, (row + 1) * width),
  );
  return {
    width: width - first,
    height,
    bounds: [west + (first * (east - west)) / width, south, east, north],
    values: Float32Array.from(rows.flatMap((row) => [...row])),
  };
}

/** Smooths a grid, and averages it over pixels that are wider than its cells. */
function smooth(grid: Grid, pixel: number): Grid {
  const cell = (grid.bounds[2] - grid.bounds[0]) / grid.width;
  return blur(grid, Math.max(SMOOTH, (0.5 * pixel) / cell));
}

/** Returns the share of ETOPO5 in the height of a place: 0 outside of its box, 1 well inside. */
function shareOf([west, south, east, north]: Bounds, lng: number, lat: number): number {
  const inside = Math.min(lng - west, east - lng, lat - south, north - lat) / SEAM;
  const t = Math.max(0, Math.min(1, inside));
  return t * t * (3 - 2 * t);
}

/** Returns the metres by which a peak is higher than `ground` at a place. */
function coneOf(peak: Peak, ground: number): (lng: number, lat: number) => number {
  const rise = Math.max(0, peak.elevation - ground);
  const radius = Math.max(RADII[0], Math.min(RADII[1], TOP + rise / SLOPE));
  const kmPerDegree = KM_PER_DEGREE * Math.cos((peak.lat * Math.PI) / 180);
  return (lng, lat) => {
    const north = (lat - peak.lat) * KM_PER_DEGREE;
    if (Math.abs(north) > radius) return 0;
    const away = Math.hypot(north, (lng - peak.lng) * kmPerDegree);
    // A slope that is gentle at its foot, as that of a volcano.
    return rise * Math.max(0, Math.min(1, (radius - away) / (radius - TOP))) ** 2;
  };
}

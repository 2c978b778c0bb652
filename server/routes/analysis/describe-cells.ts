/** Describes the cells of a raster inside an area. */
import type { AnalysisCells } from 'atlas-engine';
import type { MeasuredCells } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { CellsInside } from '../../store/store.ts';

/** The land that a class must have, in m². Less is an error of the calculation. */
const LEAST_LAND = 1;

/** The length of a degree of latitude in the middle of a quarter of a meridian, in m. */
const METRES_PER_DEGREE = 111_132;

/** The measured part of an answer. */
export type CellFigures = Pick<
  MeasuredCells,
  'covered' | 'share' | 'cell' | 'classes' | 'mean' | 'least' | 'most' | 'unit'
>;

/**
 * Returns the figures of a raster in an area of `size` m². `cells` says what the pixels mean; null if
 * the visitor may not know it.
 */
export function describeCells(
  { areas, step }: CellsInside,
  cells: AnalysisCells | null,
  size: number,
): CellFigures {
  // The last value means no data.
  const land = areas.slice(0, -1).map((area) => (area >= LEAST_LAND ? area : 0));
  const covered = land.reduce((sum, area) => sum + area, 0);
  const about = {
    covered,
    share: Math.min(1, covered / size),
    cell: step * METRES_PER_DEGREE,
  };
  if (!cells || covered === 0) return about;
  const classes = classesOf(land, cells);
  return {
    ...about,
    ...present({
      classes: classes.length > 0 ? classes : undefined,
      ...numbersOf(land, cells, covered),
    }),
  };
}

/** Returns the land of each class that is there, largest first. */
function classesOf(
  land: readonly number[],
  { classes, classOf }: AnalysisCells,
): NonNullable<MeasuredCells['classes']> {
  const areas = classes.map(() => 0);
  for (const [pixel, area] of land.entries()) {
    const at = classOf[pixel]!;
    if (at >= 0) areas[at]! += area;
  }
  return classes
    .map(({ label, color }, at) => present({ label, color: color ?? undefined, area: areas[at]! }))
    .filter(({ area }) => area > 0)
    .sort((a, b) => b.area - a.area);
}

/** Returns the mean, the least and the greatest value of a raster with numbers. */
function numbersOf(
  land: readonly number[],
  { numbers, unit }: AnalysisCells,
  covered: number,
): Pick<MeasuredCells, 'mean' | 'least' | 'most' | 'unit'> | null {
  if (!numbers) return null;
  const found = numbers.filter((_, pixel) => land[pixel]! > 0);
  const sum = numbers.reduce((total, number, pixel) => total + number * land[pixel]!, 0);
  return present({
    mean: sum / covered,
    least: Math.min(...found),
    most: Math.max(...found),
    unit: unit ?? undefined,
  });
}

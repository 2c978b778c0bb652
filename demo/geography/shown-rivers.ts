import {
  boundsOf,
  overlaps,
  roundCorners,
  simplifyLine,
  toMercator,
  type Bounds,
  type Line,
} from '../../cli/geography/geometry.ts';
import { linesOutside } from '../../cli/geography/polygons.ts';
import {
  divideBorders,
  divideRivers,
  type BorderPart,
  type DividedBorders,
} from './border-rivers.ts';
import type { SimplifiedWorld } from './countries.ts';
import type { Geography } from './geography.ts';
import { DEVIATION, pixelAt } from './layer-parts.ts';
import type { RiverLine } from './rivers.ts';

/** The last zoom of the tiles, which are drawn magnified from there on. */
const LAST = 8;
const CLOSE_DEVIATION = 0.25;

/** A part of a river, as it is drawn at a zoom. */
export interface ShownRiver extends BorderPart {
  readonly part: RiverLine;
}

/** Rivers and borders as they are drawn at a zoom, on the unit square. */
export interface ShownLines {
  readonly world: SimplifiedWorld;
  readonly rivers: readonly ShownRiver[];
  readonly borders: DividedBorders;
}

/** Rivers and borders by zoom. A border that follows a river is the line of the river. */
export class ShownRivers {
  readonly #geography: Geography;
  readonly #extents: readonly Bounds[];
  readonly #smooth: readonly RiverLine[];
  readonly #known = new Map<number, ShownLines>();

  constructor(geography: Geography, extents: readonly Bounds[]) {
    this.#geography = geography;
    this.#extents = extents;
    this.#smooth = geography.rivers.map((part) => ({
      ...part,
      line: roundCorners(part.line.map(toMercator), 2),
    }));
  }

  at(zoom: number): ShownLines {
    const known = this.#known.get(zoom) ?? this.#linesAt(zoom);
    this.#known.set(zoom, known);
    return known;
  }

  #linesAt(zoom: number): ShownLines {
    const world = this.#geography.world.simplify(DEVIATION * pixelAt(zoom), this.#extents[zoom]!);
    const borders = world
      .boundaries()
      .filter(({ kind, line }) => kind === 'country' && line.length > 1)
      .map(({ line }) => line);
    const lakes = this.#geography.lakes
      .filter(({ km2 }) => km2 >= leastLake(zoom))
      .map(({ rings }) => rings);
    const drawn = this.#smooth
      .filter(({ river }) => river.rank <= zoom - 1)
      .flatMap((part) => {
        // A river has no line in a lake. Its line continues through its own area, because the
        // area may be narrower.
        const beside = lakes.filter(([shore]) => overlaps(boundsOf(shore!), boundsOf(part.line)));
        return linesOutside([part.line], beside).map((line) => ({
          part,
          line: simplifyLine(line, (zoom < LAST ? DEVIATION : CLOSE_DEVIATION) * pixelAt(zoom)),
        }));
      });
    const lines: readonly Line[] = drawn.map(({ line }) => line);
    const rivers = divideRivers(lines, borders, zoom).flatMap((parts, i) =>
      parts.map((each) => ({ ...each, part: drawn[i]!.part })),
    );
    return { world, rivers, borders: divideBorders(borders, rivers, lakes, zoom) };
  }
}

/** Returns the area (km2) below which lakes are left out at a zoom. */
export function leastLake(zoom: number): number {
  return [9000, 9000, 9000, 2000, 500, 150, 40, 12, 3][zoom] ?? 3;
}

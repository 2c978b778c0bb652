import type { Line, Point } from './geometry.ts';
import type { WaterFollower } from './follow-water.ts';

/** A line: the border that two areas share, or the coast of one area. */
export interface SharedLine {
  readonly line: Line;
  readonly kind: 'border' | 'other' | 'coast';
}

/**
 * Moves borders into the rivers that they follow. Lines that met before still meet. The ends of
 * borders at the coast do not move.
 */
export function moveBorders(lines: readonly SharedLine[], follower: WaterFollower): Line[] {
  const onCoast = new Set(endsOf(lines.filter(({ kind }) => kind === 'coast')).map(String));
  const moved = new Map<string, Point>();
  for (const end of endsOf(lines.filter(({ kind }) => kind === 'border')))
    if (!onCoast.has(String(end))) moved.set(String(end), follower.moveEnd(end));
  return lines.map(({ line, kind }) => {
    const [first, last] = [line[0]!, line.at(-1)!];
    const start = moved.get(String(first)) ?? first;
    const end = moved.get(String(last)) ?? last;
    const joined = start === first && end === last ? line : [start, ...line.slice(1, -1), end];
    return kind === 'border' ? follower.move(joined) : joined;
  });
}

function endsOf(lines: readonly SharedLine[]): Point[] {
  return lines.flatMap(({ line }) => [line[0]!, line.at(-1)!]);
}

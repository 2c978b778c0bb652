import type { ReactNode } from 'react';

/**
 * A bar in the colour of a class; its figure is written beside it. It is a drawing, because printers
 * leave out backgrounds, and has an outline, because a class may be white. `part` is 0 to 1.
 */
export function ClassBar({ part, color }: { part: number; color: string | null }): ReactNode {
  return (
    <svg className="analysis-bar" aria-hidden="true">
      <rect
        className="analysis-bar-part"
        x="0.5"
        y="0.5"
        // A class that is there at all has a bar.
        width={`${Math.max(1, 98 * part)}%`}
        height="9"
        {...(color !== null && { fill: color })}
      />
    </svg>
  );
}

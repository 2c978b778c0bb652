import type { CheckContext } from './context.ts';
import { valueAt } from './places.ts';

/** Warns of things that nothing uses. */
export function reportUnused(
  code: 'unused-classes' | 'unused-source',
  things: Iterable<{ readonly id: string }>,
  used: ReadonlySet<object | undefined>,
  context: CheckContext,
): void {
  for (const thing of things)
    if (!used.has(thing))
      context.report.warn(code, valueAt(thing, 'id', context), { id: thing.id });
}

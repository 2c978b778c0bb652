import { suggest } from '../diagnostics/suggest.ts';
import type { Report } from '../model/report.ts';

/**
 * The ground that a key of values by ground means: itself, or where it is misspelt the ground it is
 * nearest to, so that this one is not missing as well. Diagnostic: `unknown-ground`.
 */
export function groundOf(
  found: string,
  node: Readonly<Record<string, unknown>>,
  grounds: readonly string[],
  report: Report,
): string {
  if (grounds.includes(found)) return found;
  const known = grounds.filter((ground) => !(ground in node));
  const nearest = suggest(found, known);
  report.error('unknown-ground', { node, key: found, part: 'key' }, { found, nearest, known });
  return nearest ?? known[0] ?? found;
}

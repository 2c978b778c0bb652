import { suggest } from '../../diagnostics/suggest.ts';
import type { Report } from '../../model/report.ts';

/**
 * Returns the intended ground of a key: the key itself, or the closest ground if the key is
 * misspelt. The intended ground is then not reported as missing. Diagnostic: `unknown-ground`.
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

import type { Translate } from 'atlas-engine/runtime';
import type { ImportProblem } from '../stores/import-types.ts';

/** Returns what is wrong with a file, and what to do. Sizes are in MiB. */
export function problemText(problem: ImportProblem, t: Translate): string {
  switch (problem.code) {
    case 'too-large':
      return t('import.too-large', { limit: problem.limit / 2 ** 20 });
    case 'zip-missing':
      return t('import.zip-missing', {
        parts: problem.parts.map((part) => `.${part}`).join(', '),
      });
    case 'zip-several':
      return t('import.zip-several', { part: `.${problem.part}` });
    case 'reference-system':
      return t(problem.convertible ? 'import.projected' : 'import.other-system', {
        name: problem.name,
      });
    case 'too-many-features':
      return t('import.too-many', { limit: problem.limit });
    default:
      return t(`import.${problem.code}`);
  }
}

/** Returns whether a problem is one of a zipped shapefile, for which the specification has a text. */
export function isZipProblem({ code }: ImportProblem): boolean {
  return code.startsWith('zip-');
}

import type { Translate } from 'atlas-engine/runtime';
import type { ImportProblem } from '../../stores/bundle/import-types.ts';

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
      return systemText(problem, t);
    case 'too-many-features':
      return t('import.too-many', { limit: problem.limit });
    default:
      return t(`import.${problem.code}`);
  }
}

function systemText(
  { name, fault }: Extract<ImportProblem, { code: 'reference-system' }>,
  t: Translate,
): string {
  if (!fault) return t('import.projected', { name });
  return [
    t('import.other-system', { name }),
    t(`import.system-${fault.part}`, { found: fault.found }),
    t('import.export-system'),
  ].join(' ');
}

/** What can be wrong with a zip besides its files: its size, or where its data are. */
const ZIP_PROBLEMS: readonly ImportProblem['code'][] = [
  ...(['too-large', 'empty-file', 'damaged', 'reference-system', 'outside-world'] as const),
];

/**
 * Returns whether a problem is one of a zipped shapefile, for which the specification has one text:
 * it is too large, a file is missing, it cannot be read, or its data are not in WGS 84.
 */
export function isZipProblem({ code }: ImportProblem, file: string): boolean {
  return code.startsWith('zip-') || (/\.zip$/i.test(file) && ZIP_PROBLEMS.includes(code));
}

import type { Translate } from 'atlas-engine/runtime';
import type { ImportProblem } from '../../stores/bundle/import-types.ts';

/** Returns what is wrong with a file of a name, and what to do. Sizes are in MiB. */
export function problemText(problem: ImportProblem, file: string, t: Translate): string {
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
      return systemText(problem, file, t);
    case 'too-many-features':
      return t('import.too-many', { limit: problem.limit });
    default:
      return t(`import.${problem.code}`);
  }
}

function systemText(
  problem: Extract<ImportProblem, { code: 'reference-system' }>,
  file: string,
  t: Translate,
): string {
  const { name, fault } = problem;
  if (!fault)
    return [
      t('import.projected', { name }),
      ...(problem.error === null ? [] : [t('import.old-datum', { error: problem.error })]),
    ].join(' ');
  return [
    t('import.other-system', { name }),
    t(`import.system-${fault.part}`, { found: fault.found }),
    t('import.export-system', { command: commandFor(file) }),
  ].join(' ');
}

/** The command of GDAL that converts a file; it opens a zip as a folder. */
function commandFor(file: string): string {
  const isZip = /\.zip$/i.test(file);
  return `ogr2ogr -t_srs EPSG:4326 wgs84.geojson "${isZip ? '/vsizip/' : ''}${file}"`;
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

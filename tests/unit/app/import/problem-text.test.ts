import { expect, it } from 'vitest';
import { isZipProblem } from '../../../../app/tools/import/problem-text.ts';
import type { ImportProblem } from '../../../../app/stores/bundle/import-types.ts';

/** The four causes of the specification: no zip, too large, a file is missing, not in WGS 84. */
const CAUSES: readonly ImportProblem[] = [
  { code: 'zip-damaged' },
  { code: 'too-large', limit: 1 },
  { code: 'zip-missing', parts: ['prj'] },
  { code: 'reference-system', name: 'UTM 33N', fault: null, error: null },
];

it.each(CAUSES)('“Invalid zipfile.” precedes the cause $code of a zip', (problem) => {
  expect(isZipProblem(problem, 'Land.ZIP')).toBe(true);
});

it('“Invalid zipfile.” does not precede a problem of another file, or of the network', () => {
  expect(isZipProblem({ code: 'too-large', limit: 1 }, 'land.geojson')).toBe(false);
  expect(
    isZipProblem({ code: 'reference-system', name: 'x', fault: null, error: null }, 'a.csv'),
  ).toBe(false);
  expect(isZipProblem({ code: 'timeout' }, 'land.zip')).toBe(false);
});

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders by the duration of their files, longest first. The files of other folders are short. */
const LONG = [
  'tests/browser/',
  'tests/contract/package/',
  'tests/contract/deployment/',
  'tests/contract/server/guarded',
  'tests/contract/server/published',
  'tests/contract/',
  'tests/views/',
  'tests/atlas/',
];

/**
 * Runs long files first, so that all workers end together. The files of a project follow each
 * other, because only then workers are shared.
 */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId, project }: TestSpecification): number {
  const place = LONG.findIndex((folder) => moduleId.includes(folder));
  const isolated = project.config.isolate ? 0 : 2 * LONG.length;
  return isolated + (place === -1 ? LONG.length : place);
}

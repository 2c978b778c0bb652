import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects by the duration of their files, longest first. */
const LONGEST_FIRST = ['browser', 'server', 'pure'];

/**
 * Runs long files first, so that all workers end together: by project, then as Vitest sorts, by the
 * duration of the last run or by size. The files of a project follow each other, because only then
 * workers are shared.
 */
export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ project }: TestSpecification): number => LONGEST_FIRST.indexOf(project.name);
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

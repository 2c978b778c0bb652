import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LONG_FILES, filesOfOtherDays } from '../../turns.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

describe('long test files', () => {
  it('exist under their names', () => {
    expect(LONG_FILES.filter((file) => !existsSync(`${ROOT}tests/${file}`))).toEqual([]);
  });

  it('run on one day in three each', () => {
    for (const file of LONG_FILES) {
      const waits = ['0', '1', '2'].filter((turn) =>
        filesOfOtherDays(turn).includes(`tests/${file}`),
      );
      expect(waits, file).toHaveLength(2);
    }
  });

  it('all run when all are asked for', () => {
    expect(filesOfOtherDays('all')).toEqual([]);
  });

  it('are not left out for a wrong turn', () => {
    expect(() => filesOfOtherDays('today')).toThrow("Give it the number of a turn, or 'all'");
  });
});

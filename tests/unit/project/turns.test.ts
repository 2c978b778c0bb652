import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DAYS, LONG_FILES, filesOfOtherDays } from '../../turns.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The files that wait, by day. */
const WAITING = Array.from(
  { length: DAYS },
  (_, day) => new Set(filesOfOtherDays(String(day + DAYS))),
);

describe('long test files', () => {
  it('exist under their names', () => {
    const missing = LONG_FILES.filter(([file]) => !existsSync(`${ROOT}tests/${file}`));
    expect(missing).toEqual([]);
  });

  it('run on one day of the week each', () => {
    for (const [file] of LONG_FILES) {
      const days = WAITING.filter((waiting) => !waiting.has(`tests/${file}`));
      expect(days, file).toHaveLength(1);
    }
  });

  it('take as long on each day, within a tenth', () => {
    const seconds = WAITING.map((waiting) =>
      LONG_FILES.filter(([file]) => !waiting.has(`tests/${file}`)).reduce(
        (sum, [, each]) => sum + each,
        0,
      ),
    );
    expect(Math.max(...seconds)).toBeLessThan(1.1 * Math.min(...seconds));
  });

  it('all run when all are asked for', () => {
    expect(filesOfOtherDays('all')).toEqual([]);
  });

  it('are not left out for a wrong turn', () => {
    expect(() => filesOfOtherDays('today')).toThrow("Give it the number of a turn, or 'all'");
  });
});

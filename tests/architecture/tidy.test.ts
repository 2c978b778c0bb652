import { describe, expect, it } from 'vitest';
import {
  BANS,
  CIRCLES,
  CODE,
  DOORS,
  FOLDER_CIRCLES,
  LONGEST_FILE,
  LONGEST_LINE,
  type Exception,
} from './layout.ts';
import { readSource, readSources } from './read-sources.ts';
import {
  bannedCalls,
  bareExceptions,
  deadExports,
  fileCircles,
  folderCircles,
  longLines,
  tooLong,
} from './rules.ts';

const sources = readSources(CODE);
const tests = readSources(['tests']);
const all = [...sources, ...tests];

/** Returns the exceptions that a rule does not need. */
const without = (
  exceptions: readonly Exception[],
  rule: (left: readonly Exception[]) => string[],
) =>
  exceptions
    .filter((one) => rule(exceptions.filter((other) => other !== one)).length === 0)
    .map(({ of }) => of);

describe('a file', () => {
  it(`has at most ${LONGEST_FILE} lines`, () => {
    expect(tooLong(all, LONGEST_FILE)).toEqual([]);
    const long = readSource('app/long.ts', 'a\n'.repeat(LONGEST_FILE + 1));
    expect(tooLong([long], LONGEST_FILE)).toEqual([`app/long.ts: ${LONGEST_FILE + 1} lines`]);
  });

  it(`has lines of at most ${LONGEST_LINE} characters`, () => {
    expect(longLines(all, LONGEST_LINE)).toEqual([]);
    const wide = readSource('app/wide.ts', `a\n${'a'.repeat(LONGEST_LINE + 1)}`);
    expect(longLines([wide], LONGEST_LINE)).toEqual([
      `app/wide.ts:2: ${LONGEST_LINE + 1} characters`,
    ]);
  });

  it('gives the reason for each disabled lint rule', () => {
    expect(bareExceptions(all)).toEqual([]);
    const exception = ['//', 'oxlint-disable-next-line complexity'].join(' ');
    const [bare, reasoned] = [exception, `${exception} -- one branch for each kind`].map((text) =>
      readSource('app/x.ts', `${text}\n`),
    );
    expect(bareExceptions([bare!, reasoned!])).toEqual(['app/x.ts:1: no reason']);
  });

  it('makes no banned call', () => {
    expect(bannedCalls(all, BANS)).toEqual([]);
  });

  it.each(BANS.map((ban) => [String(ban.call), ban] as const))(
    'violates a rule when it contains %s',
    (_, ban) => {
      const folder = ban.where[0]!;
      const [commented, plain] = [`// ${ban.example}\n`, ban.example].map((text) =>
        readSource(`${folder}/x.ts`, text),
      );
      expect(bannedCalls([plain!], [ban])).toHaveLength(1);
      expect(bannedCalls([commented!], [ban])).toEqual([]);
    },
  );
});

describe('an export', () => {
  it('is imported by another file', () => {
    expect(deadExports(sources, all, DOORS)).toEqual([]);
  });

  it('is reported when no file imports it, even if it is re-exported', () => {
    const files = [
      readSource(
        'app/a.ts',
        'export const used = 1;\nexport const dead = 2;\nexport interface Of {}',
      ),
      readSource('app/b.ts', `export { used, used as again } from './a.ts';\nexport type T = 1;`),
      readSource('app/c.ts', `import { used, type T } from './b.ts';\nexport type Own = T;\nused;`),
      readSource('app/d.ts', `export type Home = 1;\nexport const f = (h: Home) => h;`),
      readSource('app/e.ts', `await import('./d.ts');`),
    ];
    expect(deadExports(files, files, [])).toEqual([
      'app/a.ts: dead',
      'app/a.ts: Of',
      'app/b.ts: again',
      'app/c.ts: Own',
    ]);
  });
});

describe('files and folders', () => {
  it('do not import each other in a cycle', () => {
    expect(fileCircles(all, CIRCLES)).toEqual([]);
    expect(folderCircles(sources, FOLDER_CIRCLES)).toEqual([]);
    expect(without(CIRCLES, (left) => fileCircles(all, left))).toEqual([]);
    expect(without(FOLDER_CIRCLES, (left) => folderCircles(sources, left))).toEqual([]);
  });

  it('are reported when they do, even for imports of types only', () => {
    const files = [
      readSource('app/a/one.ts', `import type { Two } from '../b/two.ts';`),
      readSource('app/b/two.ts', `import { three } from '../c/three.ts';`),
      readSource('app/c/three.ts', `export * from '../a/one.ts';\nimport '../c/inner/four.ts';`),
      readSource('app/c/inner/four.ts', `import { other } from '../other.ts';`),
    ];
    expect(fileCircles(files, [])).toEqual(['app/a/one.ts, app/b/two.ts, app/c/three.ts']);
    expect(folderCircles(files, [])).toEqual(['app/a, app/b, app/c']);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeAtlas } from '../../build-atlas.ts';
import { runCommand } from './run-command.ts';

const WRONG =
  "groups:\n  - { id: 'wr', name: { all: 'a, b: 100%' }, category: thing, sublayers: [] }\n";

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'atlas-formats-'));
  writeAtlas(dir, '');
  writeFileSync(join(dir, 'wrong.yaml'), WRONG);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const atlas = (...args: readonly string[]) =>
  runCommand([...args, '--config', dir], { ATLAS_DATA_DIR: join(dir, 'store') });

describe('messages', () => {
  test('have one line each, with a path from the current folder, in the format `compact`', async () => {
    const { code, out } = await atlas('check', '--format', 'compact');
    expect(code).toBe(1);
    const lines = out.split('\n');
    expect(lines.every((line) => line.startsWith(`${join(dir, 'wrong.yaml')}:2:`))).toBe(true);
    expect(lines).toContainEqual(
      expect.stringMatching(/:2:\d+: error unknown-category: .*`thing`/) as string,
    );
  });

  test('are annotations, whose special characters are escaped, in the format `github`', async () => {
    const { out } = await atlas('check', '--format', 'github');
    const found = out.split('\n').find((line) => line.includes('unknown-category'))!;
    expect(found).toMatch(
      /^::error file=[^,]+wrong\.yaml,line=2,col=\d+,endLine=2,endColumn=\d+,title=Unknown category \(unknown-category\)::.*%0ADid you mean `things`\?/,
    );
  });

  test('are JSON on the output of errors, if another verb finds them', async () => {
    const { code, out, err } = await atlas('style', '--json');
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(JSON.parse(err)).toContainEqual(
      expect.objectContaining({ code: 'unknown-category', file: 'wrong.yaml', line: 2 }),
    );
  });

  test('are an object with `error`, if the verb is used incorrectly', async () => {
    const { code, err } = await atlas('words', 'not a language', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(err)).toEqual({ error: expect.stringContaining('not a language') as string });
  });
});

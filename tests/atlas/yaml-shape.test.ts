import { fileURLToPath } from 'node:url';
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SourceFile } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';

/** Number of consecutive equal lines in two files that counts as a copy. */
const COPY = 8;
/** Length of a short group in lines, and the least share of short groups. */
const SHORT_GROUP = 25;
const SHORT_SHARE = 0.8;

let files: readonly SourceFile[];

beforeAll(async () => {
  const folder = await readConfigFolder(
    fileURLToPath(new URL('../../atlas.config/', import.meta.url)),
  );
  files = folder.files.filter(({ path }) => path.endsWith('.yaml'));
});

describe('the YAML of the shipped atlas', () => {
  it(`has no ${COPY} consecutive equal lines in two files; templates avoid them`, () => {
    const seen = new Map<string, string>();
    const copies: string[] = [];
    for (const { path, text } of files) {
      const lines = meaningfulLines(text);
      for (let i = 0; i + COPY <= lines.length; i++) {
        const run = lines.slice(i, i + COPY).join('\n');
        const first = seen.get(run) ?? path;
        if (first !== path) copies.push(`${first} and ${path}:\n${run}`);
        seen.set(run, first);
      }
    }
    expect(copies).toEqual([]);
  });

  it(`describes four of five groups in fewer than ${SHORT_GROUP} lines`, () => {
    const lengths = files.flatMap(({ text }) => groupLengths(text));
    expect(lengths.length).toBeGreaterThan(20);
    const short = lengths.filter(({ lines }) => lines < SHORT_GROUP);
    const long = lengths.filter(({ lines }) => lines >= SHORT_GROUP);
    expect(short.length / lengths.length, JSON.stringify(long)).toBeGreaterThanOrEqual(SHORT_SHARE);
  });
});

/** Returns the lines without empty lines and comments. */
function meaningfulLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
}

/** Returns the number of meaningful lines of each group in a file. */
function groupLengths(text: string): { id: string; lines: number }[] {
  const counter = new LineCounter();
  const groups = parseDocument(text, { lineCounter: counter }).get('groups');
  if (!isSeq(groups)) return [];
  const lines = text.split('\n');
  return groups.items.flatMap((item) => {
    if (!isMap(item) || !item.range) return [];
    const [start, end] = [item.range[0], item.range[1]].map((at) => counter.linePos(at).line);
    const own = lines.slice(start! - 1, end).join('\n');
    return [{ id: String(item.get('id')), lines: meaningfulLines(own).length }];
  });
}

import { fileURLToPath } from 'node:url';
import { isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SourceFile } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';

/** Number of consecutive equal lines in two files that counts as a copy. */
const COPY = 8;
/** Half of the groups have fewer lines than the first number; above the second, a comment is needed. */
const SHORT_GROUP = 15;
const LONG_GROUP = 40;
/** Maximum lines of a dataset without its fields. */
const LONG_DATASET = 15;

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

  it(`has half of its groups in fewer than ${SHORT_GROUP} lines`, () => {
    const groups = files.flatMap((file) => entriesOf(file, 'groups'));
    expect(groups.length).toBeGreaterThan(20);
    const short = groups.filter(({ lines }) => lines.length < SHORT_GROUP);
    const lengths = groups.map(({ id, lines }) => `${id}: ${lines.length}`);
    expect(short.length / groups.length, lengths.join(', ')).toBeGreaterThanOrEqual(0.5);
  });

  it(`explains in a comment why a group has more than ${LONG_GROUP} lines`, () => {
    const long = files
      .flatMap((file) => entriesOf(file, 'groups'))
      .filter(({ lines }) => lines.length > LONG_GROUP);
    const reason = `# More than ${LONG_GROUP} lines: `;
    expect(long.filter(({ before }) => !before.startsWith(reason)).map(({ id }) => id)).toEqual([]);
  });

  it(`has at most ${LONG_DATASET} lines in a dataset apart from its fields, \`load\` and \`consent\``, () => {
    const datasets = files.flatMap((file) => entriesOf(file, 'datasets'));
    expect(datasets.length).toBeGreaterThan(20);
    const long = datasets.filter(({ lines }) => withoutParts(lines).length > LONG_DATASET);
    expect(long.map(({ id, lines }) => `${id}: ${withoutParts(lines).length}`)).toEqual([]);
  });
});

/** Returns the lines without empty lines and comments. */
function meaningfulLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
}

/** An entry of a list in a file. */
interface Entry {
  readonly id: string;
  /** The lines of the entry, without comments and empty lines. */
  readonly lines: readonly string[];
  /** The line above the entry, without indentation. */
  readonly before: string;
}

function entriesOf({ text }: SourceFile, kind: 'groups' | 'datasets'): Entry[] {
  const counter = new LineCounter();
  const list = parseDocument(text, { lineCounter: counter }).get(kind);
  if (!isSeq(list)) return [];
  const lines = text.split('\n');
  return list.items.flatMap((item) => {
    if (!isMap(item) || !item.range) return [];
    const [start, end] = [item.range[0], item.range[1]].map((at) => counter.linePos(at).line);
    const own = meaningfulLines(lines.slice(start! - 1, end).join('\n'));
    return [{ id: String(item.get('id')), lines: own, before: lines[start! - 2]?.trim() ?? '' }];
  });
}

/** Returns the lines of a dataset outside of `fields`, `load` and `consent`. */
function withoutParts(lines: readonly string[]): readonly string[] {
  let inside = false;
  return lines.filter((line) => {
    if (/^ {4}\S/.test(line)) inside = /^ {4}(?:consent|fields|load):/.test(line);
    return !inside || /^ {4}\S/.test(line);
  });
}

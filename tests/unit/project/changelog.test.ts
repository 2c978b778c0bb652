import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const AREAS = [
  'Layer language',
  'Checks',
  'Loading',
  'Server',
  'WMS',
  'Map',
  'Commands',
  'Operation',
  'Packages',
  'Documentation',
];

/** Words on the page that says what a release does. */
const ONE_PAGE = 600;

/** Share of common words above which two entries count as duplicates. */
const ALIKE = 0.6;

/** Longest entry in words; longer explanations belong in the documentation. */
const LONGEST = 75;

interface Entry {
  readonly release: string;
  readonly area: string;
  readonly text: string;
}

const text = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');

function readEntries(): Entry[] {
  let release = '';
  let area = '';
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) [release, area] = [line.slice(3), ''];
    else if (line.startsWith('### ')) area = line.slice(4);
    else if (line.startsWith('- ')) return [{ release, area, text: line.slice(2) }];
    return [];
  });
}

const wordsOf = (entry: string): ReadonlySet<string> =>
  new Set(entry.toLowerCase().match(/[\p{L}\p{N}_-]{4,}/gu));

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / Math.min(one.size, other.size);
}

describe('the changelog', () => {
  const entries = readEntries();

  it('says what each release does on a page, and ends with the next changes', () => {
    const [head, ...sections] = text.split(/^## /m);
    const next = sections.pop();
    expect(head).toBe('# Changes\n\n');
    expect(next).toMatch(/^Next\n/);
    expect(sections).not.toEqual([]);
    for (const section of sections) {
      expect(section).toMatch(/^\d+\.\d+: what it does\n/);
      expect(section.split(/\s+/).length).toBeLessThanOrEqual(ONE_PAGE);
    }
  });

  it('has the next changes under areas, each area once', () => {
    const next = entries.filter(({ release }) => release === 'Next');
    expect(next.filter(({ area }) => !AREAS.includes(area))).toEqual([]);
    const areas = [...text.slice(text.indexOf('## Next')).matchAll(/^### (.+)$/gm)];
    const listed = areas.map(([, area]) => area);
    expect(listed).toEqual(AREAS.filter((area) => listed.includes(area)));
  });

  it('has no duplicate entries', () => {
    const words = entries.map((entry) => wordsOf(entry.text));
    const twice = entries.flatMap((one, i) =>
      entries
        .slice(i + 1)
        .flatMap((other, j) =>
          likeness(words[i]!, words[i + 1 + j]!) > ALIKE ? [[one.text, other.text]] : [],
        ),
    );
    expect(twice).toEqual([]);
  });

  it('has short entries of complete sentences', () => {
    const wrong = entries.filter(
      (entry) => !/^[\p{Lu}`[\d].*\.$/u.test(entry.text) || entry.text.split(' ').length > LONGEST,
    );
    expect(wrong.map((entry) => entry.text)).toEqual([]);
  });

  it('has one entry per line', () => {
    const other = text.split('\n').filter((line) => !/^(?:#{1,3} .+|- .+|)$/.test(line));
    expect(other).toEqual([]);
  });
});

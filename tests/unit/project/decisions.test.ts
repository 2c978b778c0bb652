import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../architecture/read-sources.ts';
import { textFiles } from '../../architecture/text-files.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/decisions/', import.meta.url));
const FILES = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort();

/** Texts that may mention a decision. This file has wrong mentions. */
const TEXTS = textFiles().filter((path) => !path.endsWith('/decisions.test.ts'));

/** Number of words on half a page. */
const HALF_PAGE = 280;

/** A mention of a decision: `decision 0004`, `(0004)` in another one, or a link to its file. */
const MENTION =
  /(?<!\w)(?:decisions?[\s*/]+\[?(?<number>0\d{3})\b)|(?<!\d)(?<file>0\d{3}-[a-z][a-z\d-]*\.md)/gi;
const BARE = /(?<![\d.+-])(?<number>0\d{3})(?![\d.])/g;

/** Returns the mentions in a text that lead to no decision. */
function deadMentions(path: string, text: string): string[] {
  const patterns = path.startsWith('docs/decisions/') ? [MENTION, BARE] : [MENTION];
  return patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(({ groups }) =>
      groups!['file'] === undefined
        ? !FILES.some((name) => name.startsWith(`${groups!['number']}-`))
        : !FILES.includes(groups!['file']),
    )
    .map(([mention]) => `${path}: ${mention}`);
}

const read = (name: string): string => readFileSync(FOLDER + name, 'utf8');

describe('the decisions', () => {
  it('have a number of their own', () => {
    const numbers = FILES.map((name) => /^(\d{4})-[a-z\d-]+\.md$/.exec(name)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(FILES.length);
  });

  it.each(FILES)('%s has a title, a date, context, choice and price on half a page', (name) => {
    const text = read(name);
    expect(text).toMatch(new RegExp(`^# ${name.slice(0, 4)}\\. .+\\n\\n\\d{4}-\\d\\d-\\d\\d\\n`));
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Choice', 'Price']);
    for (const section of text.split(/^## .+$/m).slice(1)) expect(section.trim()).not.toBe('');
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(HALF_PAGE);
  });

  it('are listed with their titles', () => {
    const listed = [...read('README.md').matchAll(/^- \[(\d{4})\]\((.+?)\) (.+)$/gm)];
    expect(listed.map(([, id, file, title]) => [file, `# ${id}. ${title}`])).toEqual(
      FILES.map((name) => [name, read(name).split('\n', 1)[0]]),
    );
  });

  it('exist where a text mentions them', () => {
    expect(
      TEXTS.flatMap((path) => deadMentions(path, readFileSync(join(ROOT, path), 'utf8'))),
    ).toEqual([]);
  });

  it('are mentioned in any of these ways', () => {
    const [first = ''] = FILES;
    const texts = ['decision 0000', 'decisions/0000-none.md', `[${first}](0000-none.md)`];
    for (const text of texts) expect(deadMentions('docs/a.md', text)).toHaveLength(1);
    expect(deadMentions('docs/decisions/a.md', 'as in 0000, since 2026')).toHaveLength(1);
    expect(deadMentions('docs/a.md', `decisions/${first}, 0.0012, U+0000`)).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../../docs/decisions/', import.meta.url));
const FILES = readdirSync(FOLDER)
  .filter((name) => name !== 'README.md')
  .sort();

/** Number of words on half a page. */
const HALF_PAGE = 280;

const read = (name: string): string => readFileSync(FOLDER + name, 'utf8');

describe('the decisions', () => {
  it('are numbered from 0001 without gaps', () => {
    const expected = FILES.map((_, i) => String(i + 1).padStart(4, '0'));
    expect(FILES.map((name) => /^(\d{4})-[a-z\d-]+\.md$/.exec(name)?.[1])).toEqual(expected);
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
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPLETIONS, HOVERS } from './questions.ts';
import { type Fault, FAULTS } from './faults.ts';
import { type Editor, ROOT, startEditor } from './language-server.ts';

const GOOD = 'tests/contract/editor/good.yaml';
const good = readFileSync(join(ROOT, GOOD), 'utf8');

let editor: Editor;

beforeAll(async () => {
  editor = await startEditor();
});

afterAll(() => editor.close());

describe.concurrent('an editor with the schema of the language', () => {
  const shipped = yamlBelow('atlas.config');

  it('finds the schema in the first line of each shipped file', () => {
    expect(shipped.length).toBeGreaterThan(30);
    for (const path of shipped) {
      const [first] = readFileSync(join(ROOT, path), 'utf8').split('\n', 1);
      expect(first, path).toBe(firstLine(path));
    }
  });

  it.each([...shipped, GOOD])('shows no error in %s', async (path) => {
    expect(await faultsIn(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
  });

  it('shows no error in the atlases of the compile cases', async () => {
    const paths = yamlBelow('tests/cases/compile').filter((path) => !/\/state\b/.test(path));
    expect(paths.length).toBeGreaterThan(80);
    const found = await Promise.all(
      paths.map(async (path) => {
        const text = readFileSync(join(ROOT, path), 'utf8');
        return (await faultsIn(path, `${firstLine(path)}\n${text}`)).map((fault) => path + fault);
      }),
    );
    expect(found.flat()).toEqual([]);
  });

  it.each(FAULTS)('shows $name at its line', async (fault) => {
    const text = withFault(fault);
    const line = fault.at === undefined ? lineOf(good, fault.from) : lineOf(text, fault.at);
    const lines = (await faultsIn(GOOD, text)).map((found) => Number.parseInt(found, 10));
    expect([...new Set(lines)]).toEqual([line]);
  });

  it.each(COMPLETIONS)('offers $name', async ({ text, offers, notOffers = [] }) => {
    const words = await editor.complete(GOOD, `${firstLine(GOOD)}\n${text}`);
    expect(words).toEqual(expect.arrayContaining([...offers]));
    for (const word of notOffers) expect(words).not.toContain(word);
  });

  it.each(HOVERS)('explains $name', async ({ text, says }) => {
    expect(await editor.hover(GOOD, `${firstLine(GOOD)}\n${text}`)).toContain(says);
  });
});

/** Returns the YAML files below a folder of the project. */
function yamlBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ya?ml$/.test(path))
    .map((path) => `${folder}/${path.replaceAll(sep, '/')}`)
    .sort();
}

/** Returns the line that declares the schema to an editor, for a file of the project. */
function firstLine(path: string): string {
  return `# yaml-language-server: $schema=${relative(dirname(path), 'schemas/atlas.schema.json').replaceAll(sep, '/')}`;
}

/** Returns what an editor underlines in a file, as `<line>: <message>`. */
async function faultsIn(path: string, text: string): Promise<string[]> {
  const found = await editor.diagnose(path, text);
  return found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}

function withFault({ from, to }: Fault): string {
  const parts = good.split(from);
  if (parts.length !== 2) throw new Error(`${from} must occur once in ${GOOD}`);
  return parts.join(to);
}

/** Returns the line, from 1, on which a text begins. */
function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length;
}

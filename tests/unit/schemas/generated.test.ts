import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { generateReference, REFERENCE_DIR } from '../../../scripts/generate-reference.ts';
import { generateSchemas } from '../../../scripts/generate-schemas.ts';
import { generateWords } from '../../../scripts/generate-words.ts';
import { generateTypes, TYPES_FILE } from '../../../scripts/generate-types.ts';

// Prettier formats some twenty pages, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const reference = generateReference();

it('the types match the schemas (run `npm run generate-types`)', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await generateTypes());
});

it.each(await generateWords())(
  '$name is up to date (else run `npm run generate-words`)',
  ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

it.each(generateSchemas())(
  '$name matches the schemas (run `npm run generate-schemas`)',
  ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

it('the reference matches the schemas (run `npm run reference`)', async () => {
  const pages = await reference;
  expect(readdirSync(REFERENCE_DIR).sort()).toEqual([...pages.keys()].sort());
  for (const [file, text] of pages)
    expect(readFileSync(REFERENCE_DIR + file, 'utf8'), file).toBe(text);
});

it('every link of the reference leads to an existing page and heading', async () => {
  const pages = await reference;
  const broken = [...pages].flatMap(([file, text]) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap((link) => {
      const [, page = '', anchor] = link;
      const target = page.startsWith('../') ? readDoc(page) : pages.get(page === '' ? file : page);
      const there = target !== undefined && (!anchor || anchorsOf(target).has(anchor));
      return there ? [] : [`${file}: ${link[0]}`];
    }),
  );
  expect(broken).toEqual([]);
});

it('no section of the reference repeats a row above it', async () => {
  const pages = await reference;
  const repeated = [...pages].flatMap(([file, text]) => {
    const meanings = new Set<string>();
    return text.split('\n').flatMap((line) => {
      const meaning = /^\| `.* \| (.+?) *\|$/.exec(line)?.[1];
      if (meaning !== undefined) meanings.add(meaning.replaceAll('\\|', '|'));
      return meanings.has(line) ? `${file}: ${line}` : [];
    });
  });
  expect(repeated).toEqual([]);
});

/** Returns a page outside of the reference; undefined when it does not exist. */
function readDoc(link: string): string | undefined {
  return existsSync(REFERENCE_DIR + link) ? readFileSync(REFERENCE_DIR + link, 'utf8') : undefined;
}

/** Returns anchors as GitHub makes them: lower case, no punctuation, hyphens for spaces. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  return new Set(
    [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\- _]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

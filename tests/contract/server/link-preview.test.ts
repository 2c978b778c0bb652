import { readdirSync, readFileSync } from 'node:fs';
import { loadImage } from '@napi-rs/canvas';
import type { BundleProject } from 'atlas-engine/runtime';
import { loadAtlas } from 'atlas-engine';
import { describe, expect, it } from 'vitest';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { pageHead } from '../../../server/routes/page/page-head.ts';
import { previewsOf, type PreviewedIndex } from '../../../server/snapshot/page-parts.ts';

const CONFIG = new URL('../../../atlas.config/', import.meta.url);

/** Sizes that the programs that show links expect. */
const SIZE = { width: 1200, height: 630 };
const MAX_BYTES = 60_000;

/** The parts of an index with one project. */
function indexOf(parts: Partial<PreviewedIndex>, project: Partial<BundleProject>): PreviewedIndex {
  const dja = { id: 'dja', name: 'Projet du Dja', order: 1, texts: [], groups: [] };
  return { title: 'Atlas', projects: [{ ...dja, bounds: [12, 2, 14, 4], ...project }], ...parts };
}

function headOf(index: PreviewedIndex, project: string, origin = 'https://atlas.example'): string {
  const addresses = new Map([['fr', `/?project=${project}&lang=fr`]]);
  const preview = previewsOf(index).get(project)!;
  return pageHead({ ...preview, locale: 'fr', site: 'Atlas', origin, addresses, levels: [] });
}

const propertyOf = (head: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1];

describe('the picture of a link', () => {
  it('is that of the project, with its size and its name in the language of the page', () => {
    const head = headOf(indexOf({ preview: '/home.jpg' }, { preview: '/dja.jpg?v=1' }), 'dja');
    expect(propertyOf(head, 'og:image')).toBe('https://atlas.example/dja.jpg?v=1');
    expect(propertyOf(head, 'og:image:type')).toBe('image/jpeg');
    expect(propertyOf(head, 'og:image:width')).toBe('1200');
    expect(propertyOf(head, 'og:image:height')).toBe('630');
    expect(propertyOf(head, 'og:image:alt')).toBe('Projet du Dja · Atlas');
    expect(propertyOf(head, 'twitter:card')).toBe('summary_large_image');
  });

  it('is that of the region without a project, and for a project without a picture', () => {
    const index = indexOf({ preview: '/home.png' }, {});
    for (const project of ['', 'dja']) {
      const head = headOf(index, project);
      expect(propertyOf(head, 'og:image')).toBe('https://atlas.example/home.png');
      expect(propertyOf(head, 'og:image:type')).toBe('image/png');
    }
    expect(propertyOf(headOf(index, ''), 'og:image:alt')).toBe('Atlas');
  });

  it('is left out without a picture or without the address of the site', () => {
    const without = headOf(indexOf({}, {}), 'dja');
    const nowhere = headOf(indexOf({ preview: '/home.png' }, {}), '', '');
    for (const head of [without, nowhere]) {
      expect(head).not.toContain('og:image');
      expect(propertyOf(head, 'twitter:card')).toBe('summary');
    }
  });

  it('has 1200 x 630 px and at most 60 kB for the shipped region and each project', async () => {
    const atlas = loadAtlas(await readConfigFolder(CONFIG.pathname));
    if (!atlas.ok) throw new Error('The shipped atlas has errors; `atlas check` lists them.');
    const { homePreview, projects } = atlas.model;
    const files = [homePreview, ...projects.map(({ preview }) => preview)];
    expect(files).toHaveLength(5);
    for (const file of files) {
      const bytes = readFileSync(new URL(file ?? 'no-preview', CONFIG));
      expect(bytes.length).toBeLessThanOrEqual(MAX_BYTES);
      const { width, height } = await loadImage(bytes);
      expect([file, width, height]).toEqual([file, SIZE.width, SIZE.height]);
    }
    expect(readdirSync(new URL('previews/', CONFIG))).toHaveLength(5);
  });
});

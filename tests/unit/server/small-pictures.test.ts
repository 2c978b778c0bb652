import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallPictures } from '../../../server/snapshot/small-pictures.ts';

const dir = mkdtempSync(join(tmpdir(), 'atlas-pictures-'));
afterAll(() => rmSync(dir, { recursive: true }));

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">
  <!-- 100 % é -->
  <rect width="9" height="9" fill="#123456"/>
</svg>
`;

/** Writes files, and returns those that are small pictures. */
function pictures(files: Readonly<Record<string, string | Buffer>>) {
  const written = Object.entries(files).map(([name, content]) => {
    const path = join(dir, name);
    writeFileSync(path, content);
    return [name, { path, version: 'v' }] as const;
  });
  return smallPictures(new Map(written));
}

describe('small pictures', () => {
  it('are addresses with their exact content', async () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
    const found = await pictures({ 'a.svg': SVG, 'b.png': png });
    const read = async (name: string): Promise<readonly [string | null, Buffer]> => {
      const answer = await fetch(found.get(name)!);
      return [answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())];
    };
    expect(await read('a.svg')).toEqual(['image/svg+xml', Buffer.from(SVG.trim())]);
    expect(await read('b.png')).toEqual(['image/png', png]);
    // A browser removes line breaks from an address.
    expect(found.get('a.svg')).not.toMatch(/[^ -~]/);
  });

  it('are pictures of at most 2 kB, and SVGs in UTF-8', async () => {
    const found = await pictures({
      // A letter of it has two bytes.
      'full.svg': SVG.padEnd(2_047),
      'large.svg': SVG.padEnd(2_048),
      'latin.svg': Buffer.from(SVG, 'latin1'),
      'table.csv': 'a,b',
      'tiles.pmtiles': 'PMTiles',
    });
    expect([...found.keys()]).toEqual(['full.svg']);
  });
});

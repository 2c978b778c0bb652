import { compileAtlas } from 'atlas-engine';
import { compileStyle } from 'atlas-engine/runtime';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../../engine/compile/hash-text.ts';
import { buildModel } from '../../../build-atlas.ts';

const MODEL = buildModel(`
datasets:
  - { id: camps, geometry: point, permission: open, load: { file: data/a.geojson } }
  - { id: finds, geometry: point, permission: secret, load: { file: data/a.geojson } }
groups:
  - id: camps
    category: things
    name: { en: Camps, fr: Camps }
    checked: true
    sublayers: [{ id: spot, type: circle, source: camps, paint: { circle-color: '#112233' } }]
  - id: finds
    category: things
    name: { en: Finds, fr: Trouvailles }
    sublayers: [{ id: spot, type: circle, source: finds, paint: { circle-color: '#445566' } }]
`);

const layersOf = (bundle: ReturnType<typeof compileAtlas>): string[] =>
  compileStyle(bundle).layers.map(({ id }) => id);

describe('compiling an atlas in one call', () => {
  it('gives everyone in the default language what is on from the start', () => {
    const bundle = compileAtlas(MODEL);
    expect([bundle.locale, bundle.title]).toEqual(['en', 'Made']);
    expect(layersOf(bundle)).toEqual(['base/day/sea', 'group/camps/spot']);
    expect(Object.keys(bundle.groups)).toEqual(['camps']);
    expect(JSON.stringify(bundle)).not.toContain('finds');
  });

  it('adds what a level and a language add', () => {
    const bundle = compileAtlas(MODEL, { level: 'secret', locale: 'fr' });
    expect(Object.keys(bundle.groups).sort()).toEqual(['camps', 'finds']);
    expect(bundle.categories[0]!.groups.map(({ name }) => name)).toContain('Trouvailles');
  });

  it('takes versions and bounds from those who have loaded the data', () => {
    const bundle = compileAtlas(MODEL, { version: () => 'v7', bounds: () => [1, 2, 3, 4] });
    expect(bundle.sources['camps']).toMatchObject({
      tiles: ['/api/mvt/tile/camps/{z}/{x}/{y}.pbf?v=v7'],
      bounds: [1, 2, 3, 4],
    });
  });

  it('refuses a level or language that the atlas does not have', () => {
    expect(() => compileAtlas(MODEL, { level: 'royal' })).toThrow('no level `royal`');
    expect(() => compileAtlas(MODEL, { locale: 'de' })).toThrow('no language `de`');
  });
});

describe('the hash of a text', () => {
  it('has 64 bits, and differs for all of 200 000 texts that are alike', () => {
    const hashes = Array.from({ length: 200_000 }, (_, i) => hashText(`part ${i}`));
    expect(hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
    expect(new Set(hashes).size).toBe(hashes.length);
    // Each half alone repeats itself as rarely as 32 bits can: about five times in so many.
    for (const half of [0, 8]) {
      const halves = new Set(hashes.map((hash) => hash.slice(half, half + 8)));
      expect(halves.size).toBeGreaterThan(hashes.length - 50);
    }
  });
});

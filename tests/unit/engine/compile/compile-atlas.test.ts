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
  it('returns the checked groups for everyone in the default language', () => {
    const bundle = compileAtlas(MODEL);
    expect([bundle.locale, bundle.title]).toEqual(['en', 'Made']);
    expect(layersOf(bundle)).toEqual(['base/day/sea', 'group/camps/spot']);
    expect(Object.keys(bundle.groups)).toEqual(['camps']);
    expect(JSON.stringify(bundle)).not.toContain('finds');
  });

  it('adds the content of a level and a language', () => {
    const bundle = compileAtlas(MODEL, { level: 'secret', locale: 'fr' });
    expect(Object.keys(bundle.groups).sort()).toEqual(['camps', 'finds']);
    expect(bundle.categories[0]!.groups.map(({ name }) => name)).toContain('Trouvailles');
  });

  it('uses versions and bounds from the options', () => {
    const bundle = compileAtlas(MODEL, { version: () => 'v7', bounds: () => [1, 2, 3, 4] });
    expect(bundle.sources['camps']).toMatchObject({
      tiles: ['/api/mvt/tile/camps/{z}/{x}/{y}.pbf?v=v7'],
      bounds: [1, 2, 3, 4],
    });
  });

  it('throws for an unknown level or language', () => {
    expect(() => compileAtlas(MODEL, { level: 'royal' })).toThrow('no level `royal`');
    expect(() => compileAtlas(MODEL, { locale: 'de' })).toThrow('no language `de`');
  });
});

describe('the hash of a text', () => {
  it('has 64 bits and no collisions among 200 000 similar texts', () => {
    const hashes = Array.from({ length: 200_000 }, (_, i) => hashText(`part ${i}`));
    expect(hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
    expect(new Set(hashes).size).toBe(hashes.length);
    // Each half alone has about five collisions, as expected for 32 bits.
    for (const half of [0, 8]) {
      const halves = new Set(hashes.map((hash) => hash.slice(half, half + 8)));
      expect(halves.size).toBeGreaterThan(hashes.length - 50);
    }
  });
});

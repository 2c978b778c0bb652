import { describe, expect, it } from 'vitest';
import { baseEnd } from 'atlas-engine/runtime';
import { buildBundle, OPTIONS, shows } from '../../../build-atlas.ts';

const YAML = `
services: [{ id: photos, env: A_PHOTOS, fallback: built-in }, { id: streets, env: A_STREETS, fallback: base-layer }]
sources:
  - { id: land, type: vector, file: data/a.pmtiles, maxzoom: 8, fields: { land: {} } }
  - { id: photo, type: raster, file: data/a.pmtiles, maxzoom: 5 }
  - { id: outside, type: raster, service: photos, path: '/{z}/{x}/{y}.png', maxzoom: 18, fallback: photo }
  - { id: open, type: raster, file: data/a.pmtiles }
  - { id: style, type: style, service: streets }
base-layers:
  - { id: map, name: { all: M }, ground: light, sublayers: [{ id: land, type: fill, source: land, source-layer: land }] }
  - { id: imagery, name: { all: I }, ground: dark, source: outside, sublayers: [{ id: land, type: fill, source: land, source-layer: land }] }
  - { id: open, name: { all: O }, ground: dark, source: open }
  - { id: hosted, name: { all: H }, ground: light, style: style }
`;
const at = (address: string | null) =>
  buildBundle(YAML, { options: { ...OPTIONS, address: () => address } });
const end = (baseLayer: string, { address = null as string | null, lost = [] as string[] } = {}) =>
  baseEnd(at(address), { ...shows(), baseLayer, lost });

describe('a base map ends', () => {
  it('at the highest zoom of its sources', () => {
    expect(end('map')).toBe(8);
  });

  it('at the zoom of the service that it reads, and of its replacement when it is off or lost', () => {
    const address = 'https://outside.example';
    expect(end('imagery', { address })).toBe(18);
    expect(end('imagery')).toBe(8);
    expect(end('imagery', { address, lost: ['outside'] })).toBe(8);
  });

  it('nowhere when it is hosted, has no sources or does not declare their zoom', () => {
    expect(end('hosted', { address: 'https://outside.example' })).toBeNull();
    expect(end('open')).toBeNull();
    expect(end('day')).toBeNull();
  });
});

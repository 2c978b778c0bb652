import { expect, it } from 'vitest';
import { loadAtlas } from 'atlas-engine';
import { atlasFolder } from '../../build-atlas.ts';

/** Returns the diagnostics of an atlas whose only base map reads one field of one source. */
function faultsOf(source: string, sublayer: string): { code: string; found: unknown }[] {
  const yaml = `
sources:
  - { id: outlines, ${source} }
base-layers:
  - id: plain
    name: { all: Plain }
    ground: light
    sublayers:
      - { id: land, type: fill, source: outlines, ${sublayer}, paint: { fill-color: '#F4F1E6' } }
`;
  const loaded = loadAtlas(atlasFolder(yaml));
  const faults = loaded.ok ? loaded.warnings : loaded.diagnostics;
  return faults.map(({ code, params }) => {
    const { found, field }: Readonly<Record<string, unknown>> = params;
    return { code, found: found ?? field };
  });
}

const geojson = 'type: geojson, file: data/a.geojson';
const vector = 'type: vector, file: data/a.pmtiles';

it('accepts fields of a GeoJSON source without a layer', () => {
  expect(faultsOf(`${geojson}, fields: { name: text }`, 'where: { name: Bia }')).toEqual([]);
});

it('reports an unknown field of a GeoJSON source', () => {
  expect(faultsOf(`${geojson}, fields: { name: text }`, 'where: { nane: Bia }')).toEqual([
    { code: 'unknown-field', found: 'nane' },
  ]);
});

it('warns about a field of a GeoJSON source without declared fields', () => {
  expect(faultsOf(geojson, 'where: { name: Bia }')).toEqual([
    { code: 'unchecked-field', found: 'name' },
  ]);
});

it('accepts fields of a vector source by layer, and reports those of another layer', () => {
  const fields = 'fields: { land: { name: text }, lakes: { depth: number } }';
  const read = 'source-layer: land, where';
  expect(faultsOf(`${vector}, ${fields}`, `${read}: { name: Bia }`)).toEqual([]);
  expect(faultsOf(`${vector}, ${fields}`, `${read}: { depth: 3 }`)).toEqual([
    { code: 'unknown-field', found: 'depth' },
  ]);
});

it('rejects fields with layers in a GeoJSON source', () => {
  expect(faultsOf(`${geojson}, fields: { land: { name: text } }`, 'where: { name: Bia }')).toEqual([
    { code: 'wrong-type', found: 'a mapping' },
  ]);
});

it('rejects fields without layers in a vector source', () => {
  const read = 'source-layer: land, where: { name: Bia }';
  expect(faultsOf(`${vector}, fields: { name: text }`, read)).toEqual([
    { code: 'wrong-type', found: 'a text' },
  ]);
});

import { beforeAll, describe, expect, test } from 'vitest';
import { suggest } from '../../../engine/diagnostics/suggest.ts';
import type { AtlasModel, ConfigFolder } from 'atlas-engine';
import { findYamlTraps } from '../../../engine/parse/yaml-traps.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { loadModel } from '../../build-atlas.ts';

let base: ConfigFolder;
beforeAll(async () => {
  base = await readConfigFolder('tests/cases/diagnostics/_base');
});

/** Returns the model of the valid atlas with files replaced. */
function modelWith(files: Readonly<Record<string, string>>): AtlasModel {
  const others = base.files.filter(({ path }) => !(path in files));
  const own = Object.entries(files).map(([path, text]) => ({ path, text }));
  return loadModel({ files: [...others, ...own], assets: base.assets });
}

describe('suggest', () => {
  test.each([
    ['opactiy', ['opacity', 'order'], 'opacity'],
    ['LandUse', ['land-use'], 'land-use'],
    ['land_use', ['land-use', 'land-used'], 'land-use'],
    ['int', ['text', 'integer'], 'integer'],
    ['fill-colour', ['fill-color', 'fill-opacity'], 'fill-color'],
  ])('finds the intended name for %s', (found, names, nearest) => {
    expect(suggest(found, names)).toBe(nearest);
  });

  test.each([
    ['es', ['en', 'fr']],
    ['3', ['0', '1', '2']],
    ['zebra', ['opacity', 'order']],
    ['edge', ['edge']],
    ['area', ['area-one', 'area-two']],
  ])('has no suggestion for %s', (found, names) => {
    expect(suggest(found, names)).toBeUndefined();
  });
});

describe('YAML traps', () => {
  const codes = (text: string): string[] =>
    findYamlTraps(text).map(({ code, found }) => `${code} ${found}`);

  test('are found where YAML has another meaning than intended', () => {
    expect(codes('filter: [!, [has, name]]')).toEqual(['unquoted-operator !']);
    expect(codes('a: [>=, 1]\nb: [all, [!=, x, y]]')).toEqual([
      'unquoted-operator >=',
      'unquoted-operator !=',
    ]);
    expect(codes('color: #1B7837')).toEqual(['unquoted-color #1B7837']);
    expect(codes('{ color: #fff }')).toEqual(['unquoted-color #fff']);
    expect(codes('{ source: ${source} }')).toEqual(['unquoted-parameter ${source}']);
    expect(codes('{ source: areas-${country} }')).toEqual(['unquoted-parameter areas-${country}']);
    expect(codes('  <<: *shared')).toEqual(['merge-key-refused <<']);
    expect(codes('order: !!int 3')).toEqual(['tag-refused !!int']);
  });

  test('ignore quoted text, comments and block texts', () => {
    expect(codes("filter: ['!', ['>=', \"${x}\"]]")).toEqual([]);
    expect(codes('order: 3 # was !!int, see #1B7837 above')).toEqual([]);
    expect(codes('text: |\n  [!, #fff, ${x}]\n  <<: *a\nid: b')).toEqual([]);
    expect(codes("name: { fr: L'île, en: 'It''s [!, x]' }")).toEqual([]);
  });
});

describe('values', () => {
  test('labelled corners become west, south, east, north', () => {
    const projects = base.files.find(({ path }) => path === 'projects.yaml')!.text;
    const corners = '{ north-east: { lng: 10, lat: 5.5 }, south-west: { lng: 9, lat: 4 } }';
    const model = modelWith({ 'projects.yaml': projects.replace('[9, 4, 10, 5.5]', corners) });
    expect(model.projects[0]!.extent).toEqual([9, 4, 10, 5.5]);
  });

  test('texts from a key, from a file and for all languages exist in every language', () => {
    const model = modelWith({});
    expect(model.projects[0]!.texts.map((text) => text['fr'])).toEqual([
      'La forêt de Nguti.\n',
      'Bienvenue, {{name}}',
    ]);
    expect(model.datasets.get('villages')!.fields.get('code')!.label).toEqual({
      en: 'Code',
      fr: 'Code',
    });
  });

  test('a loaded atlas is frozen', () => {
    const model = modelWith({}) as { title: Record<string, string> };
    expect(() => (model.title['en'] = 'x')).toThrow(TypeError);
  });
});

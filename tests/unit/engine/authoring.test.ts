import { beforeAll, describe, expect, test } from 'vitest';
import { suggest } from '../../../engine/diagnostics/suggest.ts';
import type { AtlasModel, ConfigFolder } from '../../../engine/index.ts';
import { compileAccess, loadAtlas } from '../../../engine/index.ts';
import { compileValue } from '../../../engine/bundle/compile-value.ts';
import { findYamlTraps } from '../../../engine/parse/yaml-traps.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';

let base: ConfigFolder;
beforeAll(async () => {
  base = await readConfigFolder('tests/cases/diagnostics/_base');
});

/** The model of the sound atlas with files added or replaced. */
function modelWith(
  files: Readonly<Record<string, string>>,
  assets: readonly string[] = [],
): AtlasModel {
  const others = base.files.filter(({ path }) => !(path in files));
  const own = Object.entries(files).map(([path, text]) => ({ path, text }));
  const atlas = loadAtlas({
    files: [...others, ...own],
    assets: new Set([...base.assets, ...assets]),
  });
  if (!atlas.ok) throw new Error(JSON.stringify(atlas.diagnostics, null, 1));
  return atlas.model;
}

function group(sublayers: string, more = ''): string {
  return `groups:\n  - id: new\n    name: { all: New }\n    category: land\n${more}    sublayers:\n${sublayers}`;
}

function groupOf(model: AtlasModel, id = 'new') {
  const found = model.groups.find((each) => each.id === id);
  if (!found) throw new Error(`There is no group ${id}`);
  return found;
}

describe('suggest', () => {
  test.each([
    ['opactiy', ['opacity', 'order'], 'opacity'],
    ['LandUse', ['land-use'], 'land-use'],
    ['land_use', ['land-use', 'land-used'], 'land-use'],
    ['int', ['text', 'integer'], 'integer'],
    ['fill-colour', ['fill-color', 'fill-opacity'], 'fill-color'],
  ])('finds the name meant by %s', (found, names, nearest) => {
    expect(suggest(found, names)).toBe(nearest);
  });

  test.each([
    ['es', ['en', 'fr']],
    ['3', ['0', '1', '2']],
    ['zebra', ['opacity', 'order']],
    ['edge', ['edge']],
    ['area', ['area-one', 'area-two']],
  ])('says nothing of %s', (found, names) => {
    expect(suggest(found, names)).toBeUndefined();
  });
});

describe('YAML traps', () => {
  const codes = (text: string): string[] =>
    findYamlTraps(text).map(({ code, found }) => `${code} ${found}`);

  test('finds what YAML reads otherwise than it was meant', () => {
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

  test('leaves quoted text, comments and block texts alone', () => {
    expect(codes("filter: ['!', ['>=', \"${x}\"]]")).toEqual([]);
    expect(codes('order: 3 # was !!int, see #1B7837 above')).toEqual([]);
    expect(codes('text: |\n  [!, #fff, ${x}]\n  <<: *a\nid: b')).toEqual([]);
    expect(codes("name: { fr: L'île, en: 'It''s [!, x]' }")).toEqual([]);
  });
});

describe('templates', () => {
  const template = `templates:
  - id: areas
    parameters: { source: dataset, tint: { type: color, default: '#111111' }, from: { type: zoom, default: 6 } }
    sublayers:
      - { id: area, type: fill, source: '\${source}', minzoom: '\${from}', paint: { fill-color: '\${tint}' } }
`;

  test('are written out for each country, with defaults and overrides of their own type', () => {
    const use = `      - use: areas
        for: { country: all }
        with: { source: 'forests-\${country}' }
        override: { cod: { from: 9 } }
`;
    const { sublayers } = groupOf(modelWith({ 'new.yaml': template + group(use) }));
    expect(sublayers.map(({ id, declaredId, minzoom }) => [id, declaredId, minzoom])).toEqual([
      ['cmr-area', 'area', 6],
      ['cod-area', 'area', 9],
    ]);
    expect(sublayers.map(({ country }) => country?.name['fr'])).toEqual(['Cameroun', 'RD Congo']);
  });

  test('pair the lists of one for', () => {
    const use = `      - use: areas
        for: { country: [cod, cmr], tint: ['#222222', '#333333'] }
        with: { source: 'forests-\${country}', tint: '\${tint}' }
`;
    const { sublayers } = groupOf(modelWith({ 'new.yaml': template + group(use) }));
    expect(sublayers.map(({ id, paint }) => [id, paint['fill-color']])).toEqual([
      ['cod-area', { kind: 'literal', value: '#222222' }],
      ['cmr-area', { kind: 'literal', value: '#333333' }],
    ]);
  });
});

describe('the permission of a group', () => {
  const area = (source: string): string =>
    `      - { id: ${source}, type: fill, source: ${source}, paint: { fill-color: '#111111' } }\n`;

  test('is the strictest of its datasets', () => {
    const model = modelWith({ 'new.yaml': group(area('parcels') + area('tenure')) });
    expect(groupOf(model).permission.id).toBe('level-1');
    expect(groupOf(model, 'parcels').permission.id).toBe('level-0');
  });

  test('follows a restricted field that its style reads', () => {
    const label = `      - { id: name, type: symbol, source: villages, layout: { text-field: { field: phone } }, paint: { preset: label } }\n`;
    expect(groupOf(modelWith({ 'new.yaml': group(label) })).permission.id).toBe('level-1');
  });

  test('may be tightened', () => {
    const model = modelWith({ 'new.yaml': group(area('tenure'), '    permission: level-2\n') });
    expect(groupOf(model)).toMatchObject({ permission: { id: 'level-2' }, whenDenied: 'hide' });
  });

  test('hides when one of its datasets hides, and locks otherwise', () => {
    const datasets = base.files.find(({ path }) => path === 'datasets.yaml')!.text;
    const hidden = datasets.replace(
      '    permission: level-1\n',
      '    permission: level-1\n    when-denied: hide\n',
    );
    const files = { 'new.yaml': group(area('parcels') + area('tenure')) };
    expect(groupOf(modelWith(files)).whenDenied).toBe('lock');
    expect(groupOf(modelWith({ ...files, 'datasets.yaml': hidden })).whenDenied).toBe('hide');
  });
});

describe('values', () => {
  test('an extent of labelled corners is west, south, east, north', () => {
    const projects = base.files.find(({ path }) => path === 'projects.yaml')!.text;
    const corners = '{ north-east: { lng: 10, lat: 5.5 }, south-west: { lng: 9, lat: 4 } }';
    const model = modelWith({ 'projects.yaml': projects.replace('[9, 4, 10, 5.5]', corners) });
    expect(model.projects[0]!.extent).toEqual([9, 4, 10, 5.5]);
  });

  test('a field whose values are classes keeps their words for the popup', () => {
    const datasets = base.files.find(({ path }) => path === 'datasets.yaml')!.text;
    const declared = datasets.replace(
      'use: { type: text,',
      'use: { type: text, values: { classes: land-use },',
    );
    const field = modelWith({ 'datasets.yaml': declared })
      .datasets.get('parcels')!
      .fields.get('use')!;
    expect(field.values).toEqual(['farm', 'forest']);
    expect(field.classes?.entries[0]!.label['fr']).toBe('Ferme');
  });

  test('a label without a font is written in the first of the theme, another in its own', () => {
    const theme = base.files.find(({ path }) => path === 'theme.yaml')!.text;
    const label = (id: string, font: string): string =>
      `      - { id: ${id}, type: symbol, source: villages, layout: { text-field: { field: name }${font} } }\n`;
    const { sublayers } = groupOf(
      modelWith({
        'theme.yaml': `${theme}  fonts: [Noto Serif, Noto Sans]\n`,
        'new.yaml': group(label('plain', '') + label('own', ', text-font: [Noto Sans Medium]')),
      }),
    );
    expect(sublayers.map(({ layout }) => layout['text-font'])).toEqual([
      { kind: 'literal', value: ['Noto Serif Regular'] },
      { kind: 'literal', value: ['Noto Sans Medium'] },
    ]);
  });

  test('an icon is a picture of the icon folder, served to those who are shown it', () => {
    const theme = base.files.find(({ path }) => path === 'theme.yaml')!.text;
    const icon = `      - { id: all, type: symbol, source: villages, layout: { icon-image: hut } }\n`;
    const model = modelWith({ 'theme.yaml': `${theme}  icons: icons\n`, 'new.yaml': group(icon) }, [
      'icons/hut.png',
    ]);
    const value = groupOf(model).sublayers[0]!.layout['icon-image']!;
    const context = { locale: 'en', dataset: null, grounds: {}, fileVersion: () => 'v1' };
    expect(compileValue(value, 'icon-image', context)).toBe('/atlas/files/icons/hut.png?v=v1');
    expect(compileAccess(model).files.get('icons/hut.png')).toBe(0);
  });

  test('conditions become tests that all must hold', () => {
    const area = `      - { id: area, type: fill, source: parcels, paint: { fill-color: '#111111' }, where: { status: [0, 1], area: { min: 10, max: 50 }, use: { not: farm } } }\n`;
    expect(groupOf(modelWith({ 'new.yaml': group(area) })).sublayers[0]!.where).toEqual([
      { field: 'status', kind: 'equals', values: [0, 1] },
      { field: 'area', kind: 'range', min: 10, max: 50 },
      { field: 'use', kind: 'not', values: ['farm'] },
    ]);
  });

  test('a text of a key, of a file and of all languages is complete in every language', () => {
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

  test('what a loaded atlas holds cannot be changed', () => {
    const model = modelWith({}) as { title: Record<string, string> };
    expect(() => (model.title['en'] = 'x')).toThrow(TypeError);
  });
});

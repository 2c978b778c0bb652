import { describe, expect, it } from 'vitest';
import { resolveSymbol } from '../../../engine/runtime.ts';
import { compilePublicBundles } from '../../../engine/index.ts';
import { makeModel, OPTIONS } from './made-atlas.ts';

const DATASET = `
datasets:
  - id: spots
    geometry: point
    permission: open
    load: { file: data/a.geojson }
    fields:
      kind: { type: text, label: { all: Kind } }
      size: { type: number, label: { all: Size } }
      level: { type: integer, label: { all: Level } }
      open: { type: boolean, label: { all: Open } }
      name_en: { type: text, label: { all: Name } }
      name_fr: { type: text, label: { all: Nom } }
      name: { type: text, label: { all: N } }
classes:
  - id: kinds
    field: kind
    values:
      - { value: [a, A], color: { light: '#AA0000', dark: '#FF0000' }, shades: { ring: '#123456' }, label: { all: First } }
      - { value: b, color: '#00BB00', shades: { ring: '#654321' }, label: { all: Second } }
    default: { color: '#CCCCCC', shades: { ring: '#000000' }, label: { all: Other } }
    missing: { color: '#DDDDDD', shades: { ring: '#FFFFFF' }, label: { all: None } }
  - { id: drawn-only, field: kind, values: [{ value: a, color: '#AA0000', label: { all: First } }], default: none }
  - { id: levels, field: level, values: [{ value: '1', color: '#010101', label: { all: One } }], default: { color: '#000000', label: { all: Other } } }
  - { id: openness, field: open, values: [{ value: true, color: '#0000FF', label: { all: Yes } }], default: { color: '#000000', label: { all: Other } } }
  - { id: sizes, field: size, steps: [[0, '#000001'], [10, '#000002'], [20, '#000003']] }
`;

function sublayer(yaml: string, locale: 'en' | 'fr' = 'en') {
  const model = makeModel(`${DATASET}
groups:
  - { id: g, name: { all: G }, category: things, checked: true, sublayers: [{ id: s, ${yaml}, source: spots }] }`);
  return compilePublicBundles(model, OPTIONS).byLocale[locale]!.index.groups['g']!.sublayers[0]!;
}

describe('a paint value', () => {
  it('by classes is a match over every spelling, with default and nulls, for each ground', () => {
    const color = sublayer(`type: circle, paint: { circle-color: { classes: kinds } }`).paint[
      'circle-color'
    ];
    const match = (first: string) => [
      'case',
      ['==', ['get', 'kind'], null],
      '#DDDDDD',
      ['match', ['get', 'kind'], ['a', 'A'], first, ['b'], '#00BB00', '#CCCCCC'],
    ];
    expect(color).toEqual({ 'by-ground': { light: match('#AA0000'), dark: match('#FF0000') } });
  });

  it('that names an icon for each ground is the address of its picture, and so is the legend', () => {
    const model = makeModel(`${DATASET}
groups:
  - id: g
    name: { all: G }
    category: things
    checked: true
    sublayers:
      - id: s
        type: symbol
        source: spots
        layout: { icon-image: { light: camp, dark: camp-light } }`);
    const { groups } = compilePublicBundles(model, OPTIONS).byLocale['en']!.index;
    const { sublayers, legend } = groups['g']!;
    const addresses = {
      light: '/atlas/files/icons/camp.svg?v=f1',
      dark: '/atlas/files/icons/camp-light.svg?v=f1',
    };
    expect(sublayers[0]!.layout['icon-image']).toEqual({ 'by-ground': addresses });
    const symbol = { type: 'icon', icon: { 'by-ground': addresses } } as const;
    expect(legend).toEqual([{ label: 'G', symbol }]);
    expect(resolveSymbol(symbol, { id: 'night', ground: 'dark' })).toEqual({
      type: 'icon',
      icon: addresses.dark,
    });
  });

  it('by a ramp over heights is a colour for each elevation, and the ramp is the legend', () => {
    const model = makeModel(`
sources: [{ id: relief, type: raster-dem, file: data/a.geojson, encoding: terrarium }]
classes:
  - { id: heights, unit: { all: m }, ramp: [[0, '#00AA00'], [900, { light: '#FFFFFF', dark: '#888888' }]] }
groups:
  - id: g
    name: { all: G }
    category: things
    checked: true
    sublayers:
      - { id: s, type: color-relief, source: relief, paint: { color-relief-color: { classes: heights } } }`);
    const group = compilePublicBundles(model, OPTIONS).byLocale['en']!.index.groups['g']!;
    const ramp = (top: string) => [
      'interpolate',
      ['linear'],
      ['elevation'],
      ...[0, '#00AA00', 900, top],
    ];
    expect(group.sublayers[0]!.paint['color-relief-color']).toEqual({
      'by-ground': { light: ramp('#FFFFFF'), dark: ramp('#888888') },
    });
    expect(group.legend.map(({ symbol }) => symbol)).toEqual([
      expect.objectContaining({ type: 'ramp', unit: 'm' }),
    ]);
  });

  it('takes the shade it names', () => {
    const color = sublayer(`type: circle, paint: { circle-color: { classes: kinds, shade: ring } }`)
      .paint['circle-color'];
    expect(JSON.stringify(color)).toContain('#123456');
    expect(JSON.stringify(color)).not.toContain('#AA0000');
  });

  it('reads another field where it names one', () => {
    const color = sublayer(`type: circle, paint: { circle-color: { classes: kinds, field: name } }`)
      .paint['circle-color'];
    expect(JSON.stringify(color)).toContain('["get","name"]');
  });

  it('compares class values in the type of the field', () => {
    expect(
      sublayer(`type: circle, paint: { circle-color: { classes: levels } }`).paint['circle-color'],
    ).toEqual(['match', ['get', 'level'], [1], '#010101', '#000000']);
    expect(
      sublayer(`type: circle, paint: { circle-color: { classes: openness } }`).paint[
        'circle-color'
      ],
    ).toEqual(['match', ['to-string', ['get', 'open']], ['true'], '#0000FF', '#000000']);
  });

  it('by steps gives nulls no colour and keeps them off the map', () => {
    const made = sublayer(`type: circle, paint: { circle-color: { classes: sizes } }`);
    expect(made.paint['circle-color']).toEqual([
      'case',
      ['==', ['get', 'size'], null],
      'rgba(0, 0, 0, 0)',
      ['step', ['to-number', ['get', 'size'], 0], '#000001', 10, '#000002', 20, '#000003'],
    ]);
    expect(made.filter).toEqual(['!=', ['get', 'size'], null]);
  });

  it('with default none draws the classes and nothing else', () => {
    expect(
      sublayer(`type: circle, paint: { circle-color: { classes: drawn-only } }`).filter,
    ).toEqual(['==', ['get', 'kind'], 'a']);
  });

  it('that leaves a feature out leaves out its outline', () => {
    const model = makeModel(`
datasets:
  - { id: plots, geometry: polygon, permission: open, load: { file: data/a.geojson }, fields: { kind: { type: text, label: { all: Kind } } } }
classes:
  - { id: kinds, field: kind, values: [{ value: a, color: '#AA0000', label: { all: First } }], default: none, missing: none }
groups:
  - { id: g, name: { all: G }, category: things, checked: true, sublayers: [{ id: area, type: fill, source: plots, where: { kind: { present: true } }, paint: { fill-color: { classes: kinds } }, outline: { color: '#000000' } }] }`);
    const { sublayers } = compilePublicBundles(model, OPTIONS).byLocale['en']!.index.groups['g']!;
    const [fill, outline] = sublayers;
    expect(fill!.filter).toEqual([
      'all',
      ['!=', ['get', 'kind'], null],
      ['==', ['get', 'kind'], 'a'],
    ]);
    expect(outline!.filter).toEqual(fill!.filter);
  });

  it('by zoom interpolates a number and steps what cannot be interpolated', () => {
    expect(
      sublayer(`type: circle, paint: { circle-radius: { by-zoom: { 5: 1, 16: 15 } } }`).paint[
        'circle-radius'
      ],
    ).toEqual(['interpolate', ['linear'], ['zoom'], 5, 1, 16, 15]);
    expect(
      sublayer(`type: symbol, layout: { text-field: { by-zoom: { 5: '', 9: { field: name } } } }`)
        .layout['text-field'],
    ).toEqual(['step', ['zoom'], '', 9, ['get', 'name']]);
  });

  it('by value interpolates over the field', () => {
    expect(
      sublayer(
        `type: circle, paint: { circle-radius: { by-value: { field: size, stops: { 0: 2, 1000: 8 } } } }`,
      ).paint['circle-radius'],
    ).toEqual(['interpolate', ['linear'], ['to-number', ['get', 'size'], 0], 0, 2, 1000, 8]);
  });

  it('by token follows the ground, and a base map with a value of its own', () => {
    expect(
      sublayer(`type: circle, paint: { circle-color: { token: ink } }`).paint['circle-color'],
    ).toEqual({ 'by-ground': { light: '#111111', dark: '#EEEEEE', night: '#DDDDDD' } });
  });

  it('by language reads the field of the language, else the default', () => {
    const yaml = `type: symbol, layout: { text-field: { field: { en: name_en, fr: name_fr, default: name } } }`;
    expect(sublayer(yaml, 'en').layout['text-field']).toEqual([
      'coalesce',
      ['get', 'name_en'],
      ['get', 'name'],
    ]);
    expect(sublayer(yaml, 'fr').layout['text-field']).toEqual([
      'coalesce',
      ['get', 'name_fr'],
      ['get', 'name'],
    ]);
  });

  it('of a number field is written as text in a label', () => {
    expect(
      sublayer(`type: symbol, layout: { text-field: { field: size } }`).layout['text-field'],
    ).toEqual(['to-string', ['get', 'size']]);
  });
});

describe('where', () => {
  const filterOf = (where: string) => sublayer(`type: circle, where: ${where}`).filter;

  it('compares with one value or several', () => {
    expect(filterOf('{ kind: a }')).toEqual(['==', ['get', 'kind'], 'a']);
    expect(filterOf('{ kind: [a, b] }')).toEqual(['in', ['get', 'kind'], ['literal', ['a', 'b']]]);
  });

  it('takes ranges with their ends, over numbers only', () => {
    expect(filterOf('{ size: { min: 10, max: 50 } }')).toEqual([
      'all',
      ['==', ['typeof', ['get', 'size']], 'number'],
      ['>=', ['number', ['get', 'size']], 10],
      ['<=', ['number', ['get', 'size']], 50],
    ]);
  });

  it('asks for presence and for absence', () => {
    expect(filterOf('{ name: { present: true } }')).toEqual(['!=', ['get', 'name'], null]);
    expect(filterOf('{ name: { present: false } }')).toEqual(['==', ['get', 'name'], null]);
  });

  it('is joined with filter by and, also with the old filter form', () => {
    const made = sublayer(`type: circle, where: { kind: a }, filter: ['==', 'name', 'x']`).filter;
    expect(made).toEqual(['all', ['==', ['get', 'kind'], 'a'], ['==', ['get', 'name'], 'x']]);
  });
});

import { describe, expect, it } from 'vitest';
import { compilePublicBundles, compileSessionPart, type CompileOptions } from 'atlas-engine';
import { buildModel, bundleOf, OPTIONS } from '../../../build-atlas.ts';

const FILES = ['base', 'thumb', 'shown', 'other', 'listed', 'detail', 'secret', 'large'].map(
  (name) => `icons/${name}.svg`,
);

const sign = (icon: string): string =>
  `sublayers: [{ id: sign, type: symbol, source: wells, layout: { icon-image: ${icon} } }]`;

const MODEL = buildModel(
  `
datasets:
  - { id: wells, geometry: point, permission: open, load: { file: data/a.geojson }, fields: {} }
  - { id: graves, geometry: point, permission: secret, load: { file: data/a.geojson }, fields: { kind: { type: text, label: { all: Kind } } } }
classes:
  - { id: kinds, field: kind, values: [{ value: old, color: '#000000', icon: secret, label: { all: Old } }], default: { color: '#222222', icon: secret, label: { all: Others } } }
base-layers:
  - { id: chart, order: 1, name: { all: Chart }, ground: light, thumbnail: icons/thumb.svg, sublayers: [
      { id: sea, type: background, paint: { background-color: '#CFE3EE' } }, { id: peaks, type: symbol, source: wells, layout: { icon-image: base } }] }
groups:
  - { id: shown, name: { all: Shown }, category: things, checked: true, ${sign('shown')} }
  - { id: other, name: { all: Other }, category: things, ${sign('{ light: other, dark: large }').replace('layout', 'legend: none, layout')} }
  - { id: listed, name: { all: Listed }, category: things, sublayers: [
      { id: sign, type: symbol, source: wells, layout: { icon-image: listed } },
      { id: close, type: symbol, source: wells, legend: none, layout: { icon-image: detail } }] }
  - { id: graves, name: { all: Graves }, category: things, sublayers: [{ id: sign, type: symbol, source: graves, layout: { icon-image: { classes: kinds } } }] }
`,
  FILES,
);

const options: Omit<CompileOptions, 'locale'> = {
  ...OPTIONS,
  version: () => null,
  picture: (path) => (path.includes('large') ? null : `data:${path}`),
};
const { revision, byLocale } = compilePublicBundles(MODEL, options);
const { index, parts, thumbnails } = byLocale['en']!;
const at = (name: string): string => `/atlas/files/icons/${name}.svg?v=f1`;

describe('the pictures in a bundle', () => {
  it('are those of the first map and of the list in the index, those of a category in its part', () => {
    expect(index.pictures).toEqual({
      [at('base')]: 'data:icons/base.svg',
      [at('shown')]: 'data:icons/shown.svg',
      // The list shows the symbol of a layer before its part is loaded.
      [at('listed')]: 'data:icons/listed.svg',
    });
    expect(parts.map(({ part }) => part.pictures)).toEqual([
      {
        [at('other')]: 'data:icons/other.svg',
        [at('listed')]: 'data:icons/listed.svg',
        [at('detail')]: 'data:icons/detail.svg',
      },
    ]);
  });

  it('are for those who may see the layer', () => {
    const session = (level: string) =>
      compileSessionPart(
        MODEL,
        MODEL.levels.find(({ id }) => id === level)!,
        revision,
        {
          ...options,
          locale: 'en',
        },
      ).pictures;
    expect(session('known')).toEqual({});
    expect(session('secret')).toEqual({ [at('secret')]: 'data:icons/secret.svg' });
    expect(JSON.stringify([index, parts])).not.toContain('secret.svg');
  });

  it('have the addresses that the style asks for', () => {
    const bundle = bundleOf(MODEL, { level: 'secret', options });
    const named = new Set(JSON.stringify(bundle.groups).match(/\/atlas\/files\/[^"]+/g));
    expect(named).toEqual(
      new Set(['shown', 'other', 'listed', 'detail', 'large', 'secret'].map(at)),
    );
    expect(new Set(Object.keys(bundle.pictures))).toEqual(
      new Set(['base', 'shown', 'other', 'listed', 'detail', 'secret'].map(at)),
    );
  });

  it('of the chooser of base maps are in a document of their own', () => {
    expect(thumbnails!.document).toEqual({ pictures: { [at('thumb')]: 'data:icons/thumb.svg' } });
    expect(index.thumbnails).toBe(thumbnails!.path);
    const none = compilePublicBundles(MODEL, OPTIONS).byLocale['en']!;
    expect([none.thumbnails, none.index.thumbnails]).toEqual([null, undefined]);
    expect(none.index.pictures).toEqual({});
  });
});

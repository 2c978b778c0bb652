import { describe, expect, it } from 'vitest';
import { loadAtlas } from 'atlas-engine';
import { atlasFolder, bundleOf } from '../../../build-atlas.ts';

/**
 * Loads an atlas with a label whose `text-field` is `text`. The fields `phone` and `$phone` of its
 * dataset are restricted.
 */
const load = (text: string, more = '') =>
  loadAtlas(
    atlasFolder(`
datasets:
  - id: wells
    geometry: point
    permission: open
    load: { file: data/a.geojson }
    fields:
      name: { type: text, label: { all: Name } }
      phone: { type: text, permission: known, label: { all: Call } }
      $phone: { type: text, permission: known, label: { all: Call } }
groups:
  - id: wells
    name: { all: Wells }
    category: things
    sublayers:
      - { id: dot, type: symbol, source: wells, layout: { text-field: ${text} }${more} }
`),
  );

const codesOf = (loaded: ReturnType<typeof load>): readonly string[] =>
  (loaded.ok ? loaded.warnings : loaded.diagnostics)
    .map(({ code }) => code)
    .filter((code) => code !== 'unused-category');

describe('a style that reads a restricted field', () => {
  it.each([
    `[get, phone]`,
    `[get, $phone]`,
    `[get, phone, [properties]]`,
    `[case, [has, phone, [properties]], a, b]`,
    `'{phone}'`,
    `'Call {phone} now'`,
    `{ by-zoom: { 3: '{phone}' } }`,
    `{ light: '{name}', dark: '{phone}' }`,
    `[format, [get, name], { font-scale: [to-number, [get, phone]] }]`,
    `[resolved-locale, [collator, { locale: [get, phone] }]]`,
    `[number-format, 3, { locale: [get, phone] }]`,
    `[to-string, [at, 0, [semiliteral, [literal, [get, phone]]]]]`,
    `[let, n, [get, phone], [to-string, [var, n]]]`,
    `[to-string, [get, [get, phone], [literal, { a: 1 }]]]`,
  ])('locks the group: text-field %s', (text) => {
    const loaded = load(text);
    expect(codesOf(loaded)).toEqual(['style-reads-restricted']);
    if (!loaded.ok) return;
    expect(JSON.stringify(bundleOf(loaded.model))).not.toContain('phone');
    expect(JSON.stringify(bundleOf(loaded.model, { level: 'known' }))).toContain('phone');
  });

  it.each([
    `[get, [concat, pho, ne]]`,
    `[let, n, phone, [get, [var, n]]]`,
    `[get, [concat, pho, ne], [properties]]`,
    `[case, [has, [concat, pho, ne]], a, b]`,
    `[to-string, [properties]]`,
    `[let, all, [properties], [get, phone, [var, all]]]`,
    `[get, phone, [object, [properties]]]`,
  ])('is rejected when the fields depend on the feature: text-field %s', (text) => {
    expect(codesOf(load(text))).toEqual(['field-by-expression']);
  });

  it.each([
    `{ type: identity, property: phone }`,
    `{ property: phone, stops: [[1, a]] }`,
    `[step, [zoom], { property: phone, stops: [[1, a]] }, 3, b]`,
    `[concat, { property: phone }]`,
  ])('is rejected as a legacy function: text-field %s', (text) => {
    expect(load(text).ok).toBe(false);
  });

  it('is rejected in a filter too', () => {
    const filter = `, filter: ['==', [get, [concat, pho, ne]], '1']`;
    expect(codesOf(load('[get, name]', filter))).toEqual(['field-by-expression']);
  });

  it.each([
    `[literal, '{phone}']`,
    `[to-string, [at, 1, [literal, [get, phone]]]]`,
    `[match, [get, name], [get, phone], a, b]`,
  ])('is not one that only contains the name as a text: text-field %s', (text) => {
    const loaded = load(text);
    expect(codesOf(loaded)).toEqual([]);
    expect(loaded.ok && loaded.model.groups[0]!.permission.id).toBe('open');
  });
});

import { describe, expect, it } from 'vitest';
import { outline } from 'atlas-engine/runtime';
import { languageOf } from '../../../languages.ts';
import { buildModel, indexOf } from '../../../build-atlas.ts';

const bundle = indexOf(
  buildModel(`
attribution: [{ text: { all: Harbour office }, url: 'https://harbour.example/' }]
sources: [{ id: relief, type: raster-dem, file: data/a.pmtiles }]
datasets:
  - { id: banks, geometry: polygon, permission: open, demo: true, load: { file: data/a.geojson }, fields: {} }
  - { id: graves, geometry: point, permission: known, load: { file: data/a.geojson }, fields: {} }
classes: [{ id: depths, unit: { all: m }, ramp: [[0, '#ffffff'], [40, '#000000']] }]
groups:
  - id: fish
    name: { all: Fish }
    category: things
    checked: true
    opacity: 0.5
    sublayers:
      - { id: area, type: fill, source: banks, label: { all: Grounds & banks }, paint: { fill-color: { light: '#123456', dark: '#654321' }, fill-opacity: 0.8 } }
      - { id: depth, type: color-relief, source: relief, label: { all: Depth }, paint: { color-relief-color: { classes: depths } } }
  - { id: graves, name: { all: Graves }, category: closed, coverage: [aaa], sublayers: [{ id: dot, type: circle, source: graves }] }
projects:
  - { id: bay, name: { all: The bay }, extent: [1, 1, 5, 5], groups: [{ use: fish, as: bay-fish, name: { all: Fish of the bay } }] }
`),
);

describe('the outline', () => {
  it('shows the legend of the first map with its colours and opacity', () => {
    const html = outline(bundle);
    expect(html).toContain('fill="#123456" fill-opacity="0.4"');
    expect(html).toContain('Grounds &amp; banks');
    expect(html).toContain('<stop offset="0" stop-color="#ffffff"/>');
    expect(html).toContain('Depth <small>0–40\u00a0m</small>');
    expect(html).toContain('<small>Demonstration data</small>');
  });

  it('shows the required level and the coverage of a locked layer', () => {
    expect(outline(bundle)).toContain('Graves <small>Aland · Access on request (Known)</small>');
  });

  it('links a story instead of listing its layers', () => {
    const html = outline(bundle);
    expect(html).not.toContain('Fish of the bay');
    expect(html).toContain('<h3>Things</h3><ul><li>Fish</li></ul>');
    expect(html).toContain('<a href="?project=bay&amp;lang=en">The bay</a>');
  });

  it('omits a category that only has layers of stories', () => {
    const [things, closed] = bundle.categories;
    const groups = things!.groups.filter(({ project }) => project !== undefined);
    expect(outline(bundle)).toContain('<h3>Things</h3>');
    const html = outline({ ...bundle, categories: [{ ...things!, groups }, closed!] });
    expect(html).not.toContain('Things');
  });

  it('is in the language of its bundle', () => {
    expect(outline({ ...bundle, ...languageOf('fr') })).toContain('<h2>Légende</h2>');
  });

  it('links attributions only to safe addresses', () => {
    expect(outline(bundle)).toContain('<a href="https://harbour.example/">Harbour office</a>');
    const unsafe = outline({ ...bundle, attribution: [{ text: 'X', url: 'javascript:x' }] });
    expect(unsafe).toContain('<p>X</p>');
  });
});

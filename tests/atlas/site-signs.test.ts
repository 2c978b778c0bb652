import { beforeAll, describe, expect, it } from 'vitest';
import { compileLegend, compileStyle, type AtlasBundle, type MapState } from 'atlas-engine/runtime';
import { paintOf } from '../laws/runtime/evaluate.ts';
import { openShippedAtlas } from './shipped-atlas.ts';

const SITES = ['education', 'health'] as const;

let bundle: AtlasBundle;

beforeAll(async () => {
  bundle = (await openShippedAtlas()).bundles['fr']!;
});

function stateOn(baseLayer: string): MapState {
  const groups = SITES.map((id) => ({ id, visible: true, opacity: 1 }));
  return { baseLayer, hillshade: false, project: null, groups };
}

describe.each(['default', 'terrain', 'imagery', 'dark'])('schools and health on %s', (base) => {
  it('have a sign of their own shape in the legend', () => {
    const rows = compileLegend(bundle, stateOn(base)).map((entry) => entry.rows);
    const icons = rows.flat().map(({ symbol }) => (symbol.type === 'icon' ? symbol.icon : null));
    expect(icons).toHaveLength(SITES.length);
    expect(icons[0]).toMatch(/school/);
    expect(icons[1]).toMatch(/health/);
  });

  it.each(SITES)('have dots up to zoom 9 and these signs from there: %s', (group) => {
    const { layers } = compileStyle(bundle, stateOn(base), { origin: '' });
    const find = (id: string): (typeof layers)[number] =>
      layers.find((layer) => layer.id === `group/${group}/${id}`)!;
    const opacityAt = (zoom: number): unknown =>
      paintOf(find('point'), 'circle-opacity', { zoom, properties: {} });
    expect(opacityAt(8)).toBeGreaterThan(0.5);
    expect(opacityAt(9)).toBe(0);
    expect(opacityAt(14)).toBe(0);
    expect(find('sign')).toMatchObject({ type: 'symbol', minzoom: 9 });
  });
});

import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import { compileStyle } from 'atlas-engine/runtime';
import { framedStyle } from '../../../app/map/project-frame.ts';
import { fixtureIndex } from './fixture-bundle.ts';

describe('the frame of a project', () => {
  it('is a valid style with its layers above the data and below the names', () => {
    const style = compileStyle({ ...fixtureIndex('en'), loaded: new Set<string>() });
    const name = {
      id: 'name',
      type: 'symbol',
      source: 'harbours',
      'source-layer': 'harbours',
      layout: { 'text-field': 'x' },
    } as const;
    const framed = framedStyle({ ...style, layers: [...style.layers, name] }, [1, 1, 4, 3], {
      veil: '#FBFAF6',
      outline: '#1E2A24',
    });
    expect(
      validateStyleMin({ ...framed, glyphs: 'https://a.example/{fontstack}/{range}' }),
    ).toEqual([]);
    expect(framed.layers.slice(-3).map(({ id }) => id)).toEqual([
      'project-frame/veil',
      'project-frame/outline',
      'name',
    ]);
    expect(framed.layers.slice(0, -3)).toEqual(style.layers);
  });
});

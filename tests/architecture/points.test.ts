/** Each point of what visitors expect of the map has a browser test that is named by its number. */
import { describe, expect, it } from 'vitest';
import { readSources } from './read-sources.ts';

/** The numbers of what visitors expect, 1 to 60; titles of browser tests name them, as in `ux 1:`. */
const POINTS = Array.from({ length: 60 }, (_none, at) => at + 1);

const TITLE = /['"`]ux (\d+(?:, \d+)*):/g;

describe('each point of what visitors expect', () => {
  const titles = readSources(['tests/browser']).flatMap(({ text }) =>
    [...text.matchAll(TITLE)].map(([, numbers = '']) => numbers.split(', ').map(Number)),
  );
  const named = new Set(titles.flat());

  it('is in the title of a browser test', () => {
    expect(POINTS.filter((point) => !named.has(point))).toEqual([]);
  });

  it('is one of the 60', () => {
    expect([...named].filter((point) => !POINTS.includes(point))).toEqual([]);
  });
});

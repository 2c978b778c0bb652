import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { useShipped } from '../browser/use-shipped.ts';
import { compareCells, MOST_CHANGED } from './compare.ts';
import { drawView, PATIENCE, type Changes } from './draw-views.ts';
import { readReference, reduce, REFERENCES } from './reference.ts';
import { VIEWS, type View } from './views.ts';
import { NIGHTLY, sample } from '../size.ts';

/** Daily one of them, and the rest only in the nightly run. */
const DAILY = sample(['default-z6', 'ten-dark-z8'], 2);
const COMPARED = VIEWS.filter(({ name }) => NIGHTLY || DAILY.includes(name));
const CHANGED = fileURLToPath(new URL('../../.atlas/changed-views/', import.meta.url));

/** The colour of dense forest on light base maps, and one at a CIEDE2000 distance of 6.1. */
const FOREST = '#D2E1C6';
const OTHER_FOREST = '#C6DED2';

const viewOf = (name: string): View => VIEWS.find((view) => view.name === name)!;
const without = (view: View, group: string): View => ({
  ...view,
  data: view.data!.filter((id) => id !== group),
});

/**
 * Replaces the colour of dense forest in the page, which contains the theme of the base maps. The
 * policy of the page has the hashes of its styles, of which one has changed.
 */
const recolour = async (page: Page): Promise<void> => {
  await page.route(/\?lang=/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.text();
    const { 'content-security-policy': _policy, ...headers } = answer.headers();
    await route.fulfill({ headers, body: body.replaceAll(FOREST, OTHER_FOREST) });
  });
};

/** Other drawings of a view, and whether they look the same. */
const CASES: readonly (readonly [title: string, same: boolean, view: View, drawn: Changes])[] = [
  // At zoom 6, villages are dots of about 1 px, which are fainter at the simple resolution.
  ['look the same at twice the resolution', true, viewOf('default-z8'), { scale: 2 }],
  ['look different without names', false, viewOf('default-z6'), { ground: ['boundaries'] }],
  ['look different without roads', false, without(viewOf('default-z8'), 'roads'), {}],
  ['look different without villages', false, without(viewOf('default-z8'), 'villages'), {}],
  [
    'look different with a forest of another green',
    false,
    viewOf('default-z6'),
    { prepare: recolour },
  ],
];

describe('the key views of the shipped atlas', { timeout: PATIENCE }, () => {
  const site = useShipped();

  /** Returns the share of cells that differ from the reference, 0 to 1. */
  async function shareChanged(view: View, picture: Buffer): Promise<number> {
    const reference = await readReference(view);
    if (!reference) throw new Error('There is no reference: `npm run views -- --update`.');
    return compareCells(reference, await reduce(view, picture)).share;
  }

  it('have a reference each', () => {
    const files = VIEWS.map(({ name }) => `${name}.webp`).toSorted();
    expect(readdirSync(REFERENCES).toSorted()).toEqual(files);
  });

  it.each(COMPARED.map((view) => [view.name, view] as const))(
    'look like their references: %s (one of two views; nightly all)',
    async (name, view) => {
      const picture = await drawView(site, view);
      const share = await shareChanged(view, picture);
      if (share > MOST_CHANGED) {
        mkdirSync(CHANGED, { recursive: true });
        writeFileSync(`${CHANGED}${name}.png`, picture);
      }
      expect(share, `see ${CHANGED}${name}.png`).toBeLessThanOrEqual(MOST_CHANGED);
    },
  );

  it.each(sample(CASES, CASES.length))(
    '%s (one of five; nightly all)',
    async (_title, same, view, drawn) => {
      const share = await shareChanged(view, await drawView(site, view, drawn));
      if (same) expect(share).toBeLessThanOrEqual(MOST_CHANGED);
      else expect(share).toBeGreaterThan(1.5 * MOST_CHANGED);
    },
  );
});

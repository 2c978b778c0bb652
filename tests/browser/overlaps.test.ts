/** Which objects of two layers overlap: from the search and from a layer, to an object and back. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import type { OverlapsAnswer } from 'atlas-engine/http';
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import { axeOf } from './axe.ts';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const SCREENS = [
  { locale: 'en', viewport: { width: 1280, height: 800 }, search: 'community forests in concessions' },
  { locale: 'fr', viewport: { width: 360, height: 740 }, search: 'forêts communautaires dans les concessions' },
] as const; // prettier-ignore

/** Returns the number of community forests, and those that overlap concessions. */
async function compareAll(url: string): Promise<Pick<OverlapsAnswer, 'count' | 'found'>> {
  const found: OverlapsAnswer['found'][number][] = [];
  let after = '';
  for (;;) {
    const asked = await fetch(
      `${url}/api/geodata/overlaps/?layer=community-forests&with=logging${after}`,
    );
    const answer = (await asked.json()) as OverlapsAnswer;
    found.push(...answer.found);
    if (answer.next === undefined) return { count: answer.count, found };
    after = `&after=${answer.next}`;
  }
}

describe('Overlaps', () => {
  const site = useShipped();

  it.each(sample(SCREENS, 2))(
    'are found by a search for two layers, lead to an object and back, and are a table, in $locale at $viewport.width px (one of two; nightly both)',
    async ({ locale, viewport, search }) => {
      const say = translator<AnyWordKey>({ locale, words: shippedWords(locale)! });
      const answer = await compareAll(site.url);
      const largest = answer.found.toSorted((a, b) => b.covered! - a.covered!)[0]!;

      const { page } = await openPage(site.browser, { viewport });
      await page.goto(`${site.url}/?lang=${locale}`);
      await waitForMap(page);
      await page.getByRole('combobox').first().fill(search);
      await page.getByRole('option').first().click();
      const panel = page.getByRole('region', { name: say('tool.overlaps'), exact: true });
      const rows = panel.locator('.overlaps > li');
      await rows.first().waitFor();
      const found = say('overlaps.found', {
        found: answer.found.length,
        count: answer.count,
        name: await panel.locator('select').last().locator('option:checked').innerText(),
      });
      await panel.getByText(found).waitFor();
      expect(await rows.count()).toBe(answer.found.length);
      expect(await rows.first().innerText()).toContain(largest.name![locale]!);
      expect(new URL(page.url()).hash).toMatch(/layers=(?=.*community-forests)(?=.*logging)/);
      // The map has both layers, not only the address.
      for (const chosen of await panel.locator('option:checked').allInnerTexts()) {
        const loading = page.getByText(say('group.loading', { name: chosen }));
        await expect.poll(() => loading.count()).toBe(0);
      }
      // Where an object overlaps several others, each has the area that both share.
      const several = answer.found.map(({ others }) => others).filter(({ length }) => length > 1);
      const areas = await panel.locator('.overlaps-area').allInnerTexts();
      expect(areas).toHaveLength(several.flat().length);
      for (const area of areas) expect(area).toMatch(/^\d[\d,.\s]*\s(?:ha|km²)$/u);
      expect((await axeOf(page).analyze()).violations).toEqual([]);

      const saved = page.waitForEvent('download');
      await panel.getByRole('button', { name: say('near.csv'), exact: true }).click();
      const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
      expect(lines).toHaveLength(1 + answer.found.flatMap(({ others }) => others).length);

      await rows.first().getByRole('button').first().click();
      const name = largest.name![locale]!;
      const object = page.getByRole('region', { name, exact: true });
      await object.waitFor();
      await object.locator('.side-behind').click();
      await panel.waitFor();
    },
  );

  it('are offered by the settings of a layer and by the analysis', async () => {
    const say = translator<AnyWordKey>({ locale: 'en', words: shippedWords('en')! });
    const { page } = await openPage(site.browser);
    await page.goto(`${site.url}/?lang=en#6/2/14&layers=villages`);
    await waitForMap(page);
    await page.getByRole('button', { name: say('group.unfold', { name: 'Villages' }) }).click();
    await page
      .getByRole('button', { name: say('group.overlaps-of', { name: 'Villages' }) })
      .click();
    const panel = page.getByRole('region', { name: say('tool.overlaps'), exact: true });
    const [layer, other] = [panel.locator('select').first(), panel.locator('select').last()];
    await expect.poll(() => layer.inputValue()).toBe('villages');
    await other.selectOption('protected-areas');
    await panel.getByRole('button', { name: say('overlaps.start') }).click();
    await panel.locator('.overlaps > li').first().waitFor();

    await page.getByRole('button', { name: say('tool.analyse'), exact: true }).click();
    await page.getByRole('button', { name: say('analysis.overlaps') }).click();
    await panel.waitFor();
  });
});

/** The story of “What is near”, in both languages, on a desktop and on a phone. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import type { NearAnswer } from 'atlas-engine/http';
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import { openPage, waitForMap } from './open-browser.ts';
import { useShipped } from './use-shipped.ts';
import { sample } from '../size.ts';

const PLACE = { lng: 18.2881, lat: -1.9275 };
const SCREENS = [
  { locale: 'en', viewport: { width: 1280, height: 800 } },
  { locale: 'fr', viewport: { width: 360, height: 740 } },
] as const;

describe('What is near', () => {
  const site = useShipped();

  it.each(sample(SCREENS, 2))(
    'opens by its link, selects what is tapped, comes back, and is a table, in $locale at $viewport.width px (one of two; nightly both)',
    async ({ locale, viewport }) => {
      const say = translator<AnyWordKey>({ locale, words: shippedWords(locale)! });
      const { lng, lat } = PLACE;
      const asked = await fetch(`${site.url}/api/geodata/near/?lng=${lng}&lat=${lat}`);
      const { layers } = (await asked.json()) as NearAnswer;
      const villages = layers.find(({ group }) => group === 'villages')!;
      if ('state' in villages) throw new Error('too slow');
      const village = villages.nearest[0]!.name![locale]!;

      const { page } = await openPage(site.browser, { viewport });
      await page.goto(`${site.url}/?lang=${locale}#9/${lat}/${lng}&near=${lat}/${lng}`);
      await waitForMap(page);
      const panel = page.getByRole('region', { name: say('tool.near'), exact: true });
      const button = page.getByRole('button', { name: village, exact: true });
      const row = panel.getByRole('row').filter({ has: button });
      expect(await row.innerText()).toMatch(/\d\s(?:m|km)/);
      expect(new URL(page.url()).hash).toContain(`near=${lat}/${lng}`);
      // What is folded is there, but hidden.
      const far = panel.locator('.near-far .near-row').first();
      expect(await far.isVisible()).toBe(false);
      await panel.locator('summary').click();
      expect(await far.isVisible()).toBe(true);
      // A far layer can be chosen from the list, which says how far it is.
      const only = panel.getByLabel(say('near.only'));
      const option = only.locator('option').last();
      expect(await option.innerText()).toMatch(/\([\d,.\s]+km\)$/);
      await only.selectOption(await option.getAttribute('value'));
      expect(await panel.locator('.near-row').count()).toBe(1);
      await only.selectOption('');

      const saved = page.waitForEvent('download');
      await panel.getByRole('button', { name: say('near.csv'), exact: true }).click();
      const lines = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
      const objects = layers.flatMap((one) => ('state' in one ? [] : [...one.inside, ...one.nearest])); // prettier-ignore
      expect(lines).toHaveLength(1 + objects.length);
      expect(lines[0]).toContain(`${say('near.object')},${say('near.distance')} (km)`);

      // A chosen distance limits the list, the rings, the table and the link.
      const upTo = panel.getByLabel(say('near.up-to'));
      await upTo.selectOption('10');
      await expect.poll(() => new URL(page.url()).hash).toContain(`near=${lat}/${lng}~10`);
      const near = layers.flatMap((one) => ('state' in one ? [] : one.nearest));
      const beyond = near.filter(({ distance }) => distance > 10_000).length;
      expect(beyond).toBeGreaterThan(0);
      const savedPart = page.waitForEvent('download');
      await panel.getByRole('button', { name: say('near.csv'), exact: true }).click();
      const part = await savedPart;
      expect(part.suggestedFilename()).toMatch(/10.km/);
      const rows = readFileSync(await part.path(), 'utf8').split('\r\n');
      expect(rows).toHaveLength(1 + objects.length - beyond);
      // A reload of the link has the same list.
      await page.reload();
      await panel.locator('.near-row').first().waitFor();
      expect(await upTo.inputValue()).toBe('10');
      const distances = await panel
        .locator('table')
        .first()
        .locator('.near-distance')
        .allInnerTexts();
      expect(
        distances.filter((text) => /^\d{2,}\s?km/.test(text) && !/^10\s?km/.test(text)),
      ).toEqual([]);
      await upTo.selectOption('100');
      await expect.poll(() => new URL(page.url()).hash).toMatch(/near=[-\d./]+$/);

      // A tap selects the object; the panel ends with what can be done next, always in view.
      await row.getByRole('button').click();
      const object = page.getByRole('region', { name: village, exact: true });
      await object.waitFor();
      const foot = object.locator('.side-foot');
      const names = [say('tool.near'), say('feature.analyse'), say('session.report')];
      expect(await foot.locator('button, a').allInnerTexts()).toEqual(names);
      const box = (await foot.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
      expect(new URL(page.url()).hash).toContain('near=');
      await object.locator('.side-behind').click();
      await row.waitFor();

      // What is near the object itself is another link.
      await row.getByRole('button').click();
      await foot.getByRole('button', { name: say('tool.near') }).click();
      await panel.locator('.near-of').filter({ hasText: village }).waitFor();
      await expect.poll(() => new URL(page.url()).hash).toMatch(/near=villages:\d+$/);
      await page.close();
    },
  );

  it('is what a found place opens, with a tick for each layer, and a link keeps its name', async () => {
    const { page } = await openPage(site.browser, { viewport: SCREENS[0].viewport });
    await page.goto(`${site.url}/?lang=en`);
    await waitForMap(page);
    const panel = page.getByRole('region', { name: 'What is near', exact: true });
    const choose = async (text: string, name: string): Promise<void> => {
      await page.keyboard.press('/');
      await page.getByRole('combobox', { name: 'Search for a place' }).fill(text);
      await page.getByRole('option', { name }).first().waitFor();
      await page.keyboard.press('Enter');
      await panel.locator('.near-of').filter({ hasText: name }).waitFor();
      // The focus is on the panel.
      await panel.locator('.near-row').first().waitFor();
    };
    await choose('town of Inongo', 'Inongo');
    await page.waitForURL(/#[\d.]+\/-1\.9.*near=-1\.9275\/18\.2881/);
    await panel.getByRole('checkbox', { name: 'Health sites' }).check();
    await page.waitForURL(/layers=[^&]*health/);

    await choose('Mai-Ndombe province', 'Mai-Ndombe');
    await page.waitForURL(/near=province-names-cod:\d+/);
    await page.goto('about:blank');
    await page.goBack();
    await panel.locator('.near-of').filter({ hasText: 'Mai-Ndombe' }).waitFor();

    // A layer at a place is switched on, with the value that was searched.
    await choose('secondary school Inongo', 'Inongo');
    await page.waitForURL(/layers=education.*near=-1\.9275\/18\.2881/);
    const address = page.url();
    await page.getByText('Level of schooling: Secondary school').waitFor();
    expect(decodeURIComponent(address)).toContain('secondary_school');
    expect(await panel.getByLabel('Show one layer').inputValue()).toBe('education');
    await page.close();
  });
});

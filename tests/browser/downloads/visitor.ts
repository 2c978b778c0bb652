import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect } from 'vitest';
import { shippedWords } from 'atlas-engine';
import { translator, type AnyWordKey, type Translate } from 'atlas-engine/runtime';
import { waitForMap } from '../open-browser.ts';
import { ACCOUNT } from './serve-downloads.ts';

/** Most presses of Tab on the way to an element. */
const MOST_TABS = 150;

/** A person who uses the tool Download. */
export class Visitor {
  readonly page: Page;
  readonly say: Translate<AnyWordKey>;
  private readonly url: string;
  private readonly locale: string;

  constructor(page: Page, { url, locale }: { readonly url: string; readonly locale: string }) {
    this.page = page;
    this.url = url;
    this.locale = locale;
    this.say = translator<AnyWordKey>({ locale, words: shippedWords(locale)! });
  }

  async logIn(account = ACCOUNT): Promise<void> {
    await this.page.goto(`${this.url}/account/login?lang=${this.locale}`);
    await this.fillLogin(account);
  }

  /** Opens the map, for a visitor whose session is known. */
  async goToMap(): Promise<void> {
    await this.page.goto(`${this.url}/?lang=${this.locale}`);
    await waitForMap(this.page);
  }

  /** Fills the form that is shown, and waits for the map. */
  async fillLogin({ username, password } = ACCOUNT): Promise<void> {
    const { page } = this;
    await page.locator('main [name=username]').fill(username);
    await page.locator('main [name=password]').fill(password);
    await page.keyboard.press('Enter');
    await waitForMap(page);
  }

  /** Opens the tool, and waits for its datasets. */
  async open(tool: 'download' | 'import' | 'explore' = 'download'): Promise<void> {
    if (this.isPhone) await this.button('tool.bar').click();
    await this.button(`tool.${tool}`).first().click();
    if (tool === 'download') await this.page.locator('.download-check').first().waitFor();
  }

  button(key: AnyWordKey): Locator {
    return this.page.getByRole('button', { name: this.say(key), exact: true });
  }

  check(name: string | RegExp): Locator {
    return this.page.locator('.side-body').getByRole('checkbox', { name });
  }

  text(key: AnyWordKey, values = {}): Locator {
    return this.page.getByText(this.say(key, values), { exact: true });
  }

  /** Chooses the best area with a name. Returns its size as the tool shows it. */
  async choose(name: string): Promise<string> {
    const before = await this.page.locator('.measured').allInnerTexts();
    const box = this.page.getByRole('combobox', { name: this.say('area.by-name') });
    await box.fill(name);
    await this.page.locator('.area-by-name [role=option]').first().waitFor();
    await box.press('Enter');
    const shown = () => this.page.locator('.measured').allInnerTexts();
    await expect.poll(shown).not.toEqual(before);
    return this.size.innerText();
  }

  get size(): Locator {
    return this.page.locator('.measured-figure');
  }

  /** Chooses datasets by their names, and accepts the agreement, with their terms if they have some. */
  async chooseData(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.page.getByLabel(name, { exact: true }).last().check();
    await this.agreement().check();
  }

  /** The checkbox of the agreement, which names the terms of use too if a chosen dataset has some. */
  agreement(): Locator {
    return this.check(this.say('download.agree')).or(this.check(this.say('download.agree-terms')));
  }

  /** Begins to draw, and clicks corners on the map. */
  async draw(
    shape: 'rectangle' | 'polygon',
    corners: readonly (readonly [x: number, y: number])[],
  ): Promise<void> {
    await this.button(`area.${shape}`).click();
    // The code that draws is loaded first, and changes the pointer.
    await this.page.locator('canvas.maplibregl-canvas[style*="cursor"]').waitFor();
    for (const [x, y] of corners) await this.page.mouse.click(x, y);
  }

  /** Orders a download that the server refuses with a sentence. */
  async refused(sentence: AnyWordKey): Promise<void> {
    await this.order();
    const problem = this.page.locator('.download-order [role=alert]');
    await problem.filter({ hasText: this.say(sentence) }).waitFor();
  }

  /** Types a box: west, south, east, north. */
  async typeBox(sides: readonly string[]): Promise<void> {
    const box = this.page.locator('.download-box');
    if (!(await box.locator('form').isVisible())) await box.locator('summary').click();
    for (const [at, side] of sides.entries()) await box.locator('input').nth(at).fill(side);
    await this.button('download.box-use').click();
  }

  async order(): Promise<void> {
    await this.button('download.order').click();
  }

  /** The newest download. */
  get job(): Locator {
    return this.page.locator('.download-jobs li').first();
  }

  get file(): Locator {
    return this.job.getByRole('link', { name: this.say('download.get'), exact: true });
  }

  /** Fetches the newest download, by a click or with Enter. Returns its entries. */
  async fetch(how: 'click' | 'press' = 'click'): Promise<Readonly<Record<string, Uint8Array>>> {
    const saved = this.page.waitForEvent('download');
    await (how === 'click' ? this.file.click() : this.file.press('Enter'));
    return unzipSync(readFileSync(await (await saved).path()));
  }

  /** Removes all downloads of the account without the page. */
  async removeElsewhere(): Promise<void> {
    await this.page.evaluate(async () => {
      const address = '/api/geodata/prepared-dataset/';
      const { jobs } = (await (await fetch(address)).json()) as { jobs: { id: string }[] };
      const token = /csrftoken=([^;]+)/.exec(document.cookie)![1]!;
      for (const { id } of jobs)
        await fetch(`${address}${id}/`, { method: 'DELETE', headers: { 'x-csrftoken': token } });
    });
  }

  /** Presses Tab until the element has the focus; fails after `most` presses. */
  async tabTo(target: Locator, most = MOST_TABS): Promise<void> {
    for (let i = 0; i <= most; i++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(target)}.`);
  }

  private get isPhone(): boolean {
    return this.page.viewportSize()!.width < 500;
  }
}

/**
 * The story of a level for one project or area, of its end, and of a consent that is withdrawn, on open
 * maps. Takes over 30 s: visitors and an operator log in, and the server compiles the atlas each time.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedWords } from 'atlas-engine';
import { formatDate, translator, type AnyWordKey } from 'atlas-engine/runtime';
import { run } from '../../cli/atlas.ts';
import { writeAtlas } from '../build-atlas.ts';
import { addAccounts } from './add-accounts.ts';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';

const PASSWORD = 'Limba-Ogooue-6!';

const ACCOUNTS = [
  { username: 'mira', locale: 'fr' },
  { username: 'otto', locale: 'en', level: 'operator' },
  { username: 'lena', locale: 'en' },
  { username: 'rosa', locale: 'en' },
] as const;

const YAML = `
region:
  bounds: [8, -4, 20, 6]
  time-zone: Africa/Kinshasa
  countries: [{ id: ara, name: { all: Arandel } }]
home: { bounds: [9, -3, 19, 5] }
permissions:
  levels:
    - { id: everyone, name: { en: Everyone, fr: Public } }
    - { id: member, name: { en: Member, fr: Membre }, granted: on-confirmation }
    - { id: warden, name: { en: Warden, fr: Gardien }, granted: by-operator }
    - { id: elder, name: { en: Elder, fr: Ancien }, granted: by-operator }
  roles: [operator]
tools:
  analyse: { permission: warden, timeout: 20 s }
  download: { permission: warden, max-area: 900000 km2 }
forms:
  - id: access-request
    title: { en: Access, fr: Accès }
    submit: { en: Send, fr: Envoyer }
    fields:
      level: { type: choice, label: { en: Data, fr: Données }, required: true, options: { warden: { en: Tenure, fr: Foncier }, elder: { en: Graves, fr: Tombes } } }
      reason: { type: long-text, label: { en: Why, fr: Pourquoi }, required: true }
pages:
  - { id: data-agreement, title: { en: Agreement, fr: Accord }, text: { en: Agree, fr: Accord }, date: 2026-03-09 }
datasets:
  - id: tenure
    geometry: polygon
    permission: warden
    key: number
    consent: { by: { en: the Council, fr: le Conseil }, on: 2026-01-10, uses: [view, analyse, download, embed] }
    load: { file: data/tenure.geojson }
    fields:
      number: { type: integer, label: { en: Number, fr: Numéro } }
      name: { type: text, label: { en: Name, fr: Nom } }
    feeds: { tiles: true, geojson: tenure, wms: tenure, analysis: true, download: true, search: [name] }
groups:
  - { id: tenure, name: { en: Tenure, fr: Foncier }, category: things, popup: { title: name, fields: [number] }, sublayers: [{ id: area, type: fill, source: tenure, paint: { fill-color: '#7A5195' } }] }
projects:
  - { id: valley, name: { en: The valley, fr: La vallée }, texts: [{ en: A valley, fr: Une vallée }], extent: [10, 0, 12, 2], groups: [tenure] }
`;

const square = (number: number, name: string, west: number): object => ({
  type: 'Feature',
  properties: { number, name },
  geometry: {
    type: 'Polygon',
    coordinates: [[[west, 0.5], [west + 1, 0.5], [west + 1, 1.5], [west, 1.5], [west, 0.5]]], // prettier-ignore
  },
});

const INSIDE = 'Boyoma';
const OUTSIDE = 'Lukenie';

/** The sentence after a grant, which also names its last day. */
const confirmation = (name: string): RegExp =>
  new RegExp(`^Access is granted to ${name}, up to and including `);

const say = (locale: string) => translator<AnyWordKey>({ locale, words: shippedWords(locale)! });

describe('a level for a project', () => {
  let folder: string;
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-grants-'));
    const config = join(folder, 'config');
    writeAtlas(config, YAML);
    mkdirSync(join(config, 'data'), { recursive: true });
    const features = [square(1, INSIDE, 10.5), square(2, OUTSIDE, 15)];
    const data = JSON.stringify({ type: 'FeatureCollection', features });
    writeFileSync(join(config, 'data/tenure.geojson'), data);
    await addAccounts(join(folder, 'data'), { password: PASSWORD, accounts: ACCOUNTS });
    atlas = await serveAtlas({ config, dataDir: join(folder, 'data') });
    browser = await sharedBrowser();
  }, 120_000);
  afterAll(async () => {
    await closePages(browser);
    await atlas?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const logIn = async (username: string, locale: string): Promise<Page> => {
    const { page } = await openPage(browser, { locale });
    await page.goto(`${atlas.url}/account/login?lang=${locale}`);
    await page.locator('main [name=username]').fill(username);
    await page.locator('main [name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await waitForMap(page);
    return page;
  };

  const accountOf = async (username: string, operator: Page) => {
    const listed = await operator.request.get(`${atlas.url}/api/admin/accounts/`);
    const all = (await listed.json()) as { username: string; id: number; grants: { area?: string; until: string }[] }[]; // prettier-ignore
    return all.find((account) => account.username === username)!;
  };

  it('or for an area, which is chosen by its name or drawn on a map, in under a minute', async () => {
    const en = say('en');
    const otto = await logIn('otto', 'en');
    const started = Date.now();
    await otto.goto(`${atlas.url}/admin/accounts?lang=en`);
    const card = otto.locator('.admin-card', { hasText: 'lena' });
    const areas = async (): Promise<readonly unknown[]> => {
      const { grants } = await accountOf('lena', otto);
      return grants.map(({ area }) => area && JSON.parse(area));
    };
    const grant = async (choose: () => Promise<void>): Promise<void> => {
      await card.getByRole('button', { name: en('admin.grant-to', { name: 'lena' }) }).click();
      await card.locator('select[name=level]').selectOption('warden');
      await choose();
      await card.getByText(/^Area: .*km²$/).waitFor();
      await card.getByRole('button', { name: en('admin.grant'), exact: true }).click();
      await otto.getByText(confirmation('lena')).first().waitFor();
    };
    // A name that is typed, but not chosen, grants nothing, and stays in the box.
    await card.getByRole('button', { name: en('admin.grant-to', { name: 'lena' }) }).click();
    await card.locator('select[name=level]').selectOption('warden');
    const typed = card.getByRole('combobox', { name: en('area.by-name') });
    await typed.fill('The vall');
    await card.getByRole('button', { name: en('admin.grant'), exact: true }).click();
    await card.getByText(en('form.area-refused')).waitFor();
    expect(await typed.inputValue()).toBe('The vall');
    expect(await areas()).toEqual([]);
    // A press on a button below the list of names is answered, though the list closes.
    await card.locator('[role=option]', { hasText: 'The valley' }).waitFor();
    await card.getByRole('button', { name: en('admin.cancel') }).click();

    await grant(async () => {
      const box = card.getByRole('combobox', { name: en('area.by-name') });
      await box.fill('vall');
      await card.locator('[role=option]', { hasText: 'The valley' }).click();
    });
    await card.getByText('Warden, only in The valley').waitFor();
    expect(Date.now() - started).toBeLessThan(60_000);
    await expect
      .poll(areas)
      .toEqual([expect.objectContaining({ type: 'Feature', properties: { name: 'The valley' } })]);

    await grant(async () => {
      await card.getByRole('button', { name: en('area.polygon') }).click();
      await card.locator('.area-map [aria-busy=false] canvas').waitFor();
      const canvas = card.locator('.area-map canvas').first();
      await canvas.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await canvas.boundingBox())!;
      for (const [left, top] of [
        [0.4, 0.4],
        [0.6, 0.4],
        [0.6, 0.6],
      ] as const)
        // prettier-ignore
        await otto.mouse.click(x + left * width, y + top * height);
      const finish = card.getByRole('button', { name: en('area.finish') });
      await expect.poll(() => finish.getAttribute('aria-disabled')).toBe('false');
      await finish.click();
      // The focus stays in the form, and the map can be zoomed.
      await expect
        .poll(() => card.locator('button:focus').first().textContent())
        .toBe(en('area.polygon'));
      await card.getByRole('button', { name: en('map.zoom-in') }).click();
      await card.getByLabel(en('admin.area-name')).fill('The clearing');
    });
    await card.getByText('Warden, only in The clearing').waitFor();

    // One of them is taken away, and the other one stays.
    const inValley = { name: 'lena', level: 'Warden, only in The valley' };
    const revoke = card.getByRole('button', { name: en('admin.revoke-of', inValley) });
    await revoke.click();
    await card.getByText(en('admin.revoke-help')).waitFor();
    await revoke.click();
    await card.getByText('Warden, only in The valley').waitFor({ state: 'detached' });
    expect(await card.getByText('Warden, only in The clearing').count()).toBe(1);
    expect(await areas()).toEqual([
      expect.objectContaining({ type: 'Feature', properties: { name: 'The clearing' } }),
    ]);
    await otto.context().close();
  }, 120_000);

  it('ends on an open map within seconds of its last moment, in the list and on the map', async () => {
    const fr = say('fr');
    const page = await logIn('rosa', 'fr');
    const otto = await logIn('otto', 'en');
    const { id } = await accountOf('rosa', otto);
    const token = (await otto.context().cookies()).find(({ name }) => name === 'csrftoken');
    // Long enough for the server to compile what the grant opens, and for the page to show it.
    const until = new Date(Date.now() + 30_000).toISOString();
    const granted = await otto.request.post(`${atlas.url}/api/admin/accounts/${id}/`, {
      headers: { 'x-csrftoken': token?.value ?? '', origin: atlas.url },
      data: { action: 'grant', level: 'warden', project: 'valley', until },
    });
    expect(granted.status()).toBe(200);
    await otto.context().close();
    const asked = asker(page, atlas.url);
    await expect.poll(() => asked.status('/api/features/tenure/1'), { timeout: 20_000 }).toBe(200);

    await page.goto(`${atlas.url}/?lang=fr#9/1/11&layers=tenure`);
    await page.reload();
    await waitForMap(page);
    const row = page.locator('[data-group=tenure]');
    const place = fr('group.place-until', {
      place: 'La vallée',
      date: formatDate(until, 'fr'),
    });
    const note = row.getByText(fr('group.only-here', { places: place }));
    await note.waitFor();
    await page.mouse.click(MIDDLE.x, MIDDLE.y);
    const panel = page.getByRole('region', { name: INSIDE, exact: true });
    await panel.waitFor();
    expect(Date.now()).toBeLessThan(Date.parse(until));
    await row.getByText(fr('group.locked')).waitFor({ timeout: 30_000 });
    expect(Date.now() - Date.parse(until)).toBeLessThan(5_000);
    await expect.poll(() => panel.count()).toBe(0);
    expect(await asked.status('/api/features/tenure/1')).toBe(403);
    await page.context().close();
  }, 120_000);

  it('is asked for, shows the data there and nowhere else, and ends with the consent', async () => {
    const [fr, en] = [say('fr'), say('en')];
    const mira = await logIn('mira', 'fr');
    await mira.goto(`${atlas.url}/account/access?lang=fr`);
    await mira.getByLabel('Données').selectOption('warden');
    await mira.getByLabel('Pourquoi').fill('Une étude.');
    await mira.getByRole('button', { name: 'Envoyer' }).click();
    await mira.locator('.access-open').waitFor();

    // A map that is open during all this.
    const open = await mira.context().newPage();
    await open.goto(`${atlas.url}/?lang=fr`);
    await waitForMap(open);

    const otto = await logIn('otto', 'en');
    await otto.goto(`${atlas.url}/admin/requests?lang=en`);
    await otto.getByRole('button', { name: en('admin.grant-to', { name: 'mira' }) }).click();
    await otto.getByLabel(en('admin.project')).selectOption('valley');
    await otto.getByRole('button', { name: en('admin.grant'), exact: true }).click();
    await otto.getByText(confirmation('mira')).waitFor();

    const asked = asker(mira, atlas.url);
    await expect.poll(() => asked.status('/api/features/tenure/1'), { timeout: 20_000 }).toBe(200);
    await open.bringToFront();
    await open.locator('[data-group=tenure]').getByText('La vallée').waitFor();
    await open.close();
    await mira.reload();
    await mira.locator('.access-granted').waitFor();
    expect(await mira.getByText(fr('account.access-ended')).count()).toBe(0);

    await mira.goto(`${atlas.url}/?lang=fr#9/1/11&layers=tenure`);
    await waitForMap(mira);
    // The proposed end is a year from now.
    const [granted] = (await accountOf('mira', otto)).grants;
    await otto.context().close();
    const place = fr('group.place-until', {
      place: 'La vallée',
      date: formatDate(granted!.until, 'fr'),
    });
    await mira.getByText(fr('group.only-here', { places: place })).waitFor();
    // A click leads to the project from elsewhere.
    await mira.goto(`${atlas.url}/?lang=fr#6/-3/18&layers=tenure`);
    await mira.getByRole('button', { name: fr('group.go-to-of', { name: 'Foncier' }) }).click();
    await mira.waitForURL(/#[89][.\d]*\/(?:0\.9|1)[\d.]*\/1[01]/);
    await mira.goto(`${atlas.url}/?lang=fr#9/1/11&layers=tenure`);
    await waitForMap(mira);
    await mira.mouse.click(MIDDLE.x, MIDDLE.y);
    await mira.getByRole('region', { name: INSIDE, exact: true }).waitFor();
    await mira.keyboard.press('/');
    const box = mira.getByRole('combobox', { name: fr('search.label') });
    await box.fill(INSIDE);
    await mira.getByRole('option', { name: INSIDE }).first().waitFor();
    await box.fill(OUTSIDE);
    await mira
      .getByText(fr('search.none', { text: OUTSIDE }))
      .first()
      .waitFor();
    await mira.keyboard.press('Escape');
    for (const [door, answer] of Object.entries(await asked.everything()))
      expect([door, answer.includes(INSIDE), answer.includes(OUTSIDE)]).toEqual([
        door,
        true,
        false,
      ]);
    expect(await asked.status('/api/features/tenure/2')).toBe(404);

    // The command withdraws the consent, while the map is open.
    const env = { ATLAS_DATA_DIR: join(folder, 'data') };
    const printed: string[] = [];
    const io = { out: (text: string) => printed.push(text), err: (text: string) => printed.push(text), env, color: false }; // prettier-ignore
    const why = 'the assembly decided so';
    const config = join(folder, 'config');
    expect(await run(['withdraw', 'tenure', '--why', why, '--config', config], io)).toBe(0);
    const [sentence] = fr('consent.withdrawn', { by: 'le Conseil', date: '@' }).split('@');
    await mira.getByText(sentence!.trim()).first().waitFor({ timeout: 60_000 });
    expect(await asked.status('/api/features/tenure/1')).not.toBe(200);
    for (const [door, answer] of Object.entries(await asked.everything()))
      expect([door, answer.includes(INSIDE)]).toEqual([door, false]);
    expect(await mira.getByRole('region', { name: INSIDE, exact: true }).count()).toBe(0);
    await mira.context().close();
  }, 120_000);
});

/** Asks the server as the page of a visitor does. */
function asker(page: Page, url: string) {
  const text = async (path: string): Promise<string> => {
    const answer = await page.request.get(`${url}${path}`);
    const body = await answer.text();
    // Pictures and errors have no names.
    return `${answer.status()} ${body}`;
  };
  const download = async (): Promise<string> => {
    const cookies = await page.context().cookies();
    const token = cookies.find(({ name }) => name === 'csrftoken')?.value ?? '';
    const ordered = await page.request.post(`${url}/api/geodata/prepared-dataset/`, {
      headers: { 'x-csrftoken': token, origin: url },
      data: {
        area: 'POLYGON ((9 -1, 18 -1, 18 4, 9 4, 9 -1))',
        datasets: ['tenure'],
        formats: ['geojson'],
        agreement: '2026-03-09',
      },
    });
    if (ordered.status() !== 201) return `${ordered.status()} ${await ordered.text()}`;
    const { id } = (await ordered.json()) as { id: string };
    const job = async () =>
      (await (await page.request.get(`${url}/api/geodata/prepared-dataset/${id}/`)).json()) as {
        state: string;
        file: string | null;
      };
    await expect.poll(async () => (await job()).state, { timeout: 30_000 }).toBe('done');
    const file = await page.request.get(new URL((await job()).file!, url).href);
    const files = unzipSync(new Uint8Array(await file.body()));
    return Object.entries(files)
      .map(([name, bytes]) => `${name} ${new TextDecoder().decode(bytes)}`)
      .join('\n');
  };
  const info =
    '/wms?service=WMS&version=1.1.1&request=GetFeatureInfo&layers=tenure&query_layers=tenure&styles=&srs=EPSG:4326&bbox=10,0,12,2&width=64&height=64&x=32&y=32&info_format=application/json';
  return {
    status: async (path: string) => (await page.request.get(`${url}${path}`)).status(),
    everything: async () => ({
      features: await text('/ogc/collections/tenure/items'),
      search: `${await text(`/api/search?q=${INSIDE}`)}${await text(`/api/search?q=${OUTSIDE}`)}`,
      near: `${await text('/api/geodata/near/?lng=11&lat=1')}${await text('/api/geodata/near/?lng=15.5&lat=1')}`,
      wms: `${await text(info)}${await text(info.replace('10,0,12,2', '14.5,0,16.5,2'))}`,
      download: await download(),
    }),
  };
}

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { StoredAccount } from '../../app/account/account-types.ts';
import type { Remembered } from '../../app/stores/storage.ts';
import { CONFIG, openShippedAtlas } from './shipped-atlas.ts';

const { model } = await openShippedAtlas();

type Stored = Exclude<keyof Remembered, 'account'> | keyof StoredAccount;

/** What the privacy policy calls each value that the browser stores, in English and French. */
const CALLED: Readonly<Record<Stored, readonly [en: string, fr: string]>> = {
  locale: ['the language', 'la langue'],
  unsentLocale: ['the language', 'la langue'],
  dismissed: ['the notices that you asked not to see again', 'les avis que vous avez demandé'],
  seen: ['the notices that you have seen', 'les avis que vous avez vus'],
  coordinates: ['the format of coordinates', 'le format des coordonnées'],
  singleKeys: ['shortcuts with a single key', 'raccourcis à une seule touche'],
  loggedIn: ['While you are logged in', 'Tant que vous êtes connecté'],
  profile: ['your user name, your e-mail address', 'votre nom d’utilisateur, votre adresse'],
  key: ['the key of your session', 'la clé de votre session'],
};

it.each([
  ['en', 'invented for this demonstration'],
  ['fr', 'inventé pour cette démonstration'],
])('the organisation that answers for the data is named as invented, in %s', (locale, invented) => {
  const { responsible } = model.pages.find(({ id }) => id === 'privacy-policy')!;
  expect(responsible?.name[locale]).toContain(`(${invented})`);
  expect(responsible?.address[locale]).toMatch(/@example\.org$/);
});

it.each(['en', 'fr'])('the privacy policy names all that the browser stores, in %s', (locale) => {
  const text = readFileSync(`${CONFIG}/texts/privacy-policy.${locale}.md`, 'utf8');
  const unnamed = Object.entries(CALLED).filter(
    ([, names]) => !text.includes(names[locale === 'en' ? 0 : 1]),
  );
  expect(unnamed).toEqual([]);
});

import { shippedWords, type WrittenWord } from 'atlas-engine';
import type { WordKey } from 'atlas-engine/runtime';
import { expect, it } from 'vitest';

/**
 * The error catalogue of the specification (section 8), whole. The texts of export and import are
 * added together with these tools.
 */
const CATALOGUE: readonly (readonly [
  situation: string,
  message: string,
  word: WordKey | null,
  french: string,
])[] = [
  [
    'Login',
    'Invalid username or password',
    'account.login-refused',
    'Nom d’utilisateur ou mot de passe incorrect',
  ],
  [
    'Password change',
    'There was a problem changing your password',
    'account.change-refused',
    'Le mot de passe n’a pas pu être modifié',
  ],
  [
    'Password reset',
    'Invalid username or password',
    'account.reset-refused',
    'Nom d’utilisateur ou mot de passe incorrect',
  ],
  [
    'E-mail verification',
    'There was a problem verifying your email address',
    'account.confirm-failed',
    'Votre adresse électronique n’a pas pu être vérifiée',
  ],
  [
    'Export, area too big',
    'The area you have selected is too large. Please select an area less than 30 000 km ²',
    null,
    '',
  ],
  ['Export, bad extent', 'Invalid extent', null, ''],
  ['Export, nothing', 'No data found', null, ''],
  ['Import', 'Invalid zipfile.', null, ''],
];

const wordsOf = (locale: string): Readonly<Partial<Record<WordKey, WrittenWord>>> =>
  shippedWords(locale)!;

it.each(CATALOGUE.filter(([, , word]) => word !== null))(
  'the message for “%s” is “%s”',
  (_situation, message, word, french) => {
    expect(wordsOf('en')[word!]).toBe(message);
    expect(wordsOf('fr')[word!]).toBe(french);
  },
);

it('the words have no message of the catalogue under another key', () => {
  const known = CATALOGUE.flatMap(([, , word]) => word ?? []);
  const messages = new Set(CATALOGUE.map(([, message]) => message));
  const found = Object.entries(wordsOf('en')).filter(
    ([, text]) => typeof text === 'string' && messages.has(text),
  );
  expect(found.map(([name]) => name).sort()).toEqual([...known].sort());
});

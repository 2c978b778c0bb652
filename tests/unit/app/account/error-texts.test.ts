import { shippedWords, type WrittenWord } from 'atlas-engine';
import type { WordKey } from 'atlas-engine/runtime';
import { expect, it } from 'vitest';

/** The area limit of the specification, as the tool writes it. */
const LIMIT: Readonly<Record<string, string>> = { en: '30 000', fr: '30\u00A0000' };

/** The error catalogue of the specification (section 8), whole. */
const CATALOGUE: readonly (readonly [
  situation: string,
  message: string,
  word: WordKey,
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
    'Le mot de passe n’a pas pu être modifié',
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
    'download.too-large',
    'La zone sélectionnée est trop grande. Veuillez sélectionner une zone de moins de 30\u00A0000 km²',
  ],
  ['Export, bad extent', 'Invalid extent', 'download.extent', 'Emprise non valide'],
  ['Export, nothing', 'No data found', 'download.empty', 'Aucune donnée trouvée'],
  ['Import', 'Invalid zipfile.', 'import.invalid-zip', 'Fichier zip non valide.'],
];

const wordsOf = (locale: string): Readonly<Partial<Record<WordKey, WrittenWord>>> =>
  shippedWords(locale)!;

const textOf = (locale: string, word: WordKey): string =>
  String(wordsOf(locale)[word]).replace('{{limit}}', LIMIT[locale]!);

it.each(CATALOGUE)('the message for “%s” is “%s”', (_situation, message, word, french) => {
  expect(textOf('en', word)).toBe(message);
  expect(textOf('fr', word)).toBe(french);
});

it('the words have no message of the catalogue under another key', () => {
  const known = CATALOGUE.map(([, , word]) => word);
  const messages = new Set(CATALOGUE.map(([, message]) => message));
  const found = Object.entries(wordsOf('en')).filter(
    ([, text]) => typeof text === 'string' && messages.has(text.replace('{{limit}}', LIMIT['en']!)),
  );
  expect(found.map(([name]) => name).sort()).toEqual([...known].sort());
});

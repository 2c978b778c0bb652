import { nameFrom } from './name-from.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Codes of two letters by the names of their languages, in kebab case. */
let codes: ReadonlyMap<string, string> | undefined;

/** Returns the code of a language from its English, French or own name. */
export function languageNamed(name: string): string | undefined {
  codes ??= codesByName();
  return codes.get(nameFrom(name));
}

function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const namesIn = (locale: string): Intl.DisplayNames =>
    new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
  const [english, french] = [namesIn('en'), namesIn('fr')];
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    if (english.of(code) === undefined) continue;
    for (const name of [english.of(code), french.of(code), namesIn(code).of(code)]) {
      const key = name === undefined ? '' : nameFrom(name);
      if (key !== '' && !found.has(key)) found.set(key, code);
    }
  }
  return found;
}

/** An atlas whose every text carries strings that try to run a script. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGLISH, treeOf, WORD_NAMES, type WordEntry, type WrittenWord } from 'atlas-engine';
import { ATLAS, LANGUAGE } from '../marked-atlas.ts';
import STRINGS from './strings.json' with { type: 'json' };

/** The strings, each of which calls `__hit()` or requests something from `evil.example`. */
export const ALL: readonly string[] = Object.values(STRINGS).flat();

/** Number of texts over which the strings are spread. */
export const PARTS = 20;

/** Texts that follow one another: with each, a part of the strings. */
class Texts {
  private at: number;

  constructor(from: number) {
    this.at = from;
  }

  next(accepts: (text: string) => boolean = () => true): string {
    const part = this.at++ % PARTS;
    return ALL.filter((text, n) => n % PARTS === part && accepts(text)).join(' ');
  }
}

/** More texts than `ATLAS` has: notices and pages. `~Name~` is a text in both languages. */
const MORE = `
notices:
  - { id: hello, kind: welcome, version: 1, title: ~Hello~, text: ~Hello all~ }
  - { id: flood, kind: banner, version: 1, title: ~Flood~, text: ~Mind the flood~ }
pages:
  - { id: privacy-policy, title: ~Privacy~, text: ~We store nothing~, date: 2026-01-01, responsible: { name: ~Office~, address: ~Main street~ } }
  - { id: data-agreement, title: ~Data~, text: ~Use them well~, date: 2026-01-01 }
`;

/**
 * Writes the configuration. Each text has a part of the strings; the next value of `turn` gives
 * each text the next part.
 */
export function writeHostileAtlas(dir: string, turn: number): void {
  const texts = new Texts(turn);
  const fill = (yaml: string): string =>
    yaml.replace(/~[^~]+~/g, () => {
      const [en, other] = [JSON.stringify(texts.next()), JSON.stringify(texts.next())];
      return `{ en: ${en}, ${LANGUAGE}: ${other} }`;
    });
  const files = {
    'atlas.yaml': fill(ATLAS),
    'more.yaml': fill(MORE),
    [`locales/${LANGUAGE}.yaml`]: `interface: ${JSON.stringify(hostileWords(texts))}\n`,
    ...Object.fromEntries(
      ['wells', 'plots', 'graves'].map((name) => [`data/${name}.geojson`, hostileData()]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(dir, path, '..'), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** Adds strings to all words of the interface. A word may contain only its own placeholders. */
function hostileWords(texts: Texts): object {
  const spoil = (word: string): string => `${word} ${texts.next((text) => !text.includes('{{'))}`;
  const entries = WORD_NAMES.map((name): WordEntry => {
    const word: WrittenWord = ENGLISH[name];
    if (typeof word === 'string') return [name, spoil(word)];
    return [name, { one: spoil(word.one ?? word.other), other: spoil(word.other) }];
  });
  return treeOf(entries);
}

/** Wells at one place. A field with many values of another type is an error. */
function hostileData(): string {
  const features = Array.from({ length: PARTS }, (_, part) => {
    const own = ALL.filter((_text, n) => n % PARTS === part);
    return {
      type: 'Feature',
      properties: {
        name: own.join(' '),
        kind: ['dug', 'drilled'][part] ?? own[0],
        working: part === 2 ? own[1] : 'yes',
        depth: part === 2 ? own[3] : 40,
        users: own,
        built: part === 2 ? own[2] : '2020',
      },
      geometry: { type: 'Point', coordinates: [5, 5] },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

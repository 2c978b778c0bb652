import { replace, type FaultClass } from './fault.ts';
import { misspell } from './misspell.ts';
import type { Spot } from './spots.ts';

/** Paths whose last key is a name chosen by the author, or a value. */
const OWN_NAMES =
  /(^|\.)(fields|tokens|presets|parameters|with|where|only|override|by-zoom|words|for|paint|layout|texts)\.[^.]+$|^sources\.\*\.fields\.|\.override\.|^texts\.|presets\./;

/** Keys of `{ en, fr }` and `{ light, dark }`. */
const BY_LOCALE_OR_GROUND = ['en', 'fr', 'all', 'light'];

function isByLocaleOrGround(spot: Spot | null): boolean {
  return spot?.children.some(({ key }) => BY_LOCALE_OR_GROUND.includes(key?.name ?? '')) === true;
}

/** Returns whether the key belongs to the atlas language. */
function isLanguageKey({ path, key, parent }: Spot): boolean {
  return key !== null && !OWN_NAMES.test(path) && !isByLocaleOrGround(parent);
}

/** Creates the class of faults with a misspelt key. */
function misspeltKey(name: string, fits: (spot: Spot) => boolean): FaultClass {
  return {
    name: `misspelt ${name}`,
    fits: (spot) => spot.key !== null && fits(spot),
    change: ({ key }, random, words) => {
      const wrong = misspell(key!.name, random, words);
      return wrong === null ? null : replace(key!.at, wrong);
    },
  };
}

/** Creates the class of faults with a value under another key. */
function otherKey(name: string, from: RegExp, to: (key: string) => string): FaultClass {
  return {
    name,
    fits: ({ path, key }) => key !== null && from.test(path),
    change: ({ key }) => replace(key!.at, to(key!.name)),
  };
}

const FORM = /^(by-zoom|classes|token|preset|field|shade)$/;

export const KEY_FAULTS: readonly FaultClass[] = [
  misspeltKey(
    'key',
    (spot) => spot.parent?.parent !== null && isLanguageKey(spot) && !FORM.test(spot.key!.name),
  ),
  misspeltKey('key at the top of a file', ({ parent }) => parent?.parent === null),
  misspeltKey('style property', ({ path }) => /\.(paint|layout)\.[^.]+$/.test(path)),
  misspeltKey('property of a preset', ({ path }) => /presets\.[^.]+\.[^.]+$/.test(path)),
  misspeltKey(
    'short form of a value',
    ({ path, key }) => /\.(paint|layout|outline)\./.test(path) && FORM.test(key!.name),
  ),
  misspeltKey('argument of a template', ({ path }) => /\.with\.[^.]+$/.test(path)),
  misspeltKey('parameter of a template', ({ path }) =>
    /^templates\.\*\.parameters\.[^.]+$/.test(path),
  ),
  misspeltKey('ground', ({ path, key }) => /^(light|dark)$/.test(key!.name) && path.length > 0),
  misspeltKey('field of a condition', ({ path }) => /\.(where|only)\.[^.]+$/.test(path)),
  misspeltKey('field where it is declared', ({ path }) =>
    /^(datasets|templates)\.\*\.fields\.[^.]+$/.test(path),
  ),
  otherKey(
    'singular key at the top of a file',
    /^(datasets|groups|classes|projects|templates|sources|services)$/,
    (key) => key.replace(/(?<=s)es$|s$/, ''),
  ),
  otherKey('property of another type', /sublayers\.\*\.paint\.fill-opacity$/, () => 'line-opacity'),
  otherKey('property of another type', /sublayers\.\*\.paint\.line-width$/, () => 'circle-radius'),
  otherKey('unknown language', /\.(name|title|subtitle|label|heading)\.fr$/, () => 'es'),
  otherKey('zoom in the place of minzoom', /sublayers\.\*\.minzoom$/, () => 'zoom'),
];

import { describe, expect, it } from 'vitest';
import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import { metresPerPixel, niceDistance } from '../../../app/map/scale.ts';
import { resolveLocale } from '../../../app/stores/page/session-store.ts';
import { readRemembered, remember, type Remembered } from '../../../app/stores/storage.ts';
import { foldText, matchesText } from '../../../app/ui/layers/match-text.ts';
import { interfaceTheme } from '../../../app/ui/page/theme.ts';

describe('the filter of the layer list', () => {
  it('ignores accents, case and ligatures', () => {
    expect(foldText('ÉCOLES & Œuvres')).toBe('ecoles & oeuvres');
    expect(matchesText('ecole', 'Les Écoles')).toBe(true);
  });

  it('finds words in any order and in any of the texts', () => {
    expect(matchesText('sante centre', 'Centres', 'de santé')).toBe(true);
    expect(matchesText('sante route', 'Centres', 'de santé')).toBe(false);
  });
});

describe('the scale bar', () => {
  it('takes the largest round distance that fits', () => {
    expect([1, 4.9, 10, 199, 200, 7300].map(niceDistance)).toEqual([1, 2, 10, 100, 200, 5000]);
  });

  it('depends on the cosine of the latitude and halves with each zoom', () => {
    expect(metresPerPixel(0, 0)).toBeCloseTo(78271.5, 0);
    expect(metresPerPixel(1, 60)).toBeCloseTo(78271.5 / 4, 0);
  });
});

describe('the language of a visit', () => {
  const locales = {
    available: [
      { id: 'en', name: 'English' },
      { id: 'fr', name: 'Français' },
    ],
    default: 'en',
    fallback: 'en',
    session: 'fr',
  };

  it("is that of the address, or the stored one, or the browser's, or the atlas's", () => {
    const preferences = { lang: 'en', stored: 'fr', browser: ['fr-FR'] };
    expect(resolveLocale(locales, preferences)).toBe('en');
    expect(resolveLocale(locales, { ...preferences, lang: null })).toBe('fr');
    expect(resolveLocale(locales, { lang: null, stored: null, browser: ['de', 'en-GB'] })).toBe(
      'en',
    );
    expect(resolveLocale(locales, { lang: null, stored: null, browser: ['de'] })).toBe('fr');
  });

  it("is always one of the atlas's languages", () => {
    expect(resolveLocale(locales, { lang: 'xx', stored: '', browser: [] })).toBe('fr');
  });
});

const EMPTY: Remembered = {
  locale: null,
  dismissed: {},
  seen: {},
  singleKeys: true,
  coordinates: 'degrees',
  account: LOGGED_OUT,
};
const ANA = {
  loggedIn: true,
  key: null,
  unsentLocale: 'fr',
  profile: {
    username: 'ana',
    email: 'ana@example.org',
    firstName: 'Ana',
    lastName: '',
    levels: ['level-1'],
    agreementDue: false,
    operator: true,
  },
};

describe('the stored settings', () => {
  const storage = (value: string | null): (() => Storage) => {
    let kept = value;
    return () =>
      ({
        getItem: () => kept,
        setItem: (_key: string, next: string) => {
          kept = next;
        },
      }) as unknown as Storage;
  };

  it('can be read again', () => {
    const place = storage(null);
    const settings = {
      locale: 'fr',
      dismissed: { welcome: 2 },
      seen: { welcome: 3 },
      singleKeys: false,
      ...({ coordinates: 'utm', account: ANA } as const),
    };
    remember(settings, place);
    expect(readRemembered(place)).toEqual(settings);
  });

  it('are read from version 2, which had no account', () => {
    const stored = storage('{"version":2,"locale":"fr","dismissed":{"welcome":2}}');
    const expected = { ...EMPTY, locale: 'fr', dismissed: { welcome: 2 } };
    expect(readRemembered(stored)).toEqual(expected);
  });

  it('are read from version 1, which had only the language', () => {
    const stored = storage('{"version":1,"locale":"fr"}');
    expect(readRemembered(stored)).toEqual({ ...EMPTY, locale: 'fr' });
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '3',
    '{"version":4,"locale":"fr"}',
    '{"version":3,"account":{"loggedIn":1,"key":"k"}}',
    '{"version":1,"locale":7}',
    '{"version":2,"dismissed":[1.5]}',
    '{"version":2,"coordinates":"miles"}',
  ])('are empty when the storage contains %j', (value) => {
    expect(readRemembered(storage(value))).toEqual(EMPTY);
  });

  it('are empty when the storage is forbidden', () => {
    const forbidden = (): Storage => {
      throw new Error('The operation is insecure.');
    };
    expect(readRemembered(forbidden)).toEqual(EMPTY);
    expect(() => remember(EMPTY, forbidden)).not.toThrow();
  });
});

describe('the colours of the interface', () => {
  const tokens = {
    ink: { light: '#111111', dark: '#eeeeee', photo: '#ffffff' },
    relief: { light: 0.3, dark: 0.2 },
  };

  it('depend on the ground of the base map', () => {
    const { ground, properties } = interfaceTheme(tokens, { id: 'night', ground: 'dark' });
    expect(ground).toBe('dark');
    expect([...properties]).toEqual([['--ink', '#eeeeee']]);
  });

  it('depend on the token `interface` when the atlas sets it', () => {
    const themed = { ...tokens, interface: { light: 'light', dark: 'dark', photo: 'light' } };
    const { ground, properties } = interfaceTheme(themed, { id: 'photo', ground: 'dark' });
    expect(ground).toBe('light');
    expect(properties.get('--ink')).toBe('#111111');
    expect(properties.has('--interface')).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import {
  formatBound,
  formatDate,
  formatNumber,
  formatValue,
  valuesOf,
  type Language,
} from 'atlas-engine/runtime';
import { languageOf } from '../../../languages.ts';

const en = languageOf('en');
const fr = languageOf('fr');

const text = (...given: Parameters<typeof formatValue>): string | undefined => {
  const written = formatValue(...given);
  return written && 'text' in written ? written.text : undefined;
};

describe('numbers', () => {
  it('are grouped as in the language, with a no-break space before the unit', () => {
    const format = { type: 'integer', unit: 'ha' } as const;
    expect(text(1234567, format, en)).toBe('1,234,567\u00a0ha');
    expect(text(1234567, format, fr)).toBe('1\u202f234\u202f567\u00a0ha');
  });

  it('have at most two decimals, and integers none', () => {
    expect(text(3.14159, { type: 'number' }, fr)).toBe('3,14');
    expect(text(2.6, { type: 'integer' }, en)).toBe('3');
  });

  it.each([
    [0.004, '0.004'],
    [-0.00421, '-0.0042'],
    [0.0999, '0.1'],
    [0.123, '0.12'],
    [4e-12, '0'],
    [0, '0'],
  ])('have two significant digits below 0.1: %d', (number, written) => {
    expect(text(number, { type: 'number' }, en)).toBe(written);
    expect(formatNumber(number, 'en')).toBe(written);
  });

  it('of the configuration have all their decimals', () => {
    expect(formatBound(0.00125, 'fr')).toBe('0,00125');
    expect(formatBound(1234.5678, 'en')).toBe('1,234.5678');
    expect(formatBound(0.1 + 0.2, 'en')).toBe('0.3');
  });

  it('are parsed from text; other text is unchanged', () => {
    expect(text('42', { type: 'integer', unit: 'ha' }, en)).toBe('42\u00a0ha');
    expect(text('some', { type: 'integer', unit: 'ha' }, en)).toBe('some');
  });

  it('are shown for zero, but not for null and spaces', () => {
    expect(text(0, { type: 'integer' }, en)).toBe('0');
    for (const empty of [null, undefined, '', '  ']) {
      expect(formatValue(empty, { type: 'integer' }, en)).toBeNull();
    }
  });
});

describe('dates', () => {
  it('are formatted with their precision', () => {
    expect(formatDate('2024', 'fr')).toBe('2024');
    expect(formatDate('2024-03', 'fr')).toBe('mars 2024');
    expect(formatDate('2024-03-09', 'fr')).toBe('9 mars 2024');
    expect(formatDate('2024-03-09', 'en')).toBe('9 March 2024');
    expect(formatDate('2024-03-09T23:30:00-05:00', 'en')).toBe('9 March 2024');
  });

  it('have digits in a language whose months the platform does not know', () => {
    expect(formatDate('2024-03-09T23:30:00Z', 'qaa')).toBe('2024-03-09');
    expect(formatDate('2024-03', 'qaa')).toBe('2024-03');
  });

  it('that are invalid are unchanged', () => {
    for (const wrong of ['2023-02-29', '2024-13', '2024-00-10', 'May 2024', '20240309']) {
      expect(formatDate(wrong, 'en')).toBe(wrong);
    }
  });
});

describe('booleans and enumerations', () => {
  it('are words of the interface', () => {
    expect(text(true, { type: 'boolean' }, fr)).toBe('Oui');
    expect(text('false', { type: 'boolean' }, languageOf('fr-CM'))).toBe('Non');
    const sailors: Language = { ...en, words: { ...en.words, 'value.yes': 'Aye' } };
    expect(text(1, { type: 'boolean' }, sailors)).toBe('Aye');
    expect(text('constructor', { type: 'boolean' }, en)).toBe('constructor');
  });

  it('use the label of their value, whatever its type', () => {
    const values = { '2': 'Planned', true: 'Surveyed' };
    expect(text(2, { type: 'integer', values }, en)).toBe('Planned');
    expect(text(true, { type: 'boolean', values }, en)).toBe('Surveyed');
    expect(text('toString', { type: 'text', values }, en)).toBe('toString');
  });
});

describe('lists', () => {
  it('are written with semicolons, as their values may have commas, and begin with a capital', () => {
    const items = ['élevage, pêche', 'Agriculture'];
    expect(valuesOf(items, { locale: 'fr' })).toBe('Élevage, pêche\u00A0; Agriculture');
    expect(valuesOf(['cocoa', 'beans'], { locale: 'en' })).toBe('Cocoa; beans');
    expect(valuesOf([], { locale: 'en' })).toBe('');
  });

  it('arrive as lists from the server and as JSON text from tiles', () => {
    const items = { kind: 'list', items: ['cocoa', 'Cassava'] };
    const format = { type: 'list', values: { cassava: 'Cassava' } } as const;
    expect(formatValue(['cocoa', 'cassava'], format, en)).toEqual(items);
    expect(formatValue('["cocoa","cassava"]', format, en)).toEqual(items);
  });

  it('that are empty are omitted; text that only looks like one is an item', () => {
    expect(formatValue('[]', { type: 'list' }, en)).toBeNull();
    expect(formatValue([null, ''], { type: 'list' }, en)).toBeNull();
    expect(formatValue('[cocoa', { type: 'list' }, en)).toEqual({
      kind: 'list',
      items: ['[cocoa'],
    });
  });

  it('of photos keep allowed addresses only', () => {
    const photos = ['/media/1.jpg', 'https://example.org/2.jpg', '//evil.example/3.jpg', 'data:x'];
    expect(formatValue(photos, { type: 'list', format: 'photos' }, en)).toEqual({
      kind: 'photos',
      addresses: ['/media/1.jpg', 'https://example.org/2.jpg'],
    });
    // Browsers ignore tabs and line breaks in addresses, and treat a backslash as a slash.
    for (const wrong of [
      'data:x',
      '/\t/evil.example/3.jpg',
      '/\n\\evil.example',
      '/\r\n/evil.example',
    ])
      expect(formatValue([wrong], { type: 'list', format: 'photos' }, en)).toBeNull();
  });

  it('of photo file names have the address of their field', () => {
    const format = { type: 'list', format: 'photos', base: '/api/photos/a/b/' } as const;
    expect(formatValue('["é 1.jpg","../x.jpg","https://e.org/2.jpg"]', format, en)).toEqual({
      kind: 'photos',
      addresses: [
        '/api/photos/a/b/%C3%A9%201.jpg',
        '/api/photos/a/b/..%2Fx.jpg',
        '/api/photos/a/b/https%3A%2F%2Fe.org%2F2.jpg',
      ],
    });
  });
});

describe('links', () => {
  it('go to http, https and mailto; other addresses are text', () => {
    expect(formatValue('https://example.org/a', { type: 'text', format: 'link' }, en)).toEqual({
      kind: 'link',
      text: 'https://example.org/a',
      href: 'https://example.org/a',
    });
    expect(formatValue('a@example.org', { type: 'text', format: 'email' }, en)).toMatchObject({
      href: 'mailto:a@example.org',
    });
    for (const wrong of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'example.org']) {
      expect(formatValue(wrong, { type: 'text', format: 'link' }, en)).toEqual({
        kind: 'text',
        text: wrong,
      });
    }
  });

  it('to an e-mail address allow no further recipients', () => {
    const hostile = 'a@example.org?bcc=all@example.org';
    expect(formatValue(hostile, { type: 'text', format: 'email' }, en)).toMatchObject({
      kind: 'text',
    });
  });
});

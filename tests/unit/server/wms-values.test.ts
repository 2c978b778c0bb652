import { describe, expect, it } from 'vitest';
import { writeValue } from '../../../server/routes/wms/write-value.ts';
import { languageOf } from '../../languages.ts';

const fr = languageOf('fr');

describe('a value in the answer of GetFeatureInfo', () => {
  it('is formatted for the language', () => {
    expect(writeValue(true, { type: 'boolean' }, fr)).toBe('Oui');
    expect(writeValue(1234.5, { type: 'number', unit: { fr: 'ha' } }, fr)).toBe(
      '1\u202f234,5\u00a0ha',
    );
    expect(writeValue('2024-03-09', { type: 'date' }, fr)).toBe('9 mars 2024');
    expect(writeValue(['a', 'b'], { type: 'list' }, fr)).toBe('A\u00A0; b');
  });

  it('has the label of the value', () => {
    const values = new Map([['primary', { en: 'Primary', fr: 'Primaire' }]]);
    expect(writeValue('primary', { type: 'text', values }, fr)).toBe('Primaire');
    expect(writeValue('other', { type: 'text', values }, fr)).toBe('other');
  });

  it('is unchanged without a declared field', () => {
    expect(writeValue('a', undefined, fr)).toBe('a');
    expect(writeValue(null, undefined, fr)).toBe('');
  });
});

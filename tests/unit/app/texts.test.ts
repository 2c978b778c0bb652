import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { en, type TextKey } from '../../../app/texts/en.ts';
import { fr } from '../../../app/texts/fr.ts';
import { startI18n } from '../../../app/texts/start-i18n.ts';

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

describe('the texts of the interface', () => {
  it('are the same set in English and French', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  });

  it('hold the same placeholders in both languages', () => {
    for (const key of Object.keys(en) as TextKey[]) {
      expect([key, placeholders(fr[key])]).toEqual([key, placeholders(en[key])]);
    }
  });

  it('are each used somewhere', () => {
    const folder = fileURLToPath(new URL('../../../app/', import.meta.url));
    const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('texts'))
      .map((name) => readFileSync(`${folder}${name}`, 'utf8'))
      .join('\n');
    const names = Object.keys(en).map((key) => key.replace(/_(?:one|other)$/, ''));
    expect(names.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  });

  it('are never blank', () => {
    for (const texts of [en, fr]) {
      for (const text of Object.values(texts)) expect(text.trim()).not.toBe('');
    }
  });

  it('fall back to English in a language the interface does not speak', () => {
    const { t } = startI18n('sw');
    expect(t('tab.legend')).toBe('Legend');
    expect(t('layers.active', { count: 2 })).toBe('2 active layers');
  });

  it('say one and many in French, zero as one', () => {
    const { t } = startI18n('fr');
    expect(t('layers.active', { count: 0 })).toBe('0 couche active');
    expect(t('layers.active', { count: 3 })).toBe('3 couches actives');
  });
});

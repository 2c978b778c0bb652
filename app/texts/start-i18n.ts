import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { fr } from './fr.ts';

/** Languages the interface itself speaks; an atlas in another one gets the first of them. */
export const INTERFACE_LOCALES = ['en', 'fr'] as const;

/** Starts the texts of the interface in a locale of the atlas. */
export function startI18n(locale: string): i18n {
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: INTERFACE_LOCALES[0],
    resources: { en: { translation: en }, fr: { translation: fr } },
    // The keys are flat; React escapes what it draws.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
}

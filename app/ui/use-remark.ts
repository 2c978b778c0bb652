import { useAtlas, useTexts } from './atlas-context.ts';

/** Gives what is said of a text in another language than the reader's: "in French, as collected". */
export function useRemark(): (language: string) => string {
  const { locale } = useAtlas().bundles.bundle;
  const t = useTexts();
  return (language) => {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language);
    return t('feature.inLanguage', { language: name ?? language });
  };
}

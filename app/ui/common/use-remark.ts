import { useAtlas, useTexts } from './atlas-context.ts';

/**
 * Returns a function that creates the remark for a text in another language: "in French, as
 * collected".
 */
export function useRemark(): (language: string) => string {
  const { locale } = useAtlas().bundles.bundle;
  const t = useTexts();
  return (language) => {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(language);
    return t('feature.in-language', { language: name ?? language });
  };
}

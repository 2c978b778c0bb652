import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { formatDate, listOf, type BundleConsent, type BundleInfo } from 'atlas-engine/runtime';
import { endedSentence } from '../../stores/bundle/consent-sentence.ts';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { SafeLink } from '../common/rich-text.tsx';

/** Says who agreed to what until when, with the labels of the community in its own words. */
export const ConsentTexts = observer(function ConsentTexts({
  info: { consents = [] } = {},
}: {
  info: Pick<BundleInfo, 'consents'> | undefined;
}): ReactNode {
  const t = useTexts();
  if (consents.length === 0) return null;
  return (
    <section className="side-story" aria-label={t('consent.title')}>
      <h3>{t('consent.title')}</h3>
      {consents.map((consent) => (
        <ConsentText key={JSON.stringify(consent)} consent={consent} />
      ))}
    </section>
  );
});

const ConsentText = observer(function ConsentText({
  consent,
}: {
  consent: BundleConsent;
}): ReactNode {
  const { index } = useAtlas().bundles;
  const t = useTexts();
  const { by, on, until, document, uses, labels = [], ended } = consent;
  const day = (date: string): string => formatDate(date, index.locale);
  const named = uses.map((use) => t(`consent.${use}`));
  return (
    <>
      <p>
        {t('consent.given', { by, date: day(on), uses: listOf(named, index) })}{' '}
        {ended
          ? endedSentence(ended, index)
          : until === undefined
            ? t('consent.open')
            : t('consent.until', { date: day(until) })}
      </p>
      {labels.map(({ name, text, language }) => (
        <p key={name}>
          {name} · <span lang={language}>{text}</span>
        </p>
      ))}
      {document !== undefined && (
        <p>
          <SafeLink href={document}>{t('consent.document')}</SafeLink>
        </p>
      )}
    </>
  );
});

import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import {
  formatDate,
  pagePath,
  type BundlePage,
  type PageDocument,
  type ThirdParty,
} from 'atlas-engine/runtime';
import { requestJson } from '../net/http-client.ts';
import { useAtlas, useTexts } from '../ui/common/atlas-context.ts';
import { ReloadButton } from '../ui/common/chunk.tsx';
import { RichText, SafeLink } from '../ui/common/rich-text.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { ScreenFrame } from './screen-frame.tsx';

/**
 * A page of text in the language of its address, whatever the language of the interface. A page or
 * a language that the atlas does not have is not found.
 */
export const TextScreen = observer(function TextScreen({ id }: { id: string }): ReactNode {
  const { lang = '' } = useParams();
  const page = useAtlas().bundles.index.pages?.find((one) => one.id === id);
  const address = page && Object.hasOwn(page.documents, lang) ? page.documents[lang] : undefined;
  if (!page || address === undefined) return <NotFoundScreen />;
  return <TextPage key={address} page={page} address={address} />;
});

const TextPage = observer(function TextPage({
  page,
  address,
}: {
  page: BundlePage;
  address: string;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const document = useDocument(address);
  if (document === 'failed')
    return (
      <ScreenFrame title={page.title}>
        <p>{t('screen.failed')}</p>
        <ReloadButton />
      </ScreenFrame>
    );
  if (document === null) return <div className="progress" aria-hidden="true" />;
  return (
    <ScreenFrame title={document.title} language={document.locale}>
      <p className="soft" lang={locale}>
        {t('screen.since', { date: formatDate(document.date, locale) })}
      </p>
      <RichText text={document.text} heading={2} />
      {document.responsible && <Responsible {...document.responsible} />}
      {document.services && <ThirdParties services={document.services} />}
      <OtherTexts page={page} shown={document.locale} />
    </ScreenFrame>
  );
});

/** A text that is an e-mail address and nothing else. */
const MAIL = /^[^\s@<>,;]+@[^\s@<>,;]+$/;

/** Who answers for the data, with a postal address or a link to write to. */
const Responsible = observer(function Responsible({
  name,
  address,
}: NonNullable<PageDocument['responsible']>): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const written = address.trim();
  return (
    <section>
      <h2 lang={locale}>{t('screen.responsible')}</h2>
      <address className="screen-address">
        {name}
        <br />
        {MAIL.test(written) ? <SafeLink href={`mailto:${written}`}>{written}</SafeLink> : written}
      </address>
    </section>
  );
});

/** The outside services that the atlas uses, below the privacy policy. */
const ThirdParties = observer(function ThirdParties({
  services,
}: {
  services: readonly ThirdParty[];
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  return (
    <section lang={locale}>
      <h2>{t('screen.third-parties')}</h2>
      <p>{t(services.length > 0 ? 'screen.third-parties-about' : 'screen.no-third-parties')}</p>
      <ul>
        {services.map(({ name, host }) => (
          <li key={`${name} ${host}`}>{name === host ? host : `${name} (${host})`}</li>
        ))}
      </ul>
    </section>
  );
});

/** Links to the same text in other languages. */
const OtherTexts = observer(function OtherTexts({
  page,
  shown,
}: {
  page: BundlePage;
  shown: string;
}): ReactNode {
  const { locale, locales } = useAtlas().bundles.index;
  const t = useTexts();
  const others = locales.available.filter(({ id }) => id !== shown);
  return (
    <nav className="screen-others" lang={locale} aria-label={t('screen.language')}>
      {others.map(({ id, name }) => (
        <Link key={id} to={pagePath(page.id, id) ?? '/'} lang={id} hrefLang={id}>
          {name}
        </Link>
      ))}
    </nav>
  );
});

/** Fetches the document of a page; null while it is loading. */
function useDocument(address: string): PageDocument | 'failed' | null {
  const [document, setDocument] = useState<PageDocument | 'failed' | null>(null);
  useEffect(() => {
    const asked = new AbortController();
    const options = { signal: asked.signal, keys: ['title', 'date', 'text'] };
    void requestJson<PageDocument>(address, options).then((outcome) => {
      if (!asked.signal.aborted) setDocument(outcome.ok ? outcome.value : 'failed');
    });
    return () => asked.abort();
  }, [address]);
  return document;
}

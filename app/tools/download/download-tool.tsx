import './download.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, type ReactNode } from 'react';
import { listOf, pagePath, type IndexWordKey } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { TermsTexts } from '../../ui/common/terms-texts.tsx';
import { AreaSection, type AreaLimits } from './area-section.tsx';
import { areaText } from './area-text.ts';
import { exactSize, SQUARE_METRES_PER_KM2 } from '../common/area-size.ts';
import { ChoiceSection } from './choice-section.tsx';
import type { DownloadStore } from './download-store.ts';
import { failureWord, problemText } from './failure-word.ts';
import { makeDownloadStore } from './make-download-store.ts';
import { JobList } from './job-list.tsx';

/** Asks for files of the data in an area, and lists the downloads of the account. */
export default observer(function DownloadTool(): ReactNode {
  const atlas = useAtlas();
  const store = atlas.storeOf(makeDownloadStore);
  const tool = atlas.bundles.bundle.tools.find(({ id }) => id === 'download');
  useEffect(() => {
    void store.open();
    return () => {
      store.stop();
      atlas.area.stop();
    };
  }, [store, atlas]);
  if (tool?.id !== 'download') return null;
  const limits = { maxArea: tool.maxArea, maxObjects: tool.maxObjects };
  const chosen = atlas.area.area;
  const isWide =
    chosen !== null && exactSize(chosen.geometry) >= limits.maxArea * SQUARE_METRES_PER_KM2;
  return (
    <>
      <JobList store={store} />
      <AreaSection named={tool.named === true} mayBeWide={store.mayBeWide} {...limits} />
      <Offered store={store} formats={tool.formats} isWide={isWide} />
      <Order store={store} isWide={isWide} {...limits} />
    </>
  );
});

const Offered = observer(function Offered({
  store,
  formats,
  isWide,
}: {
  store: DownloadStore;
  formats: Parameters<typeof ChoiceSection>[0]['formats'];
  isWide: boolean;
}): ReactNode {
  const t = useTexts();
  const { offer, offerFailure } = store;
  return (
    <>
      {offerFailure && (
        <p role="alert" className="tool-problem">
          {t(failureWord(offerFailure))}{' '}
          <button type="button" className="link" onClick={() => void store.open()}>
            {t('group.retry')}
          </button>
        </p>
      )}
      {!offer && !offerFailure && <p role="status">{t('download.loading')}</p>}
      {offer && <ChoiceSection store={store} offer={offer} formats={formats} isWide={isWide} />}
    </>
  );
});

/** Returns the sentence about the first choice that an order still needs; null if there is none. */
function missingIn(store: DownloadStore, hasArea: boolean): IndexWordKey | null {
  if (!hasArea) return 'download.no-area';
  if (store.datasets.size === 0) return 'download.no-dataset';
  if (store.formats.size === 0) return 'download.no-format';
  const agreement = store.offer?.agreement ?? null;
  return agreement !== null && !store.agreed ? 'download.no-agreement' : null;
}

/** The agreement and the button. It says what is missing instead of being switched off. */
const Order = observer(function Order({
  store,
  isWide,
  ...limits
}: AreaLimits & {
  store: DownloadStore;
  isWide: boolean;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const id = useId();
  const { index } = atlas.bundles;
  const chosen = atlas.area.area;
  const { offer, ordering, problem } = store;
  if (!offer) return null;
  const needsAgreement = offer.agreement !== null;
  const missing = missingIn(store, chosen !== null);
  const isTooLarge = isWide && !store.mayBeWide;
  const isReady = missing === null && !isTooLarge && !ordering;
  return (
    <form
      className="download-order"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && chosen) void store.order(areaText(chosen.geometry));
      }}
    >
      <ChosenTerms store={store} />
      {needsAgreement && (
        <label className="download-check">
          <input
            type="checkbox"
            checked={store.agreed}
            onChange={(event) => store.setAgreed(event.target.checked)}
          />
          <span>{t(store.underTerms.length > 0 ? 'download.agree-terms' : 'download.agree')}</span>
        </label>
      )}
      {needsAgreement && (
        <p>
          <a href={pagePath('data-agreement', index.locale) ?? '/'} target="_blank" rel="noopener">
            {t('download.agreement')}
          </a>
        </p>
      )}
      <button
        type="submit"
        className="button button-main"
        aria-disabled={!isReady}
        aria-describedby={id}
      >
        {t(ordering ? 'download.ordering' : 'download.order')}
      </button>
      <p id={id} className="soft">
        {missing && t(missing)}
      </p>
      <p role="alert" className="tool-problem">
        {problem && problemText(problem, t, { ...limits, locale: index.locale })}
      </p>
    </form>
  );
});

/** The terms of use of the chosen datasets, with the names of the datasets. */
const ChosenTerms = observer(function ChosenTerms({ store }: { store: DownloadStore }): ReactNode {
  const { index } = useAtlas().bundles;
  const t = useTexts();
  const { underTerms } = store;
  const namesUnder = (id: string): string => {
    const own = underTerms.filter(({ terms }) => terms === id);
    const names = own.map(
      ({ id: dataset, title }) => title[index.locale] ?? title[index.locales.fallback] ?? dataset,
    );
    return listOf([...new Set(names)], index);
  };
  if (underTerms.length === 0) return null;
  return (
    <section className="download-part" aria-label={t('info.terms')}>
      <h3>{t('info.terms')}</h3>
      <TermsTexts
        ids={underTerms.flatMap(({ terms }) => terms ?? [])}
        about={(id) => t('download.terms-for', { names: namesUnder(id) })}
      />
    </section>
  );
});

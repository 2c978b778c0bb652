import './download.css';
import '../common/tool-foot.css';
import { Download } from 'lucide-react';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, type ReactNode } from 'react';
import { listOf, pagePath, type IndexWordKey } from 'atlas-engine/runtime';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { TermsTexts } from '../../ui/common/terms-texts.tsx';
import { AreaSection, type AreaLimits } from './area-section.tsx';
import { areaText } from './area-text.ts';
import { exactSize, SQUARE_METRES_PER_KM2 } from '../common/area-size.ts';
import { ChoiceSection } from './choice-section.tsx';
import { makeCountsStore } from './counts-store.ts';
import type { DownloadStore } from './download-store.ts';
import { failureWord, problemText } from './failure-word.ts';
import { JobLink, JobList } from './job-list.tsx';
import type { Possible } from './layer-row.tsx';
import { makeDownloadStore } from './make-download-store.ts';
import { titleOf } from './offered-layers.ts';

/** Asks for files of the data in an area, and lists the downloads of the account. */
export default observer(function DownloadTool(): ReactNode {
  const atlas = useAtlas();
  const store = atlas.storeOf(makeDownloadStore);
  const counts = useStore(makeCountsStore);
  const tool = atlas.bundles.bundle.tools.find(({ id }) => id === 'download');
  useEffect(() => {
    void store.open();
    return () => {
      store.close();
      atlas.area.stop();
    };
  }, [store, atlas]);
  // An area may be chosen before the offer is there, and counted for another account.
  useEffect(
    () =>
      reaction(
        () => [store.offer && atlas.area.area] as const,
        ([area]) => void counts.request(area),
        { fireImmediately: true },
      ),
    [store, counts, atlas],
  );
  if (tool?.id !== 'download') return null;
  const limits = { maxArea: tool.maxArea, maxObjects: tool.maxObjects };
  const { area } = atlas.area;
  const isWide =
    area !== null && exactSize(area.geometry) >= limits.maxArea * SQUARE_METRES_PER_KM2;
  const isFew = (id: string): boolean => (counts.counts?.get(id) ?? 0) <= limits.maxObjects;
  const mayBeWide: Possible = ({ id, wide }) => wide && isFew(id);
  const isPossible: Possible = (dataset) => !isWide || mayBeWide(dataset);
  const chosen = store.offer?.datasets.filter(({ id }) => store.datasets.has(id)) ?? [];
  return (
    <>
      <JobLink store={store} />
      <AreaSection named={tool.named === true} mayBeWide={chosen.every(mayBeWide)} {...limits} />
      <Offered store={store} formats={tool.formats} isPossible={isPossible} />
      <Order store={store} isTooLarge={!chosen.every(isPossible)} {...limits} />
      <JobList store={store} />
    </>
  );
});

const Offered = observer(function Offered({
  store,
  ...choice
}: {
  store: DownloadStore;
} & Pick<Parameters<typeof ChoiceSection>[0], 'formats' | 'isPossible'>): ReactNode {
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
      {offer && <ChoiceSection store={store} offer={offer} {...choice} />}
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

/** The agreement, and the button, which stays in view. A sentence above it says what is missing. */
const Order = observer(function Order({
  store,
  isTooLarge,
  ...limits
}: AreaLimits & {
  store: DownloadStore;
  /** Whether a chosen dataset cannot be downloaded in an area of this size. */
  isTooLarge: boolean;
}): ReactNode {
  const atlas = useAtlas();
  const t = useTexts();
  const id = useId();
  const { index } = atlas.bundles;
  const chosen = atlas.area.area;
  const { offer, ordering, problem } = store;
  if (!offer) return null;
  const missing = missingIn(store, chosen !== null);
  const isReady = missing === null && !isTooLarge && !ordering;
  return (
    <>
      <form
        id={`${id}-form`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && chosen) void store.order(areaText(chosen.geometry));
          else if (missing === 'download.no-agreement')
            // The box is below the list of layers, out of view.
            event.currentTarget.querySelector<HTMLElement>('input[type=checkbox]')?.focus();
        }}
      >
        <Agreement store={store} />
      </form>
      <div className="tool-foot download-order">
        <p id={id} className="soft">
          {missing && t(missing)}
        </p>
        <p role="alert" className="tool-problem">
          {problem && problemText(problem, t, { ...limits, locale: index.locale })}
        </p>
        <button
          type="submit"
          form={`${id}-form`}
          className="button button-main"
          aria-disabled={!isReady}
          aria-describedby={id}
        >
          <Download size={18} aria-hidden="true" />
          {t(ordering ? 'download.ordering' : 'download.order')}
        </button>
      </div>
    </>
  );
});

/** The terms of the chosen data, and the agreement. */
const Agreement = observer(function Agreement({ store }: { store: DownloadStore }): ReactNode {
  const { index } = useAtlas().bundles;
  const t = useTexts();
  const needsAgreement = (store.offer?.agreement ?? null) !== null;
  return (
    <>
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
    </>
  );
});

/** The terms of use of the chosen datasets, with the names of the datasets. */
const ChosenTerms = observer(function ChosenTerms({ store }: { store: DownloadStore }): ReactNode {
  const { index } = useAtlas().bundles;
  const t = useTexts();
  const { underTerms } = store;
  const namesUnder = (id: string): string => {
    const own = underTerms.filter(({ terms }) => terms === id);
    const names = own.map(({ title }) => titleOf(title, { index }));
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

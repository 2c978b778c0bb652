import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { DownloadFormat } from 'atlas-engine/runtime';
import { AccessLink } from '../../ui/common/access-link.tsx';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import type { DownloadStore } from './download-store.ts';
import type { Offer } from './download-types.ts';
import { LayerRow, type Possible } from './layer-row.tsx';
import { sectionsOf, type OfferedSection } from './offered-layers.ts';

/**
 * Chooses layers and formats. The layers are in the order of the layer list, those on the map first.
 * Layers above the visitor's level are listed with a lock.
 */
export const ChoiceSection = observer(function ChoiceSection({
  store,
  offer,
  formats,
  isPossible,
}: {
  store: DownloadStore;
  offer: Offer;
  formats: readonly DownloadFormat[];
  /** Whether a dataset can be downloaded in the area. */
  isPossible: Possible;
}): ReactNode {
  const { bundles, layers } = useAtlas();
  const t = useTexts();
  const open = offer.datasets.filter(({ locked }) => locked === null);
  const possible = open.filter(isPossible);
  return (
    <>
      <section className="download-part" aria-label={t('download.datasets')}>
        <h3>{t('download.datasets')}</h3>
        {possible.length > 1 && <ChooseAll store={store} ids={possible.map(({ id }) => id)} />}
        {sectionsOf(offer.datasets, bundles, layers).map((section) => (
          <Section key={section.category} section={section} {...{ store, isPossible }} />
        ))}
        {open.some(({ restricted }) => restricted) && (
          <p className="soft">{t('download.restricted')}</p>
        )}
        {open.length === 0 && <p>{t('download.none-open')}</p>}
        {open.length < offer.datasets.length && (
          <p className="soft">
            {t('download.locked-help')} <AccessLink />
          </p>
        )}
      </section>
      <Formats store={store} formats={formats} />
    </>
  );
});

/** The layers of a category under its name. */
const Section = observer(function Section({
  section: { category, heading, layers },
  ...row
}: {
  section: OfferedSection;
  store: DownloadStore;
  isPossible: Possible;
}): ReactNode {
  const t = useTexts();
  const word = category === null ? 'download.on-map' : 'download.other-data';
  return (
    <fieldset className="download-category">
      <legend>{heading || t(word)}</legend>
      {layers.map((layer) => (
        <LayerRow key={layer.id} layer={layer} {...row} />
      ))}
    </fieldset>
  );
});

const Formats = observer(function Formats({
  store,
  formats,
}: {
  store: DownloadStore;
  formats: readonly DownloadFormat[];
}): ReactNode {
  const t = useTexts();
  return (
    <fieldset className="download-part">
      <legend>{t('download.formats')}</legend>
      {formats.map((format) => (
        <label key={format} className="download-check">
          <input
            type="checkbox"
            checked={store.formats.has(format)}
            onChange={() => store.toggleFormat(format)}
          />
          <span>
            {t(`download.${format}`)}
            <span className="soft"> · {t(`download.${format}-about`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
});

/** Chooses all datasets; when all are chosen, none. */
const ChooseAll = observer(function ChooseAll({
  store,
  ids,
}: {
  store: DownloadStore;
  ids: readonly string[];
}): ReactNode {
  const t = useTexts();
  const areAll = ids.every((id) => store.datasets.has(id));
  return (
    <button
      type="button"
      className="link download-all"
      onClick={() => store.chooseDatasets(areAll ? [...store.datasets] : ids, !areAll)}
    >
      {t(areAll ? 'download.none' : 'download.choose-all')}
    </button>
  );
});

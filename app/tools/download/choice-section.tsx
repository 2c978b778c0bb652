import { LockKeyhole } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { DownloadFormat } from 'atlas-engine/runtime';
import { AccessLink } from '../../ui/common/access-link.tsx';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import type { DownloadStore } from './download-store.ts';
import type { Offer } from './download-types.ts';

/** Chooses datasets and formats. Datasets above the visitor's level are listed with their level. */
export const ChoiceSection = observer(function ChoiceSection({
  store,
  offer,
  formats,
  isWide,
}: {
  store: DownloadStore;
  offer: Offer;
  formats: readonly DownloadFormat[];
  /** Whether the area reaches the limit. */
  isWide: boolean;
}): ReactNode {
  const { locale, locales } = useAtlas().bundles.index;
  const t = useTexts();
  const order = new Intl.Collator(locale);
  const titled = offer.datasets
    .map((dataset) => ({
      ...dataset,
      name: dataset.title[locale] ?? dataset.title[locales.fallback] ?? dataset.id,
    }))
    .toSorted((a, b) => order.compare(a.name, b.name) || order.compare(a.id, b.id))
    .map((dataset, _place, all) => ({
      ...dataset,
      // Several datasets of a group have its name. Their folders in the files have their ids.
      isTwin: all.some(({ id, name }) => id !== dataset.id && name === dataset.name),
    }));
  const open = titled.filter(({ locked }) => locked === null);
  const possible = open.filter(({ wide }) => wide || !isWide);
  return (
    <>
      <fieldset className="download-part">
        <legend>{t('download.datasets')}</legend>
        {possible.length > 1 && <ChooseAll store={store} ids={possible.map(({ id }) => id)} />}
        {open.map(({ id, name, isTwin, wide }) => (
          <label key={id} className="download-check">
            <input
              type="checkbox"
              disabled={isWide && !wide && !store.datasets.has(id)}
              checked={store.datasets.has(id)}
              onChange={() => store.toggleDataset(id)}
            />
            <span>
              {name}
              {isTwin && <span className="soft"> · {id}</span>}
              {isWide && !wide && <span className="soft"> · {t('download.not-wide')}</span>}
            </span>
          </label>
        ))}
        {open.some(({ restricted }) => restricted) && (
          <p className="soft">{t('download.restricted')}</p>
        )}
        {open.length === 0 && <p>{t('download.none-open')}</p>}
        <Locked datasets={titled.filter(({ locked }) => locked !== null)} />
      </fieldset>
      <Formats store={store} formats={formats} />
    </>
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
      onClick={() => store.chooseDatasets(areAll ? [] : ids)}
    >
      {t(areAll ? 'download.none' : 'download.choose-all')}
    </button>
  );
});

const Locked = observer(function Locked({
  datasets,
}: {
  datasets: readonly {
    readonly id: string;
    readonly name: string;
    readonly locked: string | null;
  }[];
}): ReactNode {
  const { levels } = useAtlas().bundles.index;
  const t = useTexts();
  if (datasets.length === 0) return null;
  return (
    <details className="download-locked">
      <summary>{t('download.locked', { count: datasets.length })}</summary>
      <ul>
        {datasets.map(({ id, name, locked }) => (
          <li key={id}>
            <LockKeyhole size={14} aria-hidden="true" /> {name}
            <span className="soft">
              {' '}
              · {levels.find((level) => level.id === locked)?.name ?? locked}
            </span>
          </li>
        ))}
      </ul>
      <p>
        {t('download.locked-help')} <AccessLink />
      </p>
    </details>
  );
});

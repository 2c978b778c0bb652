import { ArrowUp } from 'lucide-react';
import { runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Fragment, useEffect, useState, type ReactNode } from 'react';
import type { NearAnswer } from 'atlas-engine/http';
import { mapAddress } from '../../keep-address.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { Swatch } from '../../ui/common/swatch.tsx';
import { formatDistance, formatLength } from '../common/format-size.ts';
import { delimited, saveTable } from '../common/save-table.ts';
import { makeNearStore } from './near-store.ts';
import {
  countsOf,
  directionOf,
  DISTANCES,
  distanceOf,
  FAR_KM,
  isNear,
  kindIn,
  partsOf,
  tableOf,
  touchWord,
  unlistedOf,
  type Part,
  type Row,
} from './near-rows.ts';
import { showRow } from './show-row.ts';

/** Number of features of a layer that are shown at first. */
const FIRST = 3;

/** With more layers than these, one of them can be chosen. */
const FILTERED_FROM = 3;

const METRES_PER_KM = 1_000;

/** Time in milliseconds during which a message says what was copied. */
const COPIED_MS = 4_000;

/** The result: how far to look, what lies within that distance, and ways to take it along. */
export const NearResults = observer(function NearResults({
  result,
}: {
  result: NearAnswer;
}): ReactNode {
  const { bundles, side } = useAtlas();
  const { locale } = bundles.index;
  const t = useTexts();
  const { near: asked } = side;
  const [only, setOnly] = useState(asked?.group ?? '');
  useEffect(() => {
    if (asked?.group !== undefined) setOnly(asked.group);
  }, [asked]);
  const km = distanceOf(side.nearOf);
  const { near, far, slow } = partsOf(result, km);
  // A layer of another result may be chosen.
  const chosen = [...near, ...far].filter((part) => keyOf(part) === only);
  const shown = chosen.length > 0 ? chosen : near;
  if (near.length + far.length + slow.length === 0)
    return <p className="caution">{t('near.none')}</p>;
  const names = slow.map(({ name }) => name[locale]).join(', ');
  const distance = formatDistance(km * METRES_PER_KM, locale);
  return (
    <>
      <Distance km={km} />
      {slow.length > 0 && <p className="caution">{t('near.slow', { names })}</p>}
      {near.length + far.length > FILTERED_FROM && (
        <label className="near-only">
          <span>{t('near.only')}</span>
          <select
            value={shown === near ? '' : only}
            onChange={({ target }) => setOnly(target.value)}
          >
            <option value="">{t('near.every-layer')}</option>
            {near.map((part) => (
              <option key={keyOf(part)} value={keyOf(part)}>
                {part.layer.name[locale]}
              </option>
            ))}
            {far.map((part) => (
              <option key={keyOf(part)} value={keyOf(part)}>
                {`${part.layer.name[locale]} (${formatDistance(part.layer.nearest[0]!.distance, locale)})`}
              </option>
            ))}
          </select>
        </label>
      )}
      {near.length === 0 && km < FAR_KM && (
        <p role="status">{t('near.none-within', { distance })}</p>
      )}
      {shown.length > 0 && <Rows parts={shown} of={result.of} />}
      {far.length > 0 && shown === near && (
        <details className="near-far">
          <summary>
            {t('near.far', {
              distance,
              names: far.map(({ layer }) => layer.name[locale]).join(' · '),
            })}
          </summary>
          <Rows parts={far} of={result.of} />
        </details>
      )}
      <p className="soft">{t('near.restricted')}</p>
      <Exports result={result} />
    </>
  );
});

/** The choice of the distance up to which objects are listed. */
const Distance = observer(function Distance({ km }: { km: number }): ReactNode {
  const { bundles, side } = useAtlas();
  const t = useTexts();
  return (
    <label className="near-only">
      <span>{t('near.up-to')}</span>
      <select
        value={km}
        onChange={({ target }) => {
          const { nearOf } = side;
          const chosen = Number(target.value);
          if (nearOf)
            runInAction(() => {
              side.nearOf = { ...nearOf, to: chosen === FAR_KM ? undefined : `~${chosen}` };
            });
        }}
      >
        {DISTANCES.map((one) => (
          <option key={one} value={one}>
            {formatDistance(one * METRES_PER_KM, bundles.index.locale)}
          </option>
        ))}
      </select>
    </label>
  );
});

/** Returns what identifies a layer of a result. */
function keyOf({ layer: { group, sources } }: Part): string {
  return group ?? sources[0]?.dataset ?? '';
}

/** A table with a heading for each layer. */
function Rows({ parts, of }: { parts: readonly Part[]; of: NearAnswer['of'] }): ReactNode {
  const t = useTexts();
  return (
    <table className="near">
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('near.object')}</th>
          <th scope="col">{t('near.distance')}</th>
          <th scope="col">{t('near.direction')}</th>
        </tr>
      </thead>
      {parts.map((part) => (
        <LayerRows key={keyOf(part)} part={part} of={of} />
      ))}
    </table>
  );
}

const LayerRows = observer(function LayerRows({
  part: { layer, rows },
  of,
}: {
  part: Part;
  of: NearAnswer['of'];
}): ReactNode {
  const [all, setAll] = useState(false);
  const { side } = useAtlas();
  const t = useTexts();
  const km = distanceOf(side.nearOf);
  const shown = all ? rows : rows.slice(0, FIRST);
  const hidden = rows.length - shown.length;
  const unlisted = hidden > 0 ? 0 : unlistedOf({ layer, rows }, km);
  const left = km < FAR_KM ? 0 : layer.count - layer.inside.length;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className="near-layer">
          <LayerName layer={layer} />
        </th>
      </tr>
      <Counts layer={layer} km={km} />
      {shown.map((row, i) => (
        <Fragment key={`${row.dataset} ${row.id}`}>
          <FeatureRow row={row} word={touchWord(layer, of)} group={layer.group} />
          {left > 0 && i === layer.inside.length - 1 && (
            <tr>
              <td colSpan={3} className="soft near-left">
                {t('near.and-more', { count: left })}
              </td>
            </tr>
          )}
        </Fragment>
      ))}
      {unlisted > 0 && (
        <tr>
          <td colSpan={3} className="soft near-left">
            {t('near.and-more', { count: unlisted })}
          </td>
        </tr>
      )}
      {hidden > 0 && (
        <tr>
          <td colSpan={3}>
            <button type="button" className="link near-more" onClick={() => setAll(true)}>
              {t('near.more', { count: hidden })}
            </button>
          </td>
        </tr>
      )}
    </tbody>
  );
});

/** The numbers of objects within the rings, or within the chosen distance. */
const Counts = observer(function Counts({
  layer,
  km,
}: {
  layer: Part['layer'];
  km: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const counts = countsOf(layer, locale, km);
  if (counts.length === 0) return null;
  const rings = counts.map(({ metres, count }) =>
    t('near.ring', { distance: formatLength(metres, locale), count }),
  );
  return (
    <tr>
      <td colSpan={3} className="soft near-counts">
        {t('near.within', { rings: rings.join(' · ') })}
      </td>
    </tr>
  );
});

/** The name of a layer, with a tick that puts it on the map. */
const LayerName = observer(function LayerName({ layer }: { layer: Part['layer'] }): ReactNode {
  const { bundles, catalogue, groups, layers } = useAtlas();
  const id = groups.inProject(layer.group ?? '');
  const entry = bundles.entries.get(id)?.entry;
  if (!entry) return <span>{layer.name[bundles.index.locale]}</span>;
  return (
    <label>
      <input type="checkbox" checked={layers.has(id)} onChange={() => catalogue.toggle(id)} />
      <Swatch symbols={entry.swatch ?? []} />
      {entry.name}
    </label>
  );
});

const FeatureRow = observer(function FeatureRow({
  row,
  word,
  group,
}: {
  row: Row;
  word: ReturnType<typeof touchWord>;
  group: string | undefined;
}): ReactNode {
  const atlas = useAtlas();
  const { locale } = atlas.bundles.index;
  const t = useTexts();
  const kind = kindIn(row, locale);
  const direction = isNear(row) ? directionOf(row.bearing) : null;
  return (
    <tr className="near-row">
      <td>
        <button type="button" onClick={() => void showRow(atlas, row, group)}>
          {row.name?.[locale] ?? <span className="soft">{t('near.unnamed')}</span>}
          {kind !== null && <span className="soft near-kind">{kind}</span>}
        </button>
      </td>
      {isNear(row) && direction ? (
        <>
          <td className="near-distance">{formatDistance(row.distance, locale)}</td>
          <td className="near-direction">
            <ArrowUp
              size={14}
              aria-hidden="true"
              style={{ transform: `rotate(${Math.round(row.bearing)}deg)` }}
            />
            <span aria-hidden="true">{t(`near.to-${direction}`)}</span>
            <span className="sr-only">{t(`near.${direction}`)}</span>
          </td>
        </>
      ) : (
        <td colSpan={2} className="near-inside">
          <span>{t(`near.${word}`)}</span>
        </td>
      )}
    </tr>
  );
});

/** The result as a table to copy, as CSV, and as a link. */
const Exports = observer(function Exports({ result }: { result: NearAnswer }): ReactNode {
  const { address, bundles, side, ui } = useAtlas();
  const { name } = useStore(makeNearStore);
  const t = useTexts();
  const { locale } = bundles.index;
  const km = distanceOf(side.nearOf);
  const table = tableOf(result, t, { locale, km });
  const copy = (text: string, done: 'near.copied' | 'near.linked'): void => {
    navigator.clipboard.writeText(text).then(
      () => ui.say({ text: done, stays: COPIED_MS }),
      () => ui.say({ text: 'info.not-copied' }),
    );
  };
  const save = (separator: ',' | ';'): void => {
    const about = name === undefined ? t('near.result') : t('near.of', { name });
    const within = km < FAR_KM ? ` (${formatDistance(km * METRES_PER_KM, locale)})` : '';
    saveTable(table, { title: about + within, separator });
  };
  const link = (): string => `${window.location.origin}${mapAddress(address.parts)}`;
  return (
    <div className="tool-actions">
      <button type="button" className="button" onClick={() => copy(link(), 'near.linked')}>
        {t('near.link')}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => copy(delimited(table, '\t'), 'near.copied')}
      >
        {t('near.copy')}
      </button>
      <button type="button" className="button" onClick={() => save(',')}>
        {t('near.csv')}
      </button>
      <button type="button" className="button" onClick={() => save(';')}>
        {t('near.csv-semicolon')}
      </button>
    </div>
  );
});

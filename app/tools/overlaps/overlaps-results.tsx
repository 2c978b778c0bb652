import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { Overlap } from 'atlas-engine/http';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { formatShare, roundedArea } from '../common/format-size.ts';
import { saveTable } from '../common/save-table.ts';
import { showRow } from '../near/show-row.ts';
import { makeOverlapsStore, type Comparison } from './overlaps-store.ts';
import { inOrder, shareOf, tableOf } from './overlaps-table.ts';

/** What was found so far, with ways to take it along. */
export const OverlapsResults = observer(function OverlapsResults({
  result,
}: {
  result: Comparison;
}): ReactNode {
  const { bundles } = useAtlas();
  const store = useStore(makeOverlapsStore);
  const t = useTexts();
  const { locale } = bundles.index;
  const { count, compared, found, layer, next, other, slow } = result;
  const nameOf = ({ group, name }: Comparison['layer']): string =>
    bundles.entries.get(group)?.entry.name ?? name[locale] ?? '';
  const save = (separator: ',' | ';'): void => {
    const title = t('search.overlaps', { layer: nameOf(layer), name: nameOf(other) });
    saveTable(tableOf(result, t, locale), { title, separator });
  };
  const number = (value: number): string => value.toLocaleString(locale);
  const sentence =
    next === undefined
      ? t('overlaps.found', { found: number(found.length), count, name: nameOf(other) })
      : t('overlaps.found-so-far', {
          found: number(found.length),
          compared: number(compared),
          count: number(count),
        });
  return (
    <>
      <p role="status" className="overlaps-found">
        {sentence}
      </p>
      {found.some(({ covered }) => covered !== undefined) && (
        <p className="soft">{t('overlaps.order')}</p>
      )}
      {slow > 0 && <p className="caution">{t('overlaps.slow', { count: slow })}</p>}
      <ul className="overlaps">
        {inOrder(result).map((one) => (
          <Row key={`${one.dataset} ${one.id}`} one={one} result={result} />
        ))}
      </ul>
      {next !== undefined && !store.loading && (
        <button type="button" className="button" onClick={() => void store.request()}>
          {t('overlaps.next')}
        </button>
      )}
      <p className="soft">{t('overlaps.restricted')}</p>
      {found.length > 0 && (
        <div className="tool-actions">
          <button type="button" className="button" onClick={() => save(',')}>
            {t('near.csv')}
          </button>
          <button type="button" className="button" onClick={() => save(';')}>
            {t('near.csv-semicolon')}
          </button>
        </div>
      )}
    </>
  );
});

/** An object, and those of the other layer that it lies in or overlaps. */
const Row = observer(function Row({
  one,
  result: { layer, other },
}: {
  one: Overlap;
  result: Comparison;
}): ReactNode {
  const { bundles } = useAtlas();
  const t = useTexts();
  const { locale } = bundles.index;
  const share = shareOf({ area: one.area, covered: one.covered });
  return (
    <li>
      <ObjectButton one={one} group={layer.group} />
      {share !== null && (
        <span className="soft overlaps-share">
          {t('overlaps.covered', {
            share: formatShare(share, locale),
            area: roundedArea(one.covered ?? 0, locale),
          })}
        </span>
      )}
      <ul>
        {one.others.map((each) => (
          <li key={`${each.dataset} ${each.id}`}>
            <ObjectButton one={each} group={other.group} />
            {one.others.length > 1 && each.shared !== undefined && (
              <span className="soft overlaps-area">{roundedArea(each.shared, locale)}</span>
            )}
          </li>
        ))}
        {one.more && <li className="soft">{t('overlaps.and-more')}</li>}
      </ul>
    </li>
  );
});

/** The name of an object; a click flies there and selects it. */
const ObjectButton = observer(function ObjectButton({
  one,
  group,
}: {
  one: Overlap['others'][number];
  group: string;
}): ReactNode {
  const atlas = useAtlas();
  const { locale } = atlas.bundles.index;
  const t = useTexts();
  return (
    <button type="button" onClick={() => void showRow(atlas, one, group)}>
      {one.name?.[locale] ?? <span className="soft">{t('near.unnamed')}</span>}
    </button>
  );
});

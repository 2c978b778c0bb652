import { observer } from 'mobx-react-lite';
import { useEffect, useState, type ReactNode } from 'react';
import type { MeasuredDataset, ObjectsAnswer } from 'atlas-engine/http';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { showRow } from '../near/show-row.ts';
import { makeAnalysisStore } from './analysis-store.ts';

/** The objects of a layer inside the area, by name; a click shows one. They load when they appear. */
export const ObjectNames = observer(function ObjectNames({
  one: { dataset, group },
}: {
  one: MeasuredDataset;
}): ReactNode {
  const atlas = useAtlas();
  const analysis = useStore(makeAnalysisStore);
  const t = useTexts();
  const { locale } = atlas.bundles.index;
  const [listed, setListed] = useState<ObjectsAnswer | 'failed' | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void analysis.listObjects(dataset, left.signal).then((answer) => {
      if (!left.signal.aborted) setListed(answer ?? 'failed');
    });
    return () => left.abort();
  }, [analysis, dataset]);
  if (listed === null) return <p role="status">{t('analysis.listing')}</p>;
  if (listed === 'failed') return <p role="status">{t('analysis.server')}</p>;
  return (
    <>
      <ul className="analysis-names">
        {listed.objects.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className="link"
              onClick={() => void showRow(atlas, { dataset, id }, group)}
            >
              {name?.[locale] ?? t('near.unnamed')}
            </button>
          </li>
        ))}
      </ul>
      {listed.more && (
        <p className="soft">{t('analysis.first', { count: listed.objects.length })}</p>
      )}
    </>
  );
});

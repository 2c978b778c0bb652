import './overlaps.css';
import { LoaderCircle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import type { FailureKind } from '../../net/http-client.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { OverlapsResults } from './overlaps-results.tsx';
import { makeOverlapsStore } from './overlaps-store.ts';

const FAILURES = {
  offline: 'near.offline',
  timeout: 'near.busy',
  invalid: 'overlaps.gone',
  unauthorized: 'near.refused',
  forbidden: 'near.refused',
  missing: 'overlaps.gone',
  limited: 'near.limited',
  busy: 'near.busy',
  server: 'near.busy',
  format: 'near.busy',
} as const satisfies Record<FailureKind, string>;

/** Lists which objects of a layer lie in those of another, or overlap them. */
export const OverlapsTool = observer(function OverlapsTool(): ReactNode {
  const { side } = useAtlas();
  const store = useStore(makeOverlapsStore);
  const { layers, loading, result } = store;
  const t = useTexts();
  useEffect(() => void store.open(side.overlapsOf), [side.overlapsOf, store]);
  useEffect(() => store.stop, [store]);
  const isReady = store.layer !== '' && store.other !== '';
  if (layers?.length === 0) return <p className="caution">{t('overlaps.no-layers')}</p>;
  return (
    <>
      <p>{t('overlaps.about')}</p>
      <Choice which="layer" />
      <Choice which="other" />
      {layers && !result && !loading && (
        <div className="tool-actions">
          <button
            type="button"
            className="button button-main"
            aria-disabled={!isReady}
            onClick={() => void (isReady && store.request())}
          >
            {t('overlaps.start')}
          </button>
        </div>
      )}
      {result && <OverlapsResults result={result} />}
      <State />
    </>
  );
});

/** The choice of one of the layers; those on the map are first. */
const Choice = observer(function Choice({ which }: { which: 'layer' | 'other' }): ReactNode {
  const { bundles, layers: active } = useAtlas();
  const store = useStore(makeOverlapsStore);
  const t = useTexts();
  const { locale } = bundles.index;
  const all = store.layers ?? [];
  const onMap = all.filter(({ group }) => active.has(group));
  const rest = all.filter((layer) => !onMap.includes(layer));
  return (
    <label className="overlaps-choice">
      {t(which === 'layer' ? 'overlaps.layer' : 'overlaps.with')}
      <select value={store[which]} onChange={(event) => store.choose(which, event.target.value)}>
        <option value="">{t('overlaps.choose')}</option>
        {[...onMap, ...rest].map(({ group, name }) => (
          <option key={group} value={group}>
            {bundles.entries.get(group)?.entry.name ?? name[locale]}
          </option>
        ))}
      </select>
    </label>
  );
});

const State = observer(function State(): ReactNode {
  const store = useStore(makeOverlapsStore);
  const { failure, layers, loading, result } = store;
  const t = useTexts();
  const { side } = useAtlas();
  const again = (): void => void (layers ? store.request() : store.open(side.overlapsOf));
  return (
    <>
      <div role="status">
        {loading && (
          <p className="side-loading">
            <LoaderCircle size={16} className="spin" aria-hidden="true" />
            {result
              ? t('overlaps.comparing', { compared: result.compared, count: result.count })
              : t('overlaps.beginning')}
          </p>
        )}
        {failure && <p className="tool-problem">{t(FAILURES[failure])}</p>}
      </div>
      {loading && layers && (
        <button type="button" className="button" onClick={store.stop}>
          {t('overlaps.stop')}
        </button>
      )}
      {failure && failure !== 'missing' && (
        <button type="button" className="button" onClick={again}>
          {t('near.again')}
        </button>
      )}
    </>
  );
});

import { LoaderCircle } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, type ReactNode } from 'react';
import { makeAnalysisStore, type AnalysisFailure } from './analysis-store.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { AnalysisAnswers } from './analysis-results.tsx';
import { AreaField } from '../common/area-field.tsx';
import { AroundField } from '../common/around-field.tsx';

const FAILURES = {
  offline: 'analysis.offline',
  // The server ends each analysis in time, so a late answer has waited.
  timeout: 'analysis.busy',
  invalid: 'analysis.failed',
  unauthorized: 'analysis.refused',
  forbidden: 'analysis.refused',
  missing: 'analysis.server',
  limited: 'analysis.limited',
  busy: 'analysis.busy',
  server: 'analysis.server',
  format: 'analysis.server',
  outline: 'analysis.outline',
} as const satisfies Record<AnalysisFailure, string>;

/** How much of a result has come. It is at the lower edge, so that its end moves nothing. */
const Progress = observer(function Progress(): ReactNode {
  const { count, left, loading } = useStore(makeAnalysisStore);
  const t = useTexts();
  const done = count - left;
  return (
    <div role="status">
      {loading && (
        <div className="analysis-progress">
          <progress value={done} max={count} aria-label={t('analysis.running')}>
            {t('analysis.done', { done, count })}
          </progress>
          <p className="soft">{t('analysis.running')}</p>
        </div>
      )}
    </div>
  );
});

/** Why a part of a result has not come. */
const Failure = observer(function Failure(): ReactNode {
  const { count, failure, left } = useStore(makeAnalysisStore);
  const t = useTexts();
  return (
    <div role="status">
      {failure && (
        <p className="tool-problem">
          {t('analysis.done', { done: count - left, count })} {t(FAILURES[failure])}
        </p>
      )}
    </div>
  );
});

/** Analyses an area: what is inside it, layer by layer. */
export const AnalyseTool = observer(function AnalyseTool(): ReactNode {
  const { area, bundles, side } = useAtlas();
  const tool = bundles.bundle.tools.find(({ id }) => id === 'analyse');
  const analysis = useStore(makeAnalysisStore);
  const t = useTexts();
  // A result of another area would mislead.
  useEffect(() => {
    if (analysis.of && analysis.of !== area.area) analysis.clear();
  }, [analysis, area.area, analysis.of]);
  useEffect(() => () => area.stop(), [area]);
  if (analysis.result)
    return (
      <>
        <Failure />
        <AnalysisAnswers result={analysis.result} />
        <Progress />
      </>
    );
  return (
    <>
      {area.area?.name !== undefined && area.area.origin !== 'named' && (
        <p>
          <strong>{area.area.name}</strong>
        </p>
      )}
      <AroundField />
      <AreaField named={tool?.named === true} />
      <div className="tool-actions">
        <button
          type="button"
          className="button button-main"
          aria-disabled={analysis.loading}
          onClick={() => void (analysis.loading || analysis.request())}
        >
          {t('analysis.start')}
        </button>
        {analysis.loading && (
          <button type="button" className="button" onClick={analysis.clear}>
            {t('analysis.cancel')}
          </button>
        )}
      </div>
      <p>
        <button type="button" className="link" onClick={() => side.openOverlaps({})}>
          {t('analysis.overlaps')}
        </button>
      </p>
      <div role="status">
        {analysis.loading && (
          <p className="side-loading">
            <LoaderCircle size={16} className="spin" aria-hidden="true" />
            {t('analysis.running')}
          </p>
        )}
        {analysis.lacksArea && <p className="caution">{t('analysis.select')}</p>}
        {analysis.failure && <p className="tool-problem">{t(FAILURES[analysis.failure])}</p>}
      </div>
    </>
  );
});

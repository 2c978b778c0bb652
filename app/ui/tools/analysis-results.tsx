import '../../styles/analysis.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { delimited, tableOf } from '../../tools/analysis-table.ts';
import type { AnalysedDataset, AnalysisResult } from '../../stores/analysis-types.ts';
import { useAtlas, useTexts } from '../atlas-context.ts';
import { AnalysisPaper } from './analysis-paper.tsx';
import { formatArea, formatLength, formatShare } from './format-size.ts';

interface Section {
  readonly area: number;
  readonly datasets: readonly AnalysedDataset[];
}

/** The results, communities first; then the buttons that copy, save and print them. */
export const AnalysisResults = observer(function AnalysisResults({
  result: { area, datasets },
}: {
  result: AnalysisResult;
}): ReactNode {
  const t = useTexts();
  const section = useRef<HTMLElement>(null);
  // On small screens, the result is below what is visible of the panel.
  useEffect(() => {
    // Its result, a promise in some browsers, must not become the clean-up of the effect.
    void section.current?.scrollIntoView({ block: 'start' });
  }, []);
  const first = datasets.filter((one) => one.first);
  const others = datasets.filter((one) => !one.first && one.count > 0);
  const nothing = datasets.filter((one) => !one.first && one.count === 0);
  return (
    <section ref={section} className="analysis" aria-label={t('analysis.result')}>
      <h3>{t('analysis.first')}</h3>
      <Rows area={area} datasets={first} />
      <p className="soft">{t('analysis.absence')}</p>
      <h3>{t('analysis.others')}</h3>
      <Rows area={area} datasets={others} />
      {nothing.length > 0 && (
        <details>
          <summary>
            {t('analysis.nothing')} ({nothing.length})
          </summary>
          <Rows area={area} datasets={nothing} />
        </details>
      )}
      <p className="soft">{t('analysis.restricted')}</p>
      <Exports result={{ area, datasets }} />
      <AnalysisPaper result={{ area, datasets }} />
    </section>
  );
});

const Rows = observer(function Rows({ area, datasets }: Section): ReactNode {
  return (
    <ul className="analysis-rows">
      {datasets.map((one) => (
        <Row key={one.dataset} one={one} area={area} />
      ))}
    </ul>
  );
});

const Row = observer(function Row({
  one,
  area,
}: {
  one: AnalysedDataset;
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const { name, part, count, covered = 0, share, sum = 0, classes = [], nearest } = one;
  const largest = Math.max(...classes.map((each) => each.area ?? each.count), 0);
  const overlaps = sum > covered * 1.005;
  return (
    <li>
      <p className="analysis-name">
        <strong>{name[locale]}</strong>
        {part && <span className="soft"> · {part[locale]}</span>}
      </p>
      {count === 0 ? (
        <p className="soft">
          {nearest === undefined
            ? t('analysis.none')
            : t('analysis.nearest', { distance: formatLength(nearest, locale) })}
        </p>
      ) : (
        <p>
          {t('analysis.objects', { count })}
          {share !== undefined && (
            <>
              {' · '}
              {formatArea(covered, locale)[1]} ·{' '}
              {t('analysis.share', { share: formatShare(share, locale) })}
            </>
          )}
        </p>
      )}
      {share !== undefined && count > 0 && <Bar part={share} color={null} />}
      {overlaps && (
        <p className="soft">{t('analysis.sum', { size: formatArea(sum, locale)[1] })}</p>
      )}
      {classes.length > 0 && (
        <ul className="analysis-classes">
          {classes.map((each) => (
            <li key={each.label[locale]}>
              <span>{each.label[locale]}</span>
              <span className="analysis-figure">
                {each.area === undefined
                  ? each.count.toLocaleString(locale)
                  : formatShare(each.area / area, locale)}
              </span>
              <Bar part={(each.area ?? each.count) / largest} color={each.color ?? null} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

/** A small bar; its figure is written beside it. `part` is 0 to 1. */
function Bar({ part, color }: { part: number; color: string | null }): ReactNode {
  return (
    <svg className="analysis-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect className="analysis-bar-ground" width="100" height="4" />
      <rect className="analysis-bar-part" width={100 * part} height="4" fill={color ?? undefined} />
    </svg>
  );
}

const Exports = observer(function Exports({ result }: { result: AnalysisResult }): ReactNode {
  const { bundles, ui } = useAtlas();
  const t = useTexts();
  const { locale } = bundles.index;
  const head = ['layer', 'class', 'count', 'covered', 'part'] as const;
  const units = ['', '', '', ' (km²)', ' (%)'];
  const rows = [
    head.map((key, i) => `${t(`analysis.${key}`)}${units[i]}`),
    ...tableOf(result, locale),
  ];
  const copy = (): void => {
    navigator.clipboard.writeText(delimited(rows, '\t')).then(
      () => ui.say({ text: 'analysis.copied', stays: COPIED_MS }),
      () => ui.say({ text: 'info.not-copied' }),
    );
  };
  const save = (): void => {
    // Spreadsheets read the letters of French correctly only with the mark at the start.
    const blob = new Blob(['\uFEFF', delimited(rows, ',')], { type: 'text/csv;charset=utf-8' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = 'analysis.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), COPIED_MS);
  };
  return (
    <div className="tool-actions">
      <button type="button" className="button" onClick={copy}>
        {t('analysis.copy')}
      </button>
      <button type="button" className="button" onClick={save}>
        {t('analysis.csv')}
      </button>
      <button type="button" className="button" onClick={() => window.print()}>
        {t('analysis.print')}
      </button>
    </div>
  );
});

/** Time in milliseconds during which the message is shown. */
const COPIED_MS = 4000;

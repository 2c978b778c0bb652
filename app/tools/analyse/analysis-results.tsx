import './analysis.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import { sumsOf, tableOf } from './analysis-table.ts';
import { delimited, saveTable } from '../common/save-table.ts';
import type { AnalysisAnswer, MeasuredDataset } from 'atlas-engine/http';
import { bySpeed } from './analysed-datasets.ts';
import { makeAnalysisStore } from './analysis-store.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { AnalysisPaper } from './analysis-paper.tsx';
import { analysisTitle } from './analysis-title.ts';
import { formatArea, formatLength, formatShare, formatSum } from '../common/format-size.ts';
import { SlowLayers } from './slow-layers.tsx';

interface Section {
  readonly area: number;
  readonly datasets: readonly MeasuredDataset[];
}

/** The results, communities first; then the buttons that copy, save and print them. */
export const AnalysisAnswers = observer(function AnalysisAnswers({
  result: { area, datasets },
}: {
  result: AnalysisAnswer;
}): ReactNode {
  const t = useTexts();
  const section = useRef<HTMLElement>(null);
  // On small screens, the result is below what is visible of the panel.
  useEffect(() => {
    // Its result, a promise in some browsers, must not become the clean-up of the effect.
    void section.current?.scrollIntoView({ block: 'start' });
  }, []);
  const { measured, slow } = bySpeed(datasets);
  const first = measured.filter((one) => one.first);
  const others = measured.filter((one) => !one.first && one.count > 0);
  const nothing = measured.filter((one) => !one.first && one.count === 0);
  return (
    <section ref={section} className="analysis" aria-label={t('analysis.result')}>
      <SlowLayers datasets={slow} />
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
  one: MeasuredDataset;
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const { name, count, covered = 0, share, sum = 0, length, classes = [] } = one;
  const largest = Math.max(...classes.map(sizeOf), 0);
  const overlaps = sum > covered * 1.005;
  return (
    <li>
      <p className="analysis-name">
        <strong>{name[locale]}</strong>
      </p>
      {count === 0 ? (
        <p className="soft">
          <Nearest one={one} />
        </p>
      ) : (
        <p>
          {t('analysis.objects', { count })}
          {length !== undefined && ` · ${formatLength(length, locale)}`}
          {share !== undefined && (
            <>
              {' · '}
              {formatArea(covered, locale)[1]} ·{' '}
              {t('analysis.share', { share: formatShare(share, locale) })}
            </>
          )}
        </p>
      )}
      <Sums one={one} />
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
                {each.area !== undefined
                  ? formatShare(each.area / area, locale)
                  : each.length !== undefined
                    ? formatLength(each.length, locale)
                    : each.count.toLocaleString(locale)}
              </span>
              <Bar part={sizeOf(each) / largest} color={each.color ?? null} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
});

type AnalysedClass = NonNullable<MeasuredDataset['classes']>[number];

/** The size of a class, to which its bar is proportional. */
function sizeOf({ area, length, count }: AnalysedClass): number {
  return area ?? length ?? count;
}

/** The sums of fields, such as the population of the villages in the area. */
const Sums = observer(function Sums({
  one: { sums = [], count },
}: {
  one: MeasuredDataset;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  return sums.map(({ field, label, unit, value, counted }) => (
    <p key={field}>
      {t('analysis.added', {
        label: label[locale] ?? field,
        value: formatSum(value, unit, locale),
      })}
      {counted < count && (
        <span className="soft">
          {' '}
          {t('analysis.added-of', {
            counted: counted.toLocaleString(locale),
            total: count.toLocaleString(locale),
          })}
        </span>
      )}
    </p>
  ));
});

/** How far away the nearest feature is, and its name. */
const Nearest = observer(function Nearest({
  one: { nearest, nearestName },
}: {
  one: MeasuredDataset;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  if (nearest === undefined) return t('analysis.none');
  const distance = formatLength(nearest, locale);
  const name = nearestName?.[locale];
  return name === undefined
    ? t('analysis.nearest', { distance })
    : t('analysis.nearest-named', { name, distance });
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

/** The heads of the columns, with their units. */
const HEAD = [
  ...([
    ['layer', ''],
    ['class', ''],
    ['count', ''],
    ['covered', ' (km²)'],
    ['part', ' (%)'],
    ['length', ' (km)'],
  ] as const),
  ...([
    ['nearest-name', ''],
    ['distance', ' (km)'],
    ['source', ''],
  ] as const),
] as const;

const Exports = observer(function Exports({ result }: { result: AnalysisAnswer }): ReactNode {
  const { bundles, ui } = useAtlas();
  const analysis = useStore(makeAnalysisStore);
  const t = useTexts();
  const { locale } = bundles.index;
  const title = analysisTitle(analysis.of, t, locale);
  const rows = [
    [
      ...HEAD.map(([key, unit]) => `${t(`analysis.${key}`)}${unit}`),
      ...sumsOf(result.datasets).map(({ field, label, unit }) =>
        [label[locale] ?? field, unit?.[locale] && `(${unit[locale]})`].filter(Boolean).join(' '),
      ),
    ],
    ...tableOf(result, { locale, title, slow: t('analysis.slow-layer') }),
  ];
  const copy = (): void => {
    navigator.clipboard.writeText(delimited(rows, '\t')).then(
      () => ui.say({ text: 'analysis.copied', stays: COPIED_MS }),
      () => ui.say({ text: 'info.not-copied' }),
    );
  };
  const save = (separator: ',' | ';'): void => saveTable(rows, { title, separator });
  return (
    <div className="tool-actions">
      <button type="button" className="button" onClick={copy}>
        {t('analysis.copy')}
      </button>
      <button type="button" className="button" onClick={() => save(',')}>
        {t('analysis.csv')}
      </button>
      <button type="button" className="button" onClick={() => save(';')}>
        {t('analysis.csv-semicolon')}
      </button>
      <button type="button" className="button" onClick={() => window.print()}>
        {t('analysis.print')}
      </button>
    </div>
  );
});

/** Time in milliseconds during which the message is shown. */
const COPIED_MS = 4000;

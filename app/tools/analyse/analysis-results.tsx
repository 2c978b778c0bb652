import './analysis.css';
import '../common/tool-foot.css';
import { Download } from 'lucide-react';
import { boxOf } from 'atlas-engine/runtime';
import { when } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { sumsOf, tableOf, unitsOf, VALUES } from './analysis-table.ts';
import { delimited, saveTable } from '../common/save-table.ts';
import type { AnalysisAnswer, MeasuredCells, MeasuredDataset } from 'atlas-engine/http';
import { makeAnalysisStore } from './analysis-store.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { Swatch } from '../../ui/common/swatch.tsx';
import { AnalysisPaper } from './analysis-paper.tsx';
import { analysisTitle } from './analysis-title.ts';
import { CellResults, lacking, meanArea } from './cell-results.tsx';
import { ClassBar } from './class-bar.tsx';
import { showRow } from '../near/show-row.ts';
import {
  formatDistance,
  formatMean,
  formatShare,
  formatSum,
  roundedArea,
  roundedAreas,
  roundedLength,
} from '../common/format-size.ts';
import { figuresOf, partsOf, sizeOf, type ResultLayer } from './result-layers.ts';
import { ObjectNames } from './object-names.tsx';
import { SlowLayers } from './slow-layers.tsx';

/** Number of the nearest layers that are shown at first. */
const FIRST_NEAREST = 6;

/** The result: figures, bars by class, a table, what is nearest, and ways to take it along. */
export const AnalysisAnswers = observer(function AnalysisAnswers({
  result,
}: {
  result: AnalysisAnswer;
}): ReactNode {
  const { bundles, groups, layers } = useAtlas();
  const analysis = useStore(makeAnalysisStore);
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const { locale } = bundles.index;
  const { area, datasets } = result;
  // The button that asked is gone.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // Its result, a promise in some browsers, must not become the clean-up of the effect.
    void heading.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { found, nearest, none, cells, bare, slow } = partsOf(datasets, bundles, (group) =>
    layers.has(groups.inProject(group)),
  );
  const listed = new Set(found.map(({ name }) => name));
  const absent = nearest.map(({ name }) => name).filter((name) => !listed.has(name));
  const classed = found.filter(({ one }) => (one.classes ?? []).length > 0);
  return (
    <section className="analysis" aria-label={t('analysis.result')}>
      <h3 ref={heading} tabIndex={-1} className="analysis-title">
        {analysisTitle(analysis.of, t, locale)}
      </h3>
      <p className="analysis-size">
        {t('area.size', { size: roundedArea(area, locale) })}
        <button type="button" className="link" onClick={analysis.clear}>
          {t('analysis.clear')}
        </button>
      </p>
      <SlowLayers datasets={slow} area={area} />
      <Figures layers={figuresOf({ found, cells })} area={area} />
      <CellResults layers={cells} area={area} />
      {classed.map((layer) => (
        <Classes key={layer.one.dataset} layer={layer} area={area} />
      ))}
      <Inside layers={found} />
      {absent.length > 0 && (
        <p className="soft">{t('analysis.absent', { names: absent.join(' · ') })}</p>
      )}
      {nearest.length > 0 && <Nearest layers={nearest} />}
      {none.length > 0 && (
        <p className="soft">{t('analysis.nowhere', { names: none.join(' · ') })}</p>
      )}
      {bare.length > 0 && <p className="soft">{t('analysis.bare', { names: bare.join(' · ') })}</p>}
      <p className="caution">
        {t('analysis.absence')} {t('analysis.restricted')}
      </p>
      {!analysis.loading && <Exports result={result} />}
      <AnalysisPaper result={result} />
    </section>
  );
});

/** The first layers in large figures, with what they add up to. */
const Figures = observer(function Figures({
  layers,
  area,
}: {
  layers: ReturnType<typeof figuresOf>;
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  if (layers.length === 0) return null;
  return (
    <dl className="analysis-figures">
      {layers.map(({ one, name }) => {
        if ('cell' in one) return <CellFigure key={one.dataset} {...{ one, name, area }} />;
        const { count, share, length } = one;
        return (
          <div key={one.dataset}>
            <dt>{name}</dt>
            <dd className="analysis-large">{count.toLocaleString(locale)}</dd>
            {share !== undefined && (
              <dd>{t('analysis.share', { share: formatShare(share, locale) })}</dd>
            )}
            {length !== undefined && <dd>{roundedLength(length, locale)}</dd>}
            <Sums one={one} />
          </div>
        );
      })}
    </dl>
  );
});

/** The mean of a raster, or its largest class. */
const CellFigure = observer(function CellFigure({
  one,
  name,
  area,
}: {
  one: MeasuredCells;
  name: string;
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const { mean, unit, classes: [first] = [] } = one;
  const figure =
    mean === undefined
      ? first && formatShare(first.area / area, locale)
      : formatMean(mean, unit, locale);
  return (
    <div>
      <dt>{name}</dt>
      <dd className="analysis-large">{figure}</dd>
      <dd>
        {mean === undefined
          ? first?.label[locale]
          : [t('analysis.mean-head'), ...meanArea(one, locale)].join(' · ')}
      </dd>
      {mean !== undefined &&
        lacking(one, t, locale).map((text) => (
          <dd key={text} className="soft">
            {text}
          </dd>
        ))}
    </div>
  );
});

/** The sums of fields, such as the population of the villages in the area. */
const Sums = observer(function Sums({
  one: { sums = [], count },
}: {
  one: MeasuredDataset;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  return sums.map(({ field, label, unit, value, counted }) => (
    <dd key={field}>
      {unit?.[locale] === undefined
        ? t('analysis.added', {
            label: label[locale] ?? field,
            value: formatSum(value, unit, locale),
          })
        : // The unit may be long; it is on a line of its own where there is no room.
          formatSum(value, unit, locale).replace(`\u00A0${unit[locale]}`, ` ${unit[locale]}`)}
      {counted < count && (
        <span className="soft">
          {' '}
          {t('analysis.added-of', {
            counted: counted.toLocaleString(locale),
            total: count.toLocaleString(locale),
          })}
        </span>
      )}
    </dd>
  ));
});

/** A bar for each class of a layer, with its figure. */
const Classes = observer(function Classes({
  layer: { one, name },
  area,
}: {
  layer: ResultLayer;
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const classes = one.classes ?? [];
  const largest = Math.max(...classes.map(sizeOf));
  return (
    <>
      <h3>{name}</h3>
      <ul className="analysis-classes">
        {classes.map((each) => (
          <li key={each.label[locale]}>
            <span>{each.label[locale]}</span>
            <ClassBar
              part={each.area !== undefined ? each.area / area : sizeOf(each) / largest}
              color={each.color ?? null}
            />
            <span className="analysis-figure">
              {each.area !== undefined
                ? formatShare(each.area / area, locale)
                : each.length !== undefined
                  ? roundedLength(each.length, locale)
                  : each.count.toLocaleString(locale)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
});

/** What is inside as a table. The land that a layer covers is counted once. */
const Inside = observer(function Inside({ layers }: { layers: readonly ResultLayer[] }): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const writeArea = roundedAreas(
    layers.map(({ one: { covered = 0 } }) => covered),
    locale,
  );
  const isCountedOften = layers.some(({ one: { sum = 0, covered = 0 } }) => sum > covered * 1.005);
  return (
    <>
      <table className="analysis-table">
        <thead>
          <tr>
            <th scope="col">{t('analysis.inside')}</th>
            <th scope="col">{t('analysis.count')}</th>
            <th scope="col">{t('analysis.extent-head')}</th>
            <th scope="col">{t('analysis.part')}</th>
          </tr>
        </thead>
        <tbody>
          {layers.map((layer) => (
            <InsideRow key={layer.one.dataset} layer={layer} writeArea={writeArea} />
          ))}
        </tbody>
      </table>
      {isCountedOften && <p className="soft">{t('analysis.counted-once')}</p>}
    </>
  );
});

/** A layer with its figures. Its name opens the list of its objects. */
const InsideRow = observer(function InsideRow({
  layer: { one, name, swatch },
  writeArea,
}: {
  layer: ResultLayer;
  writeArea: (squareMetres: number) => string;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const [isOpen, setOpen] = useState(false);
  const { count, covered, length, share, group } = one;
  return (
    <>
      <tr>
        <th scope="row">
          <span>
            <Swatch symbols={swatch} />
            {count > 0 && group !== undefined ? (
              <button
                type="button"
                className="link"
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              >
                {name}
              </button>
            ) : (
              name
            )}
          </span>
        </th>
        <td>{count.toLocaleString(locale)}</td>
        <td>
          {covered !== undefined && count > 0 && writeArea(covered)}
          {length !== undefined && count > 0 && roundedLength(length, locale)}
        </td>
        <td>{share !== undefined && formatShare(share, locale)}</td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4} className="analysis-opened">
            <ObjectNames one={one} />
          </td>
        </tr>
      )}
    </>
  );
});

/** The nearest object of each layer without any inside, by name; a click flies there. */
const Nearest = observer(function Nearest({
  layers,
}: {
  layers: readonly ResultLayer[];
}): ReactNode {
  const atlas = useAtlas();
  const { locale } = atlas.bundles.index;
  const t = useTexts();
  const [isAll, setAll] = useState(false);
  const { of } = useStore(makeAnalysisStore);
  const around = of?.around;
  // What is outside of a band is farther from its line by the width of the band.
  const metres = around?.metres ?? 0;
  const shown = isAll ? layers : layers.slice(0, FIRST_NEAREST);
  const hidden = layers.length - shown.length;
  return (
    <>
      <h3>{t(around ? 'analysis.nearest-around' : 'analysis.nearest-outside')}</h3>
      <ul className="analysis-nearest">
        {shown.map(({ one, name, swatch }) => {
          const { dataset, group, nearestId: id, nearestName } = one;
          const title = nearestName?.[locale] ?? t('near.unnamed');
          return (
            <li key={dataset}>
              <Swatch symbols={swatch} />
              <span className="analysis-nearest-name">
                {id !== undefined && group !== undefined ? (
                  <button
                    type="button"
                    className="link"
                    onClick={() => void showRow(atlas, { dataset, id }, group)}
                  >
                    {title}
                  </button>
                ) : (
                  title
                )}
                <span className="soft">{name}</span>
              </span>
              <span className="analysis-figure">
                {formatDistance((one.nearest ?? 0) + metres, locale)}
              </span>
            </li>
          );
        })}
      </ul>
      {hidden > 0 && (
        <button type="button" className="link analysis-more" onClick={() => setAll(true)}>
          {t('near.more', { count: hidden })}
        </button>
      )}
    </>
  );
});

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

/** The result as a table to copy, as CSV, and on paper. The main buttons stay in view. */
const Exports = observer(function Exports({ result }: { result: AnalysisAnswer }): ReactNode {
  const atlas = useAtlas();
  const { bundles, map, ui } = atlas;
  const analysis = useStore(makeAnalysisStore);
  const t = useTexts();
  const { locale } = bundles.index;
  const title = analysisTitle(analysis.of, t, locale);
  const rows = [
    [
      ...HEAD.map(([key, unit]) => `${t(`analysis.${key}`)}${unit}`),
      ...sumsOf(result.datasets).map(({ field, label, unit }) =>
        withUnit(label[locale] ?? field, unit, locale),
      ),
      ...unitsOf(result.datasets).flatMap((unit) =>
        VALUES.map((key) => withUnit(t(`analysis.${key}-head`), unit, locale)),
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
  // The map on paper shows the area.
  const print = async (): Promise<void> => {
    if (analysis.of) map.goToArea({ bounds: boxOf(analysis.of.geometry) });
    await new Promise((next) => setTimeout(next, MOVING_MS));
    await when(() => !atlas.busy, { timeout: PRINT_WAIT_MS }).catch(() => undefined);
    window.print();
  };
  return (
    <>
      <div className="analysis-exports">
        <button type="button" className="link" onClick={copy}>
          {t('analysis.copy')}
        </button>
        <button type="button" className="link" onClick={() => save(';')}>
          {t('analysis.csv-semicolon')}
        </button>
      </div>
      <div className="tool-foot tool-foot-end">
        <button type="button" className="button button-main" onClick={() => save(',')}>
          <Download size={18} aria-hidden="true" />
          {t('analysis.csv')}
        </button>
        <button type="button" className="button" onClick={() => void print()}>
          {t('analysis.print')}
        </button>
      </div>
    </>
  );
});

/** Returns the head of a column, with its unit. */
function withUnit(
  head: string,
  unit: Readonly<Record<string, string>> | undefined,
  locale: string,
): string {
  return unit?.[locale] === undefined ? head : `${head} (${unit[locale]})`;
}

/** Time in milliseconds in which the map begins to move, and at most until it has drawn the area. */
const MOVING_MS = 100;
const PRINT_WAIT_MS = 10_000;

/** Time in milliseconds during which the message is shown. */
const COPIED_MS = 4000;

import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { boxOf, formatDate, type Bounds } from 'atlas-engine/runtime';
import { formatCoordinates } from '../../coordinates/format-coordinates.ts';
import type { AnalysedDataset, AnalysisAnswer, MeasuredDataset } from 'atlas-engine/http';
import { bySpeed, titleOf } from './analysed-datasets.ts';
import { makeAnalysisStore } from './analysis-store.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { analysisTitle } from './analysis-title.ts';
import { formatArea, formatLength, formatShare, formatSum } from '../common/format-size.ts';
import { SlowLayers } from './slow-layers.tsx';

/** The result of an analysis on paper, below the map of the printed page. The screen hides it. */
export const AnalysisPaper = observer(function AnalysisPaper({
  result: { area, datasets },
}: {
  result: AnalysisAnswer;
}): ReactNode {
  const { bundles } = useAtlas();
  const analysis = useStore(makeAnalysisStore);
  const t = useTexts();
  const { locale } = bundles.index;
  const page = document.querySelector('.atlas');
  if (!page || !analysis.of) return null;
  const { geometry } = analysis.of;
  const { measured, slow } = bySpeed(datasets);
  const found = measured.filter(({ count }) => count > 0);
  const absent = measured.filter(({ count }) => count === 0);
  return createPortal(
    <section className="print-sheet print-analysis">
      <h2>{analysisTitle(analysis.of, t, locale)}</h2>
      <p>{t('area.size', { size: formatArea(area, locale)[1] })}</p>
      <p>
        <Extent box={boxOf(geometry)} />
      </p>
      <SlowLayers datasets={slow} />
      <table>
        <thead>
          <tr>
            <th scope="col">{t('analysis.layer')}</th>
            <th scope="col">{t('analysis.count')}</th>
            <th scope="col">{t('analysis.covered')}</th>
            <th scope="col">{t('analysis.part')}</th>
            <th scope="col">{t('analysis.length')}</th>
          </tr>
        </thead>
        {found.map((one) => (
          <PaperRows key={one.dataset} one={one} area={area} />
        ))}
      </table>
      {absent.length > 0 && (
        <>
          <h3>{t('analysis.nothing')}</h3>
          <p>{absent.map((one) => absenceOf(one, locale)).join(' · ')}</p>
        </>
      )}
      <p>
        {t('analysis.absence')} {t('analysis.restricted')}
      </p>
      <Sources datasets={datasets} />
    </section>,
    page,
  );
});

/** The corners of the area: south-west and north-east. */
const Extent = observer(function Extent({ box }: { box: Bounds }): ReactNode {
  const { bundles, coordinates } = useAtlas();
  const t = useTexts();
  const [west, south, east, north] = box;
  const [from, to] = [
    [west, south],
    [east, north],
  ].map(([lng = 0, lat = 0]) => formatCoordinates([lng, lat], coordinates.format, bundles.index));
  return t('analysis.extent', { from: from!, to: to! });
});

/** A layer and its classes. */
const PaperRows = observer(function PaperRows({
  one,
  area,
}: {
  one: MeasuredDataset;
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const { count, covered, share, length, sums = [], classes = [] } = one;
  return (
    <tbody>
      <tr>
        <th scope="row">{titleOf(one, locale)}</th>
        <td>{count.toLocaleString(locale)}</td>
        <td>{covered !== undefined && formatArea(covered, locale)[1]}</td>
        <td>{share !== undefined && formatShare(share, locale)}</td>
        <td>{length !== undefined && formatLength(length, locale)}</td>
      </tr>
      {sums.map(({ field, label, unit, value }) => (
        <tr key={field}>
          <td className="print-class">{label[locale]}</td>
          <td>{formatSum(value, unit, locale)}</td>
          <td />
          <td />
          <td />
        </tr>
      ))}
      {classes.map((each) => (
        <tr key={each.label[locale]}>
          <td className="print-class">{each.label[locale]}</td>
          <td>{each.count.toLocaleString(locale)}</td>
          <td>{each.area !== undefined && formatArea(each.area, locale)[1]}</td>
          <td>{each.area !== undefined && formatShare(each.area / area, locale)}</td>
          <td>{each.length !== undefined && formatLength(each.length, locale)}</td>
        </tr>
      ))}
    </tbody>
  );
});

/** Who provides the data, and their date. Layers of one provider and date share a line. */
const Sources = observer(function Sources({
  datasets,
}: {
  datasets: readonly AnalysedDataset[];
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const lines = datasets.flatMap(({ provider, date }) => {
    const parts = [provider?.[locale], date && formatDate(date, locale)].filter(Boolean);
    return parts.length > 0 ? [parts.join(', ')] : [];
  });
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{t('analysis.sources')}</h3>
      <p>{[...new Set(lines)].join(' · ')}</p>
    </>
  );
});

function absenceOf(one: MeasuredDataset, locale: string): string {
  const title = titleOf(one, locale);
  if (one.nearest === undefined) return title;
  const place = [one.nearestName?.[locale], formatLength(one.nearest, locale)].filter(Boolean);
  return `${title} (${place.join(', ')})`;
}

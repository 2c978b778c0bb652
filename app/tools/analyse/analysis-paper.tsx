import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { boxOf, formatDate, type Bounds } from 'atlas-engine/runtime';
import { formatCoordinates } from '../../coordinates/format-coordinates.ts';
import type { AnalysedDataset, AnalysisAnswer } from 'atlas-engine/http';
import { makeAnalysisStore } from './analysis-store.ts';
import { useAtlas, useStore, useTexts } from '../../ui/common/atlas-context.ts';
import { analysisTitle } from './analysis-title.ts';
import {
  formatDistance,
  formatShare,
  formatSum,
  roundedArea,
  roundedAreas,
  roundedLength,
} from '../common/format-size.ts';
import { cellNote, mainFigure } from './cell-results.tsx';
import { ClassBar } from './class-bar.tsx';
import { partsOf, sizeOf, type CellLayer, type ResultLayer } from './result-layers.ts';
import { SlowLayers } from './slow-layers.tsx';

/** The result of an analysis on paper, below the map of the printed page. The screen hides it. */
export const AnalysisPaper = observer(function AnalysisPaper({
  result: { area, datasets },
}: {
  result: AnalysisAnswer;
}): ReactNode {
  const { bundles, groups, layers } = useAtlas();
  const analysis = useStore(makeAnalysisStore);
  const t = useTexts();
  const { locale } = bundles.index;
  const page = document.querySelector('.atlas');
  if (!page || !analysis.of) return null;
  const { geometry } = analysis.of;
  const { found, nearest, none, cells, bare, slow } = partsOf(datasets, bundles, (group) =>
    layers.has(groups.inProject(group)),
  );
  const writeArea = roundedAreas(
    [...found, ...cells].map(({ one: { covered = 0 } }) => covered),
    locale,
  );
  return createPortal(
    <section className="print-sheet print-analysis">
      <h2>{analysisTitle(analysis.of, t, locale)}</h2>
      <p>{t('area.size', { size: roundedArea(area, locale) })}</p>
      <p>
        <Extent box={boxOf(geometry)} />
      </p>
      <SlowLayers datasets={slow} area={area} />
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
        {found.map((layer) => (
          <PaperRows key={layer.one.dataset} {...{ layer, area, writeArea }} />
        ))}
        {cells.map((layer) => (
          <PaperCells key={layer.one.dataset} {...{ layer, area, writeArea }} />
        ))}
      </table>
      {nearest.length > 0 && (
        <>
          <h3>{t('analysis.nearest-outside')}</h3>
          <p>{nearest.map((layer) => nearestOf(layer, locale)).join(' · ')}</p>
        </>
      )}
      {none.length > 0 && <p>{t('analysis.nowhere', { names: none.join(' · ') })}</p>}
      {bare.length > 0 && <p>{t('analysis.bare', { names: bare.join(' · ') })}</p>}
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
  layer: { one, name },
  area,
  writeArea,
}: {
  layer: ResultLayer;
  area: number;
  writeArea: (squareMetres: number) => string;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const { count, covered, share, length, sums = [], classes = [] } = one;
  const largest = Math.max(...classes.map(sizeOf), 0);
  return (
    <tbody>
      <tr>
        <th scope="row">{name}</th>
        <td>{count.toLocaleString(locale)}</td>
        <td>{covered !== undefined && writeArea(covered)}</td>
        <td>{share !== undefined && formatShare(share, locale)}</td>
        <td>{length !== undefined && roundedLength(length, locale)}</td>
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
          <td className="print-class">
            <ClassBar part={sizeOf(each) / largest} color={each.color ?? null} />
            {each.label[locale]}
          </td>
          <td>{each.count.toLocaleString(locale)}</td>
          <td>{each.area !== undefined && writeArea(each.area)}</td>
          <td>{each.area !== undefined && formatShare(each.area / area, locale)}</td>
          <td>{each.length !== undefined && roundedLength(each.length, locale)}</td>
        </tr>
      ))}
    </tbody>
  );
});

/** A raster and its classes. */
const PaperCells = observer(function PaperCells({
  layer: { one, name },
  area,
  writeArea,
}: {
  layer: CellLayer;
  area: number;
  writeArea: (squareMetres: number) => string;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const { covered, share, classes = [], mean } = one;
  const largest = classes[0]?.area ?? 0;
  return (
    <tbody>
      <tr>
        <th scope="row">{name}</th>
        <td />
        <td>{writeArea(covered)}</td>
        <td>{formatShare(share, locale)}</td>
        <td />
      </tr>
      <tr>
        <td className="print-class" colSpan={5}>
          {[mean !== undefined && mainFigure(one, area, { t, locale }), cellNote(one, t, locale)]
            .filter(Boolean)
            .join(' · ')}
        </td>
      </tr>
      {classes.map((each) => (
        <tr key={each.label[locale]}>
          <td className="print-class">
            <ClassBar part={each.area / largest} color={each.color ?? null} />
            {each.label[locale]}
          </td>
          <td />
          <td>{writeArea(each.area)}</td>
          <td>{formatShare(each.area / area, locale)}</td>
          <td />
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

function nearestOf({ one, name }: ResultLayer, locale: string): string {
  const { nearest = 0, nearestName } = one;
  const place = [nearestName?.[locale], formatDistance(nearest, locale)].filter(Boolean);
  return `${name} (${place.join(', ')})`;
}

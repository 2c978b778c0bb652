import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { MeasuredCells } from 'atlas-engine/http';
import type { Translate } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';
import { Swatch } from '../../ui/common/swatch.tsx';
import { formatDistance, formatMean, formatShare, roundedAreas } from '../common/format-size.ts';
import { ClassBar } from './class-bar.tsx';
import type { CellLayer } from './result-layers.ts';

/** From this share of the area without data on, a result says it. */
const NOTED_SHARE = 0.005;

/** What rasters say about the area: a line for each, which opens its classes. Those on the map are open. */
export const CellResults = observer(function CellResults({
  layers,
  area,
}: {
  layers: readonly CellLayer[];
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  return layers.map((layer) => (
    <details
      key={layer.one.dataset}
      className="analysis-cells"
      {...(layer.isOnMap && { open: true })}
    >
      <summary>
        <Swatch symbols={layer.swatch} />
        <span className="analysis-cells-name">{layer.name}</span>
        <span className="soft">{mainFigure(layer.one, area, { t, locale })}</span>
        <ChevronDown className="analysis-cells-open" size={16} aria-hidden="true" />
      </summary>
      <Cells one={layer.one} area={area} />
    </details>
  ));
});

/** The classes with their land, the range of the values, and how exact they are. */
const Cells = observer(function Cells({
  one,
  area,
}: {
  one: MeasuredCells;
  area: number;
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  const { classes = [] } = one;
  const writeArea = roundedAreas(
    classes.map((each) => each.area),
    locale,
  );
  return (
    <>
      {one.least !== undefined && one.most !== undefined && (
        <p>
          {t('analysis.range', {
            least: formatMean(one.least, one.unit, locale),
            most: formatMean(one.most, one.unit, locale),
          })}
        </p>
      )}
      <ul className="analysis-classes analysis-land">
        {classes.map((each) => (
          <li key={each.label[locale]}>
            <span>{each.label[locale]}</span>
            <span className="analysis-figure">
              {writeArea(each.area)} · {formatShare(each.area / area, locale)}
            </span>
            <ClassBar part={each.area / area} color={each.color ?? null} />
          </li>
        ))}
      </ul>
      <p className="soft">{cellNote(one, t, locale)}</p>
    </>
  );
});

/** Returns the figure of a raster that says most: its mean, or its largest class. */
export function mainFigure(
  one: MeasuredCells,
  area: number,
  { t, locale }: { readonly t: Translate; readonly locale: string },
): string {
  const { mean, unit, classes: [first] = [] } = one;
  if (mean !== undefined) {
    const key = isShare(one, locale) ? 'analysis.mean-land' : 'analysis.mean';
    const figure = t(key, { mean: formatMean(mean, unit, locale) });
    return [figure, ...meanArea(one, locale), ...lacking(one, t, locale)].join(' · ');
  }
  if (!first) return '';
  return t('analysis.mostly', {
    name: first.label[locale] ?? '',
    share: formatShare(first.area / area, locale),
  });
}

/** Returns whether the values are parts of the land of a cell. */
function isShare({ unit }: MeasuredCells, locale: string): boolean {
  return unit?.[locale] === '%';
}

/** Returns the land of a mean in percent, such as that below the crowns of trees; none for others. */
export function meanArea(one: MeasuredCells, locale: string): readonly string[] {
  const { mean, covered } = one;
  if (mean === undefined || !isShare(one, locale)) return [];
  const land = (covered * mean) / 100;
  return [roundedAreas([land], locale)(land)];
}

/** Says which part of the area has no data, such as water: a mean says nothing about it. */
export function lacking(
  { share }: Pick<MeasuredCells, 'share'>,
  t: Translate,
  locale: string,
): readonly string[] {
  if (1 - share < NOTED_SHARE) return [];
  return [t('analysis.lacking', { share: formatShare(1 - share, locale) })];
}

/** Returns how large the cells are, and which part of the area has none. */
export function cellNote({ cell, share }: MeasuredCells, t: Translate, locale: string): string {
  const size = formatDistance(cell, locale);
  if (1 - share < NOTED_SHARE) return t('analysis.cells', { size });
  return t('analysis.cells-part', { size, share: formatShare(1 - share, locale) });
}

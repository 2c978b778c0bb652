import { ChevronRight } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { compileBaseLegend } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { groundColor } from '../map/ground.ts';
import { LegendLine } from './legend-line.tsx';

/**
 * The legend of the base map, folded at first. It is not one of the active layers. Its symbols are
 * drawn on the colour of the land, because white borders are invisible on paper.
 */
export const BaseMapLegend = observer(function BaseMapLegend(): ReactNode {
  const { bases, bundles, shown } = useAtlas();
  const t = useTexts();
  const rows = compileBaseLegend(bundles.bundle, shown.mapState);
  if (rows.length === 0) return null;
  const style: Record<`--${string}`, string> = {
    '--ground': groundColor(bases.current) ?? 'transparent',
  };
  return (
    <details className="legend-item legend-base" style={style}>
      <summary>
        <ChevronRight size={16} aria-hidden="true" />
        <h2>{t('map.base')}</h2>
      </summary>
      <ul className="legend-rows">
        {rows.map((row, index) => (
          <LegendLine key={index} row={row} />
        ))}
      </ul>
    </details>
  );
});

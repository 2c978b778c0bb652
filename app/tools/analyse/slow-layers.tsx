import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { AnalysedDataset } from 'atlas-engine/http';
import { titleOf } from './analysed-datasets.ts';
import { valuesOf } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';

/** From this size on in m², the size of an area may be why a layer takes too long: 10 000 km². */
const LARGE_AREA = 1e10;

/**
 * Names the layers that were not analysed, because they took too long, and what to do: in a large area,
 * a smaller one may help; otherwise the server is busy.
 */
export const SlowLayers = observer(function SlowLayers({
  datasets,
  area,
}: {
  datasets: readonly AnalysedDataset[];
  /** The size of the area in m². */
  area: number;
}): ReactNode {
  const { index } = useAtlas().bundles;
  const t = useTexts();
  if (datasets.length === 0) return null;
  const titles = datasets.map((one) => titleOf(one, index.locale));
  const word = area >= LARGE_AREA ? 'analysis.slow' : 'analysis.slow-busy';
  return <p className="caution analysis-slow">{t(word, { names: valuesOf(titles, index) })}</p>;
});

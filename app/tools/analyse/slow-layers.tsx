import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { AnalysedDataset } from 'atlas-engine/http';
import { titleOf } from './analysed-datasets.ts';
import { useAtlas, useTexts } from '../../ui/common/atlas-context.ts';

/** Names the layers that were not analysed, because they took too long. */
export const SlowLayers = observer(function SlowLayers({
  datasets,
}: {
  datasets: readonly AnalysedDataset[];
}): ReactNode {
  const { locale } = useAtlas().bundles.index;
  const t = useTexts();
  if (datasets.length === 0) return null;
  const names = datasets.map((one) => titleOf(one, locale)).join('; ');
  return <p className="caution">{t('analysis.slow', { names })}</p>;
});

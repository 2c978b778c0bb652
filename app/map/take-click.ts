import { compilePopup, identify, type RenderedFeature } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { Place } from '../stores/places/place.ts';
import { loadAnalysis } from '../tools/load-analysis.ts';

/**
 * Takes a click on the map: selects the features under it. While the tool Analyse is open
 * without a result, the topmost one is analysed, which the label under the pointer names.
 */
export function takeClick(
  atlas: AtlasStore,
  features: readonly RenderedFeature[],
  place: Place,
): void {
  const { bundles, coordinates, side, tools } = atlas;
  coordinates.setClicked(place);
  const hits = identify(bundles.bundle, features);
  const [top] = hits;
  if (side.tool === 'analyse')
    void loadAnalysis(atlas).then((analysis) => {
      // A click to look at an object keeps a result.
      if (!analysis || analysis.of) side.select(hits, place);
      else void analysis.mark(top, (top && compilePopup(bundles.bundle, top)?.title) ?? '');
    });
  else if (hits.length > 0 || !tools.takeClick?.(place)) side.select(hits, place);
}

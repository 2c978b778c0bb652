import { within } from '../net/within.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { AnalysisStore } from './analyse/analysis-store.ts';

/**
 * Loads the analysis of an atlas, whose code comes with its tool. Null if it cannot be loaded, which
 * the panel of the tool says.
 */
export async function loadAnalysis(atlas: AtlasStore): Promise<AnalysisStore | null> {
  const { chunkTimeout } = atlas.bundles.index.limits;
  try {
    const code = await within(chunkTimeout, import('./analyse/analysis-store.ts'));
    return atlas.storeOf(code.makeAnalysisStore);
  } catch {
    return null;
  }
}

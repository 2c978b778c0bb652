import type { BundleIndex } from 'atlas-engine/runtime';

/** Returns whether the visitor may analyse, and therefore list what is near. */
export function mayAnalyse({ tools }: Pick<BundleIndex, 'tools'>): boolean {
  return tools.some(({ id, locked }) => id === 'analyse' && !locked);
}

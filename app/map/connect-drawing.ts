import { reaction, runInAction } from 'mobx';
import { compileOverlays } from 'atlas-engine/runtime';
import { within } from '../net/within.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { MapBinding } from './map-binding.ts';

/**
 * Loads the code for drawing when the visitor begins to draw, and ends it with the drawing. Returns
 * a function that disconnects it.
 */
export function connectDrawing(
  { area, bases, bundles }: Pick<AtlasStore, 'area' | 'bases' | 'bundles'>,
  binding: MapBinding | null,
): () => void {
  let end: (() => void) | null = null;
  const stop = (): void => {
    end?.();
    end = null;
  };
  const start = async (): Promise<void> => {
    const { mode } = area;
    const { chunkTimeout } = bundles.index.limits;
    try {
      const { drawArea } = await within(chunkTimeout, import('../tools/common/draw-area.ts'));
      if (area.mode !== mode || end) return;
      const style = compileOverlays(bundles.bundle, bases.current)['drawn-area']!;
      runInAction(
        () =>
          (end = binding?.lend((map, middle) => drawArea(map, { area, style, middle })) ?? null),
      );
    } catch {
      if (area.mode === mode) area.fail();
    }
  };
  const stopReaction = reaction(
    // A change of the base map removes the layers of the drawing.
    () => area.mode && ([area.mode, bases.current.id] as const).join(),
    (mode) => {
      stop();
      if (mode) void start();
    },
    { fireImmediately: true },
  );
  return () => {
    stopReaction();
    stop();
  };
}

import { reaction } from 'mobx';
import { compileStyle, translator } from 'atlas-engine/runtime';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { NO_EDGES } from './map-padding.ts';
import { mapResources } from './map-resources.ts';
import { SILENT } from './map-events.ts';
import { marksOf, sameMarks } from './overlays/mark.ts';
import { restyle } from './show-view.ts';

const ignore = (): void => undefined;

/**
 * Creates the second map of a comparison in a container. It follows the view of the first map, and
 * the stores. Sets `compare.failed` when it cannot be created. Returns a function that removes it.
 */
export async function connectCompare(
  atlas: AtlasStore,
  container: HTMLElement,
): Promise<() => void> {
  const { bases, bundles, compare, map } = atlas;
  const view = () => compare.camera ?? map.seen;
  const style = () => {
    const { mapState } = compare;
    return mapState && compileStyle(bundles.bundle, mapState, mapResources(atlas));
  };
  const first = { view: view(), style: style() };
  const code = await import('./map-binding.ts');
  if (!first.view || !first.style) return ignore;
  let binding: InstanceType<typeof code.MapBinding>;
  try {
    binding = new code.MapBinding({
      container,
      view: {
        style: first.style,
        interactive: [],
        maxZoom: bases.current.maxzoom,
        overlay: null,
        marks: marksOf(atlas, first.style),
        inside: null,
        padding: { ...NO_EDGES, end: 'right' },
        label: translator(bundles.index)('compare.open'),
      },
      start: { view: first.view },
      region: bundles.index.region.bounds,
      still: true,
      embedded: true,
      events: SILENT,
      pictureAt: bundles.pictureAt,
    });
  } catch {
    compare.fail();
    return ignore;
  }
  let shown = first.style;
  const stops = [
    reaction(view, (now) => now && binding.camera.goTo(now)),
    reaction(
      () => marksOf(atlas, style() ?? shown),
      (marks) => binding.marks.show(marks),
      { equals: sameMarks },
    ),
    reaction(style, (next) => {
      if (next) restyle(binding, next, shown);
      shown = next ?? shown;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    binding.destroy();
  };
}

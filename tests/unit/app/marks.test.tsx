import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileStyle, type FeatureHit } from 'atlas-engine/runtime';
import type { MapBinding } from '../../../app/map/map-binding.ts';
import { mapPadding, marginsOf } from '../../../app/map/map-padding.ts';
import { mapViewOf } from '../../../app/map/map-view.ts';
import { markLayers } from '../../../app/map/overlays/mark-layers.ts';
import { marksOf } from '../../../app/map/overlays/mark.ts';
import { joinByOrder } from '../../../app/map/rendered-features.ts';
import { showView } from '../../../app/map/show-view.ts';
import { takeClick } from '../../../app/map/take-click.ts';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { makeAnalysisStore } from '../../../app/tools/analyse/analysis-store.ts';
import { AtlasProvider } from '../../../app/ui/common/atlas-context.ts';
import { HoverLabel } from '../../../app/ui/map/hover-label.tsx';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const SQUARE = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
};

let atlas: AtlasStore;
let network: ReturnType<typeof fixtureNetwork>;

beforeEach(async () => {
  vi.stubGlobal('window', { innerWidth: 1280, innerHeight: 800 });
  network = fixtureNetwork();
  atlas = new AtlasStore(fixtureIndex(), {
    ...FIRST_VISIT,
    network,
    address: { search: '', hash: '#layers=harbours,land' },
  });
  await atlas.start('en');
  await new Promise((resolve) => setTimeout(resolve));
});

afterEach(() => vi.unstubAllGlobals());

const style = () => compileStyle(atlas.bundles.bundle, atlas.shown.mapState);

describe('the mark of an area', () => {
  const idsOf = (origin: 'feature' | 'drawn'): string[] => {
    atlas.area.set({ geometry: SQUARE, origin, name: '' });
    return marksOf(atlas, style())
      .flatMap(markLayers)
      .map(({ id }) => id);
  };

  it('has other layers for a dashed casing than for one without dashes', () => {
    const casings = (['feature', 'drawn'] as const).map((origin) =>
      idsOf(origin).filter((id) => id.includes('casing')),
    );
    expect(casings).toEqual([['area/dashed-casing-0'], ['area/casing-0']]);
  });

  it('is below the dots and above the areas', () => {
    atlas.area.set({ geometry: SQUARE, origin: 'drawn', name: '' });
    const { marks } = mapViewOf(atlas)();
    expect(marks.map(({ overlay }) => overlay.below)).toEqual(['group/harbours/point']);
    const order = style().layers.map(({ id }) => id);
    expect(order.indexOf('group/land/area')).toBeLessThan(order.indexOf('group/harbours/point'));
    atlas.catalogue.remove('harbours');
    expect(marksOf(atlas, style())[0]?.overlay).not.toHaveProperty('below');
  });
});

describe('the features under a click', () => {
  const feature = (id: string, source = 'x') => ({
    layer: { id },
    source,
    properties: {},
    geometry: { type: 'Polygon' },
  });

  it('are those of layers above an imported area, the imported area, and those below it', () => {
    const features = [feature('dots'), feature('areas')];
    const order = ['areas', 'place', 'dots'];
    expect(joinByOrder([feature('place')], features, order)).toEqual([
      feature('dots'),
      feature('place'),
      feature('areas'),
    ]);
    expect(joinByOrder([feature('place')], [], order)).toEqual([feature('place')]);
    expect(joinByOrder([], features, order)).toEqual(features);
  });
});

describe('a click while the tool Analyse is open', () => {
  beforeEach(() => {
    const json = async () => ({ ok: true, value: { geometry: SQUARE } });
    Object.assign(network, { json });
  });

  const rendered = (id: string, type: string) => ({
    layer: { id },
    source: id.split('/')[1]!,
    id: 7,
    properties: { name: id },
    geometry: { type },
  });
  const dot = rendered('group/harbours/point', 'Point');
  const area = rendered('group/land/area', 'Polygon');

  it('analyses a dot too, in place of selecting it', async () => {
    atlas.side.toggleTool('analyse');
    takeClick(atlas, [dot, area], [1, 1]);
    await expect.poll(() => atlas.area.area?.origin).toBe('feature');
    expect(atlas.feature.hit).toBeUndefined();
    expect(atlas.side.tool).toBe('analyse');
  });

  it('analyses an area, and says that a click beside all features has none', async () => {
    atlas.side.toggleTool('analyse');
    takeClick(atlas, [area], [1, 1]);
    await expect.poll(() => atlas.area.area?.origin).toBe('feature');
    takeClick(atlas, [], [1, 1]);
    await expect.poll(() => atlas.storeOf(makeAnalysisStore).lacksArea).toBe(true);
    expect(atlas.side.tool).toBe('analyse');
  });
});

describe('the label under the pointer', () => {
  const hit: FeatureHit = {
    group: 'harbours',
    sublayer: 'point',
    source: 'harbours',
    id: '7',
    properties: { name: 'Erindo' },
    geometry: { type: 'Point' },
  };
  const draw = (): string =>
    renderToStaticMarkup(
      <AtlasProvider value={atlas}>
        <HoverLabel />
      </AtlasProvider>,
    );

  it('stays beside an open side panel', () => {
    atlas.hover.point(hit, { x: 880, y: 300 });
    expect(draw()).toContain('left:min(880px, 100% - 268px)');
    atlas.side.toggleTool('analyse');
    expect(draw()).toContain('left:min(880px, 100% - 628px)');
  });
});

describe('the margins around an area', () => {
  const margins = (beside: boolean) => marginsOf(mapPadding(atlas), { beside, isLimited: false });

  it('leave the toolbar free when a tool goes to the area, not when a project opens', () => {
    expect(margins(true)).toMatchObject({ left: 32, right: 124 });
    expect(margins(false)).toMatchObject({ left: 32, right: 32 });
    atlas.side.toggleTool('explore');
    expect(margins(true)).toMatchObject({ left: 32, right: 484 });
    const fit = vi.fn();
    const binding = { camera: { fit }, setPadding: () => undefined } as unknown as MapBinding;
    const view = mapViewOf(atlas);
    const before = view();
    atlas.map.goToArea({ bounds: [0, 0, 1, 1] });
    showView(binding, { ...before, request: atlas.map.request }, before);
    atlas.projects.showHome();
    showView(binding, { ...before, request: atlas.map.request }, before);
    expect(fit.mock.calls.map(([, options]) => options)).toEqual([
      { beside: true },
      { beside: false },
    ]);
  });

  it('leave the buttons of a phone free', () => {
    atlas.ui.setPhone(true);
    expect(margins(true)).toMatchObject({ left: 3, right: 63 });
  });
});

/** Measures the contrast of the names and borders of the base map in a view, by pixels. */
import { Color } from '@maplibre/maplibre-gl-style-spec';
import type { Page } from '@playwright/test';
import { compileStyle, type AtlasBundle, type MapState } from 'atlas-engine/runtime';
import { addressOf, GROUND, type View, type WindowName } from '../views/views.ts';
import { lineContrast, readPicture, ringContrast, type Picture, type Rgb } from './contrast.ts';
import { waitForMap } from './open-browser.ts';

/** What is measured: the layers in the style, and the property with their colour. */
const MEASURED = [
  ['country-names', 'group/labels/country-names', 'text-color'],
  ['capital-names', 'group/labels/capital-names', 'text-color'],
  ['province-names', 'group/labels/province-names', 'text-color'],
  ['border', 'group/boundaries/border', 'line-color'],
] as const;

/** The layer of the names of villages. */
const VILLAGE_NAMES = ['village-names', 'group/villages/close-names', 'text-color'] as const;

/** The part of each window that only the map covers, in px. */
const CLIPS: Readonly<Record<WindowName, { x: number; y: number; width: number; height: number }>> =
  {
    phone: { x: 0, y: 72, width: 290, height: 480 },
    desktop: { x: 380, y: 60, width: 780, height: 620 },
    wide: { x: 380, y: 60, width: 1400, height: 860 },
  };

/** The atlas that serves a view, and its complete bundle in the language of the view. */
export interface Measured {
  readonly url: string;
  readonly bundle: AtlasBundle;
}

/**
 * Returns the contrasts (1 to 21) in a view by layer: of `country-names`, `capital-names` and
 * `province-names` with the ring of 2 px around them, and of `border` with its ring. A layer that is
 * not drawn in the view has no entry. The window of `page` has the size of the view.
 */
export async function measureContrast(
  page: Page,
  { url, bundle }: Measured,
  view: View,
): Promise<Readonly<Record<string, number>>> {
  const camera = view.camera ?? (await fittedCamera(page, url, view));
  const shown: View = { ...view, camera, data: view.data ?? presetOf(bundle, view.project) };
  const draw = async (ground: readonly string[]): Promise<Picture> => {
    await page.goto(url + addressOf(shown, ground));
    await waitForMap(page);
    return readPicture(await page.screenshot({ clip: CLIPS[view.window] }));
  };
  await page.goto('about:blank');
  const named = await draw(GROUND);
  const unnamed = await draw(GROUND.filter((id) => id !== 'labels'));
  const bare = await draw([]);
  const found: Record<string, number> = {};
  for (const [id, color] of colorsIn(bundle, shown)) {
    const contrast =
      id === 'border' ? lineContrast(unnamed, bare, color) : ringContrast(named, unnamed, color);
    if (contrast !== null) found[id] = contrast;
  }
  return found;
}

/**
 * Returns the contrast of the names of villages with the ring of 2 px around them; null if none is
 * drawn. `data` of the view contains `villages`.
 */
export async function measureVillages(
  page: Page,
  { url, bundle }: Measured,
  view: View & { readonly data: readonly string[] },
): Promise<number | null> {
  const draw = async (data: readonly string[]): Promise<Picture> => {
    await page.goto(url + addressOf({ ...view, data }));
    await waitForMap(page);
    return readPicture(await page.screenshot({ clip: CLIPS[view.window] }));
  };
  const named = await draw(view.data);
  const unnamed = await draw(view.data.filter((id) => id !== 'villages'));
  const [[, color]] = colorsIn(bundle, view, [VILLAGE_NAMES]) as [[string, Rgb]];
  return ringContrast(named, unnamed, color);
}

/** Returns the camera with which a view without one opens, moved by a few pixels. */
async function fittedCamera(page: Page, url: string, view: View): Promise<string> {
  await page.goto(url + addressOf(view));
  await waitForMap(page);
  // The address names the camera after the map has been moved.
  await page.locator('canvas.maplibregl-canvas').press('ArrowUp');
  await page.waitForFunction(() => /^#[\d.]+\//.test(window.location.hash));
  return /^#([^&]+)/.exec(new URL(page.url()).hash)![1]!;
}

/** Returns the groups of data with which the atlas or a project opens. */
function presetOf({ projects, categories }: AtlasBundle, project?: string): readonly string[] {
  const own = projects.find(({ id }) => id === project)?.groups ?? [];
  const checked = categories.flatMap(({ groups }) => groups).filter((group) => group.checked);
  const ids = new Set([...own, ...checked.map(({ id }) => id)]);
  return [...ids].filter((id) => !GROUND.some((ground) => ground === id));
}

/** Returns the colours of the measured layers that are drawn at the zoom of a view. */
function colorsIn(
  bundle: AtlasBundle,
  view: View,
  measured: readonly (readonly [id: string, layer: string, property: string])[] = MEASURED,
): readonly (readonly [id: string, Rgb])[] {
  const { layers } = compileStyle(bundle, stateOf(bundle, view));
  const zoom = Number.parseFloat(view.camera!);
  return measured.flatMap(([id, layer, property]) => {
    const { minzoom = 0, maxzoom = 24, paint } = layers.find((each) => each.id === layer)!;
    if (zoom < minzoom || zoom >= maxzoom) return [];
    const value = (paint as Record<string, unknown>)[property];
    const { r, g, b } = Color.parse(String(atZoom(value, zoom)))!;
    return [[id, [r * 255, g * 255, b * 255]] as const];
  });
}

function stateOf(bundle: AtlasBundle, { base, relief, project, data = [] }: View): MapState {
  return {
    baseLayer: base ?? '',
    hillshade: relief ?? false,
    project: project ?? null,
    groups: [...data, ...GROUND].flatMap((item) => {
      const [id, percent] = item.split('~') as [string, string | undefined];
      const group = bundle.groups[id];
      if (!group) return [];
      const opacity = percent === undefined ? group.opacity : Number(percent) / 100;
      return [{ id, visible: true, opacity }];
    }),
  };
}

/** Evaluates a `step` on the zoom. */
function atZoom(value: unknown, zoom: number): unknown {
  if (!Array.isArray(value)) return value;
  const [, , first, ...rest] = value as readonly unknown[];
  let current = first;
  for (let i = 0; i < rest.length; i += 2) if (zoom >= Number(rest[i])) current = rest[i + 1];
  return current;
}

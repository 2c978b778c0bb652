import type { Ground, Json } from '../basics/values.ts';
import type { AtlasBundle, Cover, MapState } from '../bundle/bundle.ts';
import { pickGround, type Base } from './pick-ground.ts';

/** The base map whose values apply from each zoom upwards. The first step starts at zoom 0. */
export type BaseSteps = readonly (readonly [zoom: number, base: Base])[];

/** Lightness (CIE L*) of a base map by its ground. */
const BASE_LIGHTNESS: Readonly<Record<Ground, number>> = { light: 95, dark: 15 };

/** Lightness below which light letters have more contrast than dark ones. */
const DARK_BELOW = 54;

/** Smallest opacity with which a raster or fill changes the ground. */
const COVERS_FROM = 0.5;

const MAX_ZOOM = 24;
const ZOOM_STEP = 0.5;

/**
 * Returns the ground for labels and borders over the visible groups, by zoom. The rasters and fills
 * with enough opacity are mixed over the base map, from bottom to top. If the resulting ground is
 * that of the base map, the result is the base map itself, so that values for its id apply.
 */
export function baseOverData(bundle: AtlasBundle, state: MapState, base: Base): BaseSteps {
  const stacks = stacksOf(bundle, state, base);
  const over: Base = { id: '', ground: base.ground === 'light' ? 'dark' : 'light' };
  const steps: (readonly [number, Base])[] = [[0, base]];
  if (stacks.length === 0) return steps;
  for (let zoom = 0; zoom <= MAX_ZOOM; zoom += ZOOM_STEP) {
    const ground = lightnessAt(zoom, stacks, base) < DARK_BELOW ? 'dark' : 'light';
    const next = ground === base.ground ? base : over;
    if (zoom === 0) steps[0] = [0, next];
    else if (next !== steps.at(-1)![1]) steps.push([zoom, next]);
  }
  return steps;
}

/** The `Cover` of a layer, with the zooms of the layer and the opacity of its group. */
interface Placed extends Readonly<Cover> {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly factor: number;
}

/** Returns the rasters and fills of each visible group as `Placed` covers, from bottom to top. */
function stacksOf(
  bundle: AtlasBundle,
  state: MapState,
  base: Base,
): readonly (readonly Placed[])[] {
  return state.groups.toReversed().flatMap(({ id, visible, opacity: factor }) => {
    if (!visible || factor < COVERS_FROM) return [];
    const sublayers = bundle.groups[id]?.sublayers ?? [];
    const covers = sublayers.flatMap(({ cover, minzoom = 0, maxzoom = Infinity }) => {
      const picked = cover && pickGround(cover, base);
      return picked ? [{ ...picked, minzoom, maxzoom, factor }] : [];
    });
    return covers.length > 0 ? [covers] : [];
  });
}

/**
 * Returns the lightness at a zoom. The sublayers of a group do not overlap, so the most opaque one
 * of each group is used.
 */
function lightnessAt(zoom: number, stacks: readonly (readonly Placed[])[], base: Base): number {
  let lightness = BASE_LIGHTNESS[base.ground];
  for (const covers of stacks) {
    let share = 0;
    let own = 0;
    for (const cover of covers) {
      const opacity = opacityAt(zoom, cover);
      if (opacity > share) [share, own] = [opacity, cover.lightness];
    }
    if (share >= COVERS_FROM) lightness += (own - lightness) * share;
  }
  return lightness;
}

function opacityAt(zoom: number, { opacity, factor, minzoom, maxzoom }: Placed): number {
  if (zoom < minzoom || zoom >= maxzoom) return 0;
  const after = opacity.findIndex(([at]) => at > zoom);
  if (after === -1) return opacity.at(-1)![1] * factor;
  if (after === 0) return opacity[0]![1] * factor;
  const [from, low] = opacity[after - 1]!;
  const [to, high] = opacity[after]!;
  return (low + ((high - low) * (zoom - from)) / (to - from)) * factor;
}

/**
 * Joins the values of a property at each step into one value: a `step` expression on the zoom if
 * they differ. MapLibre allows only one expression on the zoom. If the values themselves depend on
 * the zoom, they are not joined, and the first value applies at every zoom.
 */
export function joinSteps(steps: BaseSteps, values: readonly Json[]): Json {
  const [first, ...rest] = values as readonly [Json, ...Json[]];
  const own = JSON.stringify(first);
  const texts = rest.map((value) => JSON.stringify(value));
  if (texts.every((text) => text === own)) return first;
  if ([own, ...texts].some((text) => text.includes('["zoom"]'))) return first;
  return ['step', ['zoom'], first, ...rest.flatMap((value, i) => [steps[i + 1]![0], value])];
}

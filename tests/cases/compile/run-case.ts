import { join } from 'node:path';
import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { ConfigFolder } from 'atlas-engine';
import {
  compileBaseLegend,
  compileLegend,
  compilePopup,
  compileStyle,
  identify,
  type AtlasBundle,
  type MapState,
  type RenderedFeature,
} from 'atlas-engine/runtime';
import { bundleOf, loadModel, OPTIONS } from '../../build-atlas.ts';
import { readCaseFolder } from '../read-case.ts';
import { readState, type CaseFeature, type CaseState } from './case-state.ts';
import { comparePixels } from './compare-pixels.ts';
import { renderBaseLegend, renderLegend, renderPanel, renderPopups } from './render.ts';

/** The compiled parts of a case; each may have an expected file. */
export interface CaseResult {
  readonly style: StyleSpecification;
  readonly legend: string;
  readonly popup: string;
  readonly panel: string;
  /** The drawing of the map and of the WMS. */
  readonly pixels: string;
  /** Differences of the WMS or the legend from the map. */
  readonly differing: readonly string[];
}

/** Compiles a case in one of its states; `variant` is empty for the default state. */
export async function runCase(dir: string, name: string, variant: string): Promise<CaseResult> {
  const own = await readCaseFolder(dir, name);
  // The state is not part of the configuration.
  const files = own.files.filter(({ path }) => !/^state\b/.test(path));
  const state = readState(join(dir, name), variant);
  return await compileCase({ files, assets: own.assets }, state);
}

async function compileCase(folder: ConfigFolder, state: CaseState): Promise<CaseResult> {
  const { locale, level, services } = state;
  const options = { ...OPTIONS, address: (service: string) => services[service] ?? null };
  const model = loadModel(folder);
  const bundle = bundleOf(model, { locale, level, options });
  const chosen = mapState(bundle, state);
  const style = compileStyle(bundle, chosen, { documents: state.documents });
  const hits = identify(
    bundle,
    state.click.map((feature) => rendered(style, feature)),
  );
  const legend = compileLegend(bundle, chosen);
  const pixels = state.pixels && (await comparePixels(state.pixels, { model, style, legend }));
  return {
    style,
    legend: renderLegend(legend) + renderBaseLegend(compileBaseLegend(bundle, chosen)),
    popup: renderPopups(hits.map((hit) => compilePopup(bundle, hit, state.details))),
    panel: renderPanel(bundle),
    pixels: pixels?.text ?? '',
    differing: pixels?.differing ?? [],
  };
}

function mapState(bundle: AtlasBundle, state: CaseState): MapState {
  const listed = bundle.categories.flatMap(({ groups }) => groups.map(({ id }) => id));
  const groups = state.groups ?? listed.filter((id) => id in bundle.groups);
  return {
    baseLayer: state.base,
    hillshade: state.hillshade,
    project: state.project,
    lost: state.lost,
    groups: groups.map((group) => {
      const { id, opacity, hidden } = typeof group === 'string' ? { id: group } : group;
      return {
        id,
        visible: hidden !== true,
        opacity: opacity ?? bundle.groups[id]?.opacity ?? 1,
      };
    }),
  };
}

/** Returns the feature as MapLibre reports it, with the source of its layer. */
function rendered(style: StyleSpecification, feature: CaseFeature): RenderedFeature {
  const { layer, ...rest } = feature;
  const drawn = style.layers.find(({ id }) => id === layer);
  if (!drawn || !('source' in drawn)) throw new Error(`No layer ${layer} draws a feature.`);
  return { ...rest, layer: { id: layer }, source: drawn.source, geometry: { type: 'Point' } };
}

/**
 * Returns MapLibre's errors about a style. Styles of the engine have no `glyphs`, which the
 * validator requires.
 */
export function styleFaults(style: StyleSpecification): string[] {
  const glyphs = 'https://example.org/{fontstack}/{range}.pbf';
  return validateStyleMin({ glyphs, ...style }).map(({ message }) => message);
}

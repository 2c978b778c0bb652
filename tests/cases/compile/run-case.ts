import { join } from 'node:path';
import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import type { ConfigFolder } from 'atlas-engine';
import {
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
import { renderLegend, renderPanel, renderPopups } from './render.ts';

/** What a case may expect, each in a file of its own. */
export interface CaseResult {
  readonly style: StyleSpecification;
  readonly legend: string;
  readonly popup: string;
  readonly panel: string;
  /** What the map and the WMS draw. */
  readonly pixels: string;
  /** Pixels of the WMS or colours of a legend that are not those of the map. */
  readonly differing: readonly string[];
}

/** Compiles a case of a folder in one of its states; `variant` is empty for the only one. */
export async function runCase(dir: string, name: string, variant: string): Promise<CaseResult> {
  const own = await readCaseFolder(dir, name);
  // The state is no part of the configuration.
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
    legend: renderLegend(legend),
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

/** The feature as MapLibre reports it, with the source of the layer that drew it. */
function rendered(style: StyleSpecification, feature: CaseFeature): RenderedFeature {
  const { layer, ...rest } = feature;
  const drawn = style.layers.find(({ id }) => id === layer);
  if (!drawn || !('source' in drawn)) throw new Error(`No layer ${layer} draws a feature.`);
  return { ...rest, layer: { id: layer }, source: drawn.source, geometry: { type: 'Point' } };
}

/** What MapLibre itself says against a style; the program adds the fonts. */
export function styleFaults(style: StyleSpecification): string[] {
  const glyphs = 'https://example.org/{fontstack}/{range}.pbf';
  return validateStyleMin({ glyphs, ...style }).map(({ message }) => message);
}

import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, test } from 'vitest';
import { compilePublicBundles, compileSessionPart, loadAtlas, type AtlasModel } from 'atlas-engine';
import { compileStyle, mergeBundles, type AtlasBundle } from 'atlas-engine/runtime';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';

const OPTIONS = {
  version: () => 'v1',
  bounds: () => [8, -14, 32, 12] as const,
  address: (service: string) => `https://example.org/${service}`,
  fileVersion: () => null,
  hash: (text: string) => `h${text.length}`,
};
const RESOURCES = { origin: 'https://example.org' };

async function modelOf(dir: string): Promise<AtlasModel> {
  const atlas = loadAtlas(await readConfigFolder(dir));
  if (!atlas.ok) throw new Error(`${dir} has errors: ${JSON.stringify(atlas.diagnostics)}`);
  return atlas.model;
}

/** Returns the complete bundles for each level and language. */
function bundlesOf(model: AtlasModel): AtlasBundle[] {
  const { byLocale, revision } = compilePublicBundles(model, OPTIONS);
  return model.locales.available.flatMap((locale) =>
    model.levels.map((level) => {
      const { index, parts } = byLocale[locale]!;
      const session =
        level.rank === 0
          ? null
          : compileSessionPart(model, level, revision, { ...OPTIONS, locale });
      return mergeBundles(
        index,
        parts.map(({ part }) => part),
        session,
      );
    }),
  );
}

/** Returns the style of every base map, alone and with each project, with all groups on. */
function stylesOf(bundle: AtlasBundle): ReturnType<typeof compileStyle>[] {
  const groups = Object.values(bundle.groups).map(({ id, opacity }) => ({
    id,
    opacity,
    visible: true,
  }));
  return bundle.baseLayers.flatMap(({ id: baseLayer }) =>
    [null, ...bundle.projects.map(({ id }) => id)].map((project) =>
      compileStyle(bundle, { baseLayer, hillshade: true, groups, project }, RESOURCES),
    ),
  );
}

/** The validator requires `glyphs`, which the app does not use. */
function faultsOf(style: ReturnType<typeof compileStyle>): string[] {
  return validateStyleMin({ ...style, glyphs: 'https://example.org/{fontstack}/{range}.pbf' }).map(
    ({ message }) => message,
  );
}

describe.each(['atlas.config', 'tests/atlases/isles', 'tests/cases/diagnostics/_base'])(
  'an atlas that passes the check: %s',
  (dir) => {
    test('compiles to valid styles', async () => {
      const styles = bundlesOf(await modelOf(dir)).flatMap(stylesOf);
      expect(styles.length).toBeGreaterThan(3);
      expect(styles.some(({ layers }) => layers.length > 5)).toBe(true);
      expect(styles.flatMap(faultsOf)).toEqual([]);
    });

    test('compiles to the same bytes again', async () => {
      const bytes = async (): Promise<string> => {
        const model = await modelOf(dir);
        const bundles = bundlesOf(model).map((bundle) => ({
          ...bundle,
          loaded: [...bundle.loaded],
        }));
        return JSON.stringify([bundles, bundlesOf(model).flatMap(stylesOf)]);
      };
      expect(await bytes()).toBe(await bytes());
    });

    test('does not depend on the order of its files', async () => {
      const folder = await readConfigFolder(dir);
      const backwards = loadAtlas({ ...folder, files: folder.files.toReversed() });
      if (!backwards.ok)
        throw new Error('The atlas has errors when its files are in reverse order.');
      const forwards = compilePublicBundles(await modelOf(dir), OPTIONS);
      const again = compilePublicBundles(backwards.model, OPTIONS);
      const groupsOf = (bundles: typeof again): string[] =>
        bundles.byLocale[backwards.model.locales.default]!.index.categories.flatMap(({ groups }) =>
          groups.map(({ id }) => id),
        );
      expect(groupsOf(again)).toEqual(groupsOf(forwards));
    });
  },
);

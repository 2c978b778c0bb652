import type * as Config from '../../../schemas/config.g.ts';
import type { BrandPicture } from '../../model/brand-picture.ts';
import type { AtlasModel } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { ResolveContext } from '../context.ts';
import { endingOf, reportMissingFile } from '../missing-file.ts';

/** The formats of each picture, by extension. */
const FORMATS = { logo: ['svg', 'png', 'webp'], favicon: ['svg', 'png'] } as const;

/**
 * Resolves the logo and the browser icon of the theme. Diagnostics: `brand-format`, `file-missing`.
 */
export function resolveBrand(
  theme: Config.Theme = {},
  context: ResolveContext,
): Pick<AtlasModel, 'logo' | 'favicon'> {
  const { logo, favicon } = theme;
  const of = (node: object, key: BrandPicture['key'], path: string) =>
    resolvePicture(node, { key, path }, context);
  const both = typeof logo === 'string' ? of(theme, 'logo', logo) : undefined;
  const each = typeof logo === 'object' ? logo : undefined;
  const light = each ? of(each, 'light', each.light) : both;
  const dark = each ? of(each, 'dark', each.dark) : both;
  return present({
    logo: light && dark ? { light, dark } : undefined,
    favicon: favicon === undefined ? undefined : of(theme, 'favicon', favicon),
  });
}

/** Returns the picture; undefined if its format is wrong, which is reported here only. */
function resolvePicture(
  node: object,
  picture: BrandPicture,
  context: ResolveContext,
): BrandPicture | undefined {
  const { key, path } = picture;
  const target = { node, key };
  const expected = FORMATS[key === 'favicon' ? 'favicon' : 'logo'];
  if (!expected.some((ending) => ending === endingOf(path))) {
    context.report.error('brand-format', target, { found: path, expected });
    return undefined;
  }
  reportMissingFile(target, path, context);
  context.nodes.set(picture, node);
  return picture;
}

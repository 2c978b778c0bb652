import { suggest } from '../../diagnostics/suggest.ts';
import type { Target } from '../../model/report.ts';
import { hasFolder } from '../missing-file.ts';
import type { ResolveContext } from '../context.ts';

/** Extensions of icons, in order of preference. */
const ENDINGS = ['.svg', '.png', '.webp'];

/**
 * Returns the path of the image `name` in the folder of `theme.icons`; the name itself when it is
 * missing, so that it is not reported again. Diagnostic: `icon-missing`.
 */
export function resolveIcon(
  name: string,
  target: Target,
  { broken, folder, icons, report }: Pick<ResolveContext, 'broken' | 'folder' | 'icons' | 'report'>,
): string {
  // With an invalid theme the folder is unknown, and a missing folder was reported.
  if (broken.has('theme') || (icons !== null && !hasFolder(icons, folder))) return name;
  const found = ENDINGS.map((ending) => `${icons}/${name}${ending}`).find((path) =>
    folder.assets.has(path),
  );
  if (found !== undefined) return found;
  const known = [...folder.assets].flatMap((path) => {
    const ending = ENDINGS.find((each) => path.endsWith(each));
    const inside = icons !== null && path.startsWith(`${icons}/`);
    return inside && ending ? [path.slice(icons.length + 1, -ending.length)] : [];
  });
  const bare = name.replace(/\.\w+$/, '');
  const nearest = known.includes(bare) ? bare : (suggest(bare, known) ?? '');
  report.error('icon-missing', target, { found: name, folder: icons ?? '', nearest, known });
  return name;
}

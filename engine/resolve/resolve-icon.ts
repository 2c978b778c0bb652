import { suggest } from '../diagnostics/suggest.ts';
import type { Target } from '../model/report.ts';
import { hasFolder } from './missing-file.ts';
import type { ResolveContext } from './context.ts';

/** Endings an icon may have, in the order they are looked for. */
const ENDINGS = ['.svg', '.png', '.webp'];

/**
 * The path of the picture `name` in the folder of `theme.icons`. Diagnostic: `icon-missing`; the
 * name itself is given then, so that it is not missed a second time.
 */
export function resolveIcon(
  name: string,
  target: Target,
  { broken, folder, icons, report }: Pick<ResolveContext, 'broken' | 'folder' | 'icons' | 'report'>,
): string {
  // With faults in the theme its folder is not known, and one that is missing was reported.
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

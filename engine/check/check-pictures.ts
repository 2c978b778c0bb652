import { fileUses, type FileUse } from '../compile/file-uses.ts';
import { isImage } from '../values/properties.ts';
import type { PictureFacts } from '../model/facts.ts';
import type { Target } from '../model/report.ts';
import { nodeOf, type CheckContext } from './context.ts';

/**
 * Holds the pictures that browsers are sent against what their files hold, each once. Diagnostics:
 * `not-a-picture`, `icon-without-size`.
 */
export function checkPictures(context: CheckContext): void {
  const { pictures } = context.facts;
  if (!pictures) return;
  const seen = new Set<string>();
  for (const use of fileUses(context.model)) {
    const picture = pictures.get(use.path);
    if (!picture || seen.has(use.path)) continue;
    seen.add(use.path);
    report(use, picture, context);
  }
}

function report(use: FileUse, picture: PictureFacts, context: CheckContext): void {
  const target = targetOf(use, context);
  const isIcon = use.key === 'icon' || isImage(use.key);
  if (picture.kind === 'other')
    context.report.error('not-a-picture', target, { file: use.path, found: picture.what });
  else if (picture.kind === 'svg' && !picture.isSized && isIcon)
    context.report.warn('icon-without-size', target, {
      file: use.path,
      box: picture.viewBox ?? '',
    });
}

/** The key that names the picture; a property of a sublayer is under `paint` or `layout`. */
function targetOf({ owner, key }: FileUse, context: CheckContext): Target {
  const node = nodeOf(owner, context);
  const holder = [node, node['layout'], node['paint']].find(
    (each) => typeof each === 'object' && each !== null && key in each,
  );
  return holder ? { node: holder, key } : { node };
}

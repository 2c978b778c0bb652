import { fileUses, type FileUse } from '../compile/file-uses.ts';
import { isImage } from '../values/properties.ts';
import type { PictureFacts } from '../model/facts.ts';
import { nodeOf, type CheckContext } from './context.ts';
import { writtenProperty } from './places.ts';

/**
 * Checks the files of images that browsers receive, each once. Diagnostics: `not-a-picture`,
 * `icon-without-size`.
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

function report({ key, owner, path }: FileUse, picture: PictureFacts, context: CheckContext): void {
  const node = nodeOf(owner, context);
  const target = key in node ? { node, key } : (writtenProperty(owner, key, context) ?? { node });
  const isIcon = key === 'icon' || isImage(key);
  if (picture.kind === 'other')
    context.report.error('not-a-picture', target, { file: path, found: picture.what });
  else if (picture.kind === 'svg' && !picture.isSized && isIcon)
    context.report.warn('icon-without-size', target, { file: path, box: picture.viewBox ?? '' });
}

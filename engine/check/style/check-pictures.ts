import { brandPictures, fileUses, type FileUse } from '../../compile/file-uses.ts';
import type { BrandPicture } from '../../model/brand-picture.ts';
import { isImage } from '../../values/properties.ts';
import type { PictureFacts } from '../../model/facts.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { valueAt, writtenProperty } from '../places.ts';

/**
 * Checks the files of images that browsers receive, each once. Diagnostics: `not-a-picture`,
 * `icon-without-size`, `picture-too-large`, `brand-too-large`, `favicon-not-square`.
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
  for (const brand of brandPictures(context.model)) {
    const picture = pictures.get(brand.path);
    if (picture && picture.kind !== 'other') reportBrand(brand, picture, context);
  }
}

/** A picture with more bytes is reported. A JPEG of 1200 × 630 pixels has about 200 000. */
const MOST_BYTES = 1_000_000;
/** Maximum size of the logo and of the browser icon in bytes, because every visitor loads them. */
const MOST_BRAND_BYTES = 100_000;

/** Reports a logo or browser icon that is too large, without a size, or not square. */
function reportBrand(
  brand: BrandPicture,
  picture: Exclude<PictureFacts, { kind: 'other' }>,
  context: CheckContext,
): void {
  const { path: file, key } = brand;
  const target = valueAt(brand, key, context);
  const { bytes = 0 } = picture;
  if (bytes > MOST_BRAND_BYTES) {
    const size = { found: Math.ceil(bytes / 1000), most: MOST_BRAND_BYTES / 1000 };
    context.report.warn('brand-too-large', target, { file, ...size });
  }
  const [width, height] = sizeOf(picture);
  if (width === undefined || height === undefined) {
    if (picture.kind === 'svg' && !picture.isSized)
      context.report.warn('icon-without-size', target, { file, box: '' });
  } else if (key === 'favicon' && width !== height)
    context.report.warn('favicon-not-square', target, { file, width, height });
}

/** Returns the width and height of a picture, if they are known. */
function sizeOf(picture: Exclude<PictureFacts, { kind: 'other' }>): readonly number[] {
  if (picture.kind === 'pixels') return picture.size ?? [];
  return (picture.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .slice(2)
    .map(Number);
}

function report({ key, owner, path }: FileUse, picture: PictureFacts, context: CheckContext): void {
  const node = nodeOf(owner, context);
  const target = key in node ? { node, key } : (writtenProperty(owner, key, context) ?? { node });
  if (picture.kind === 'other') {
    context.report.error('not-a-picture', target, { file: path, found: picture.what });
    return;
  }
  const { bytes = 0 } = picture;
  if (bytes > MOST_BYTES) {
    const megabytes = Math.round(bytes / 100_000) / 10;
    context.report.warn('picture-too-large', target, { file: path, megabytes });
  }
  const isIcon = key === 'icon' || isImage(key);
  if (picture.kind === 'svg' && !picture.isSized && isIcon)
    context.report.warn('icon-without-size', target, { file: path, box: picture.viewBox ?? '' });
}

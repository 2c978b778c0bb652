import type { Pictures } from '../bundle/bundle.ts';
import type { Sublayer } from '../model/model.ts';
import type { CompileOptions } from './compile-options.ts';
import { fileAddress } from './compile-source.ts';
import { pictureUses } from './picture-uses.ts';

/** Returns the pictures of layers that are small enough to be in the bundle. */
export function compilePictures(sublayers: readonly Sublayer[], options: CompileOptions): Pictures {
  return smallPictures(
    sublayers.flatMap((sublayer) => pictureUses(sublayer).flatMap(({ path }) => path ?? [])),
    options,
  );
}

/** Returns those of some pictures that are small enough to be in a document, by their addresses. */
export function smallPictures(paths: readonly string[], options: CompileOptions): Pictures {
  const pictures: Record<string, string> = {};
  for (const path of paths) {
    const picture = options.picture?.(path);
    if (picture) pictures[fileAddress(path, options)] = picture;
  }
  return pictures;
}

import type { StyleValue, Sublayer } from '../model/model.ts';
import { isImage } from '../values/properties.ts';
import { valuesIn } from '../values/value-tree.ts';

/** A picture that a layer draws. */
interface PictureUse {
  /** Path of the file in the configuration; undefined for a class without one. */
  readonly path: string | undefined;
  /** What names the file, and its key: the layer itself, or an entry of a list of classes. */
  readonly owner: object;
  readonly key: string;
}

/** Returns every use of a picture in the paint and layout of a layer. */
export function pictureUses(sublayer: Sublayer): PictureUse[] {
  return [sublayer.paint, sublayer.layout].flatMap((values) =>
    Object.entries(values)
      .filter(([property]) => isImage(property))
      .flatMap(([key, value]) =>
        [...valuesIn(value)].flatMap((inner) => usesIn(inner, sublayer, key)),
      ),
  );
}

function usesIn(value: StyleValue, owner: Sublayer, key: string): readonly PictureUse[] {
  if (value.kind === 'literal' && typeof value.value === 'string')
    return [{ path: value.value, owner, key }];
  if (value.kind === 'classes' && value.take === 'icon')
    return value.classes.looks.rows.map(({ entry }) => ({
      path: entry.icon,
      owner: entry,
      key: 'icon',
    }));
  return [];
}

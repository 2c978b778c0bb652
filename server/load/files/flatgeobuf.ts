import { inLists } from './in-lists.ts';
import {
  conversionOf,
  featuresOfFlatgeobuf,
  FILE_LIMITS,
  UnreadableData,
} from 'atlas-engine/readers';

/**
 * Yields the features of a FlatGeobuf file, in longitude and latitude, in lists. Throws `UnreadableData` with
 * `name` in the message.
 */
export function* parseFlatgeobuf(bytes: Uint8Array, name: string): Generator<unknown[]> {
  const base = name.replace(/\.[^.]*$/, '');
  const source = { file: name, convert: `ogr2ogr -t_srs EPSG:4326 ${base}-wgs84.fgb ${name}` };
  try {
    const features = featuresOfFlatgeobuf(bytes, {
      limit: FILE_LIMITS.features,
      conversion: (wkt) => conversionOf(wkt, source),
      unknownSystem: (system) =>
        new UnreadableData(
          `The coordinates of \`${name}\` are in ${system}, which the file does not define. Convert them: \`${source.convert}\`.`,
        ),
    });
    yield* inLists(features);
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    throw new UnreadableData(
      `The file \`${name}\` is not FlatGeobuf, it is damaged, or it has curves or surfaces, which are not read. Write it again: \`ogr2ogr -nlt CONVERT_TO_LINEAR ${base}-new.fgb ${name}\`.`,
    );
  }
}

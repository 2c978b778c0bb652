import {
  ImportError,
  type Imported,
  type ImportRequest,
} from '../../../stores/bundle/import-types.ts';
import { cleanFeatures } from './clean-features.ts';
import { formatOf } from '../limits.ts';
import { readGeoJson } from './read-geojson.ts';
import { readShapefile } from './read-shapefile.ts';
import { readTable } from './read-table.ts';
import { readXlsx } from './read-xlsx.ts';
import { readTracks } from './read-tracks.ts';
import { textOf } from './text-of.ts';

/** Reads a file of the visitor. Throws `ImportError`. */
export function readImport({ name, bytes, convert, limits }: ImportRequest): Imported {
  const format = formatOf(name);
  if (!format) throw new ImportError({ code: 'unknown-type' });
  if (bytes.length > limits.bytes)
    throw new ImportError({ code: 'too-large', limit: limits.bytes });
  if (bytes.length === 0) throw new ImportError({ code: 'empty-file' });
  const features = guarded(() => {
    switch (format) {
      case 'shapefile':
        return readShapefile({ name, bytes, convert, limits });
      case 'geojson':
        return readGeoJson(textOf(bytes));
      case 'kml':
      case 'gpx':
        return readTracks(textOf(bytes), format);
      case 'csv':
        return readTable(textOf(bytes));
      case 'xlsx':
        return readXlsx(bytes, name);
    }
  });
  return { name: name.replace(/\.[^.]*$/, ''), ...cleanFeatures(features) };
}

/** Turns every error of a reader into an `ImportError`: a mistake in a file must not be unnamed. */
function guarded<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError({ code: 'damaged' });
  }
}

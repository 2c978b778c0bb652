import type { SqlJsStatic } from 'sql.js';
import {
  ImportError,
  type Imported,
  type ImportRequest,
} from '../../../stores/bundle/import-types.ts';
import { cleanFeatures } from './clean-features.ts';
import { formatOf } from './format-of.ts';
import { readFlatgeobuf } from './read-flatgeobuf.ts';
import { readGeopackage } from './read-geopackage.ts';
import { readGeoJson } from './read-geojson.ts';
import { readKmz } from './read-kmz.ts';
import { readShapefile } from './read-shapefile.ts';
import { readTable } from './read-table.ts';
import { readXlsx } from './read-xlsx.ts';
import { readTracks } from './read-tracks.ts';
import { ReferenceSystems } from './reference-systems.ts';
import { textOf } from './text-of.ts';

/** Reads a file of the visitor; a GeoPackage needs SQLite. Throws `ImportError`. */
export function readImport(request: ImportRequest, sqlite?: SqlJsStatic): Imported {
  const { name, bytes, limits } = request;
  if (bytes.length === 0) throw new ImportError({ code: 'empty-file' });
  const systems = new ReferenceSystems(request);
  const features = guarded(() => {
    const format = formatOf(bytes, name);
    const limit = format === 'shapefile' ? limits.shapefileBytes : limits.bytes;
    if (bytes.length > limit) throw new ImportError({ code: 'too-large', limit });
    switch (format) {
      case 'shapefile':
        return readShapefile(request, systems);
      case 'geopackage':
        if (!sqlite) throw new ImportError({ code: 'not-loaded' });
        return readGeopackage(request, systems, sqlite);
      case 'flatgeobuf':
        return readFlatgeobuf(bytes, systems);
      case 'geojson':
        return readGeoJson(textOf(bytes), systems);
      case 'kml':
        return readTracks(textOf(bytes), 'kml');
      case 'gpx':
        return readTracks(textOf(bytes), 'gpx');
      case 'kmz':
        return readKmz(bytes, name);
      case 'csv':
        return readTable(textOf(bytes));
      case 'xlsx':
        return readXlsx(bytes, name);
    }
  });
  const rest = { name: name.replace(/\.[^.]*$/, ''), shifts: systems.shifts() };
  return { ...rest, ...cleanFeatures(features) };
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

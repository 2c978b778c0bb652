import { join } from 'node:path';
import type { FeatureWriter, FilePlan } from './feature-file.ts';
import { FileSink } from './file-sink.ts';

/** Writes GeoJSON (RFC 7946) in UTF-8, one feature per line of the file. */
export function writeGeojson({ folder, name, census, note, demo }: FilePlan): FeatureWriter {
  const file = `${name}.geojson`;
  const sink = new FileSink(join(folder, file));
  const head = { name, ...(note !== null && { note }), bbox: census.bounds };
  sink.write(`{"type":"FeatureCollection",${JSON.stringify(head).slice(1, -1)},"features":[\n`);
  let isFirst = true;
  return {
    add: ({ id, geometry, properties }) => {
      const feature = { type: 'Feature', id, ...(demo && { demo }), geometry, properties };
      sink.write(`${isFirst ? '' : ',\n'}${JSON.stringify(feature)}`);
      isFirst = false;
    },
    end: () => {
      sink.write('\n]}\n');
      sink.close();
      return [file];
    },
  };
}

import type { CodeWords, Params } from './catalogue.ts';
import { code, words } from './phrases.en.ts';

/** What a source of each type reads. */
const READS: Readonly<Record<string, string>> = {
  vector: 'a PMTiles archive of vector tiles',
  raster: 'a PMTiles archive of pictures',
  'raster-dem': 'a PMTiles archive of heights written as pictures',
  geojson: 'GeoJSON',
  style: 'a MapLibre style',
};

/** What a file is instead, and the type of source that reads it, where there is one. */
const FOUND: Readonly<Record<string, readonly [what: string, type?: string]>> = {
  features: ['GeoJSON', 'geojson'],
  style: ['a MapLibre style', 'style'],
  'vector-tiles': ['an archive of vector tiles', 'vector'],
  pictures: ['an archive of pictures', 'raster'],
  tiles: ['an archive of tiles'],
  png: ['a PNG picture'],
  jpeg: ['a JPEG picture'],
  gif: ['a GIF picture'],
  webp: ['a WebP picture'],
  tiff: ['a TIFF picture'],
  mbtiles: ['an MBTiles database'],
  zip: ['a ZIP file'],
  gzip: ['a compressed file'],
  shapefile: ['a shapefile'],
  empty: ['empty'],
  'old-archive': ['a PMTiles archive of a version other than 3'],
  'damaged-archive': ['a PMTiles archive that is cut off or damaged'],
};

function helpFor(p: Params): string {
  const type = FOUND[p.text('found')]?.[1];
  if (type !== undefined) return `Write \`type: ${type}\` if this file is meant, or name another.`;
  if (p.text('type') === 'geojson')
    return 'Write the data as GeoJSON in longitude and latitude, for example with `ogr2ogr -t_srs EPSG:4326 OUT.geojson IN`.';
  if (p.text('type') === 'style') return 'Name a file with a MapLibre style (version 8).';
  if (p.text('found') === 'mbtiles') return 'Convert it: `pmtiles convert IN.mbtiles OUT.pmtiles`.';
  return p.text('type') === 'raster'
    ? 'Make a PMTiles archive of it: the recipe “A raster of your own” shows how.'
    : 'Make a PMTiles archive of it.';
}

/** The words for files that sources send to browsers as they are. */
export const SOURCE_WORDS: Readonly<Record<string, CodeWords>> = {
  'file-of-other-kind': words(
    (p) =>
      `A source of type ${code(p.text('type'))} reads ${READS[p.text('type')]!}, but ${code(p.text('file'))} is ${FOUND[p.text('found')]?.[0] ?? 'nothing of the kind'}.${p.has('reason') && p.text('type') === 'geojson' ? ` ${p.text('reason')}` : ''}`,
    helpFor,
  ),
  'zoom-not-in-archive': words(
    (p) =>
      `The archive ${code(p.text('file'))} has tiles from zoom ${p.text('from')} to ${p.text('to')}, but ${code(p.text('key'))} is ${p.text('found')}: ${p.text('key') === 'maxzoom' ? 'beyond its last zoom nothing would be drawn' : 'below its first zoom nothing is drawn'}.`,
    (p) => `Leave ${code(p.text('key'))} out: the archive says it itself.`,
  ),
  'bounds-without-data': words(
    (p) =>
      `The data of ${code(p.text('file'))} lie within [${p.text('found')}], which does not touch ${code(p.text('key'))}, [${p.text('wanted')}]: nothing would be drawn.`,
    'Is it the right file? In GeoJSON, are longitude and latitude exchanged, or the coordinates projected?',
  ),
  'empty-source': words(
    (p) => `The file ${code(p.text('file'))} has no features: nothing would be drawn.`,
    'Put the features into the file, or name another.',
  ),
};

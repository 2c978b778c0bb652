import type { Maybe, None, Numbers, Texts } from '../parameters.ts';
import { code } from '../phrases.en.ts';
import { words, type Command } from '../words.ts';

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

type OtherFile = Texts<'file' | 'found' | 'type'> & Maybe<'reason'>;

/** How to get the kind of file that a source reads. */
function fileAdvice(p: OtherFile): string {
  const type = FOUND[p.found]?.[1];
  if (type !== undefined) return `Write \`type: ${type}\` if this file is meant, or name another.`;
  if (p.type === 'geojson')
    return 'Write the data as GeoJSON in longitude and latitude, for example with `ogr2ogr -t_srs EPSG:4326 OUT.geojson IN`.';
  if (p.type === 'style') return 'Name a file with a MapLibre style (version 8).';
  if (p.found === 'mbtiles') return 'Convert it: `pmtiles convert IN.mbtiles OUT.pmtiles`.';
  return p.type === 'raster'
    ? 'Make a PMTiles archive of it: the recipe “A raster of your own” shows how.'
    : 'Make a PMTiles archive of it.';
}

/** The command that makes a GeoTIFF of a raster in another format. */
function toGeoTiff(file: string): Command {
  const options = '-t_srs EPSG:4326 -ot Byte -dstnodata 255 -co COMPRESS=DEFLATE'.split(' ');
  return ['gdalwarp', ...options, { file }, { file: file.replace(/\w+$/, 'tif') }];
}

/** What a file holds that is not a picture. */
const NO_PICTURES: Readonly<Record<string, string>> = {
  empty: 'is empty',
  text: 'holds text',
  html: 'holds a web page',
  xml: 'holds XML that is not SVG',
  'svg-without-namespace': 'holds SVG without its namespace',
};

/** The words for services, and for files that are sent to browsers as they are. */
export const SOURCES_WORDS = {
  'key-of-list': words<Texts<'key' | 'format'>>({
    short: 'Key of another format',
    message: (p) =>
      `${code(p.key)} only means something beside \`format: list\`, but here the format is ${code(p.format)}.`,
    advice: (p) => `Write \`format: list\`, or remove ${code(p.key)}.`,
  }),
  'service-without-else': words<Texts<'service'> & Maybe<'source'>>({
    short: 'Nothing replaces the service',
    message: (p) =>
      `The service ${code(p.service)} falls back to built-in data, but this ${p.source ? 'source' : 'load'} names none.`,
    advice: (p) =>
      p.source
        ? 'Add `else:` with a source of pictures or heights that has a `file`, or let the service fall back to `hide` or `base-layer`.'
        : 'Add `else:` with a file, or let the service fall back to `hide` or `last-load`.',
  }),
  'driver-without-tiles': words<None>({
    short: 'Driver without tiles',
    message: 'A `driver` gives vector tiles, but this dataset feeds none.',
    advice: 'Add `tiles` to `feeds`, or remove `driver`.',
  }),
  'else-from-service': words<Texts<'found' | 'service'>>({
    short: 'Replacement comes from a service',
    message: (p) =>
      `${code(p.found)} cannot stand in: it comes from a service itself, ${code(p.service)}.`,
    advice: 'Name a source with a `file`, which is always there.',
  }),
  'base-maps-from-services': words<Texts<'base'>>({
    short: 'Every base map comes from a service',
    message: (p) =>
      `Every base map comes from a service, as ${code(p.base)}: while they are off there is none.`,
    advice:
      'Add a base map of `sublayers` or of a source with a `file`, or give the source an `else`.',
  }),
  'raster-from-service': words<Texts<'dataset'>>({
    short: 'Raster from a service',
    message: (p) => `${code(p.dataset)} is a raster, but a service is asked for features.`,
    advice: 'Draw the pictures of a service through a source of type `wms` or `raster`.',
  }),
  'raster-from-file': words<Texts<'found' | 'ending'>>({
    short: 'Raster from another format',
    message: (p) => `A raster is loaded from a GeoTIFF, and ${code(p.found)} is not one.`,
    advice: (p) =>
      /^(?:jpe?g|png|jp2|img|vrt|nc|grd|asc|bil)$/.test(p.ending)
        ? { text: (command) => `Convert it: ${command}.`, command: toGeoTiff(p.found) }
        : 'Name a file that ends in `.tif`, or write `geometry: point`, `line` or `polygon` for a file of features.',
  }),
  'file-of-other-kind': words<OtherFile>({
    short: 'File of another kind',
    message: (p) =>
      `A source of type ${code(p.type)} reads ${READS[p.type] ?? 'no file'}, but ${code(p.file)} is ${FOUND[p.found]?.[0] ?? 'nothing of the kind'}.${p.reason && p.type === 'geojson' ? ` ${p.reason}` : ''}`,
    advice: fileAdvice,
  }),
  'zoom-not-in-archive': words<
    Texts<'file'> & Numbers<'from' | 'to' | 'found'> & { readonly key: 'minzoom' | 'maxzoom' }
  >({
    short: 'Zoom is not in the archive',
    message: (p) =>
      `The archive ${code(p.file)} has tiles from zoom ${p.from} to ${p.to}, but ${code(p.key)} is ${p.found}: ${p.key === 'maxzoom' ? 'beyond its last zoom nothing would be drawn' : 'below its first zoom nothing is drawn'}.`,
    advice: (p) => `Leave ${code(p.key)} out: the archive says it itself.`,
  }),
  'bounds-without-data': words<
    Texts<'file' | 'found' | 'wanted'> & {
      readonly key: 'bounds' | 'region.bounds';
    }
  >({
    short: 'No data within the bounds',
    message: (p) =>
      `The data of ${code(p.file)} lie within [${p.found}], which does not touch ${code(p.key)}, [${p.wanted}]: nothing would be drawn.`,
    advice:
      'Is it the right file? In GeoJSON, are longitude and latitude exchanged, or the coordinates projected?',
  }),
  'empty-source': words<Texts<'file'>>({
    short: 'File without features',
    message: (p) => `The file ${code(p.file)} has no features: nothing would be drawn.`,
    advice: 'Put the features into the file, or name another.',
  }),
  'not-a-picture': words<Texts<'file' | 'found'>>({
    short: 'Not a picture',
    message: (p) =>
      `The file ${code(p.file)} is not a picture that browsers draw: it ${NO_PICTURES[p.found] ?? 'is in another format'}.`,
    advice: (p) =>
      p.found === 'svg-without-namespace'
        ? 'Add `xmlns="http://www.w3.org/2000/svg"` to its `<svg>`.'
        : 'Export it again as SVG, PNG or WebP, or name another file.',
  }),
  'icon-without-size': words<Texts<'file' | 'box'>>({
    short: 'Icon without a size',
    message: (p) =>
      `The icon ${code(p.file)} does not say how large it is: browsers draw it up to 300 pixels wide.`,
    advice: (p) => {
      const [, , width, height] = p.box.trim().split(/[\s,]+/);
      return height === undefined
        ? 'Add `width`, `height` and `viewBox` to its `<svg>`, for example `width="24" height="24" viewBox="0 0 24 24"`.'
        : `Add its size to its \`<svg>\`, for example \`width="${width}" height="${height}"\`.`;
    },
  }),
};

import type { Lists, Maybe, None, Numbers, Texts } from '../parameters.ts';
import { code, counted } from '../phrases.en.ts';
import { words, type Command } from '../words.ts';

/** Advice on the project of QGIS, which only refers to data. */
const PROJECT =
  'A project of QGIS does not contain the data of its layers. Export the layer with “Export > Save Features As”, as GeoJSON in EPSG:4326, and use that file.';

/** The file format that a source of each type reads. */
const READS: Readonly<Record<string, string>> = {
  vector: 'a PMTiles archive of vector tiles',
  raster: 'a PMTiles archive of pictures',
  'raster-dem': 'a PMTiles archive of elevation tiles',
  geojson: 'GeoJSON',
  style: 'a MapLibre style',
};

/** The kind of file that was found, and the source type that reads it, if there is one. */
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
  'damaged-archive': ['a PMTiles archive that is incomplete or damaged'],
};

type OtherFile = Texts<'file' | 'found' | 'type'> & Maybe<'reason'>;

/** Returns whether a file seems to be GeoJSON that has an error; its reason says what to do. */
function isBroken({ type, file, reason }: OtherFile): boolean {
  return type === 'geojson' && !!reason && /json$/i.test(file);
}

/** Returns advice on how to get the kind of file that a source reads. */
function fileAdvice(p: OtherFile): string {
  if (isBroken(p)) return '';
  if (/\.(?:qgz|qgs|qlr)$/i.test(p.file)) return PROJECT;
  const type = FOUND[p.found]?.[1];
  if (type !== undefined) return `Write \`type: ${type}\`, or use another file.`;
  if (p.type === 'geojson')
    return 'Convert the data to GeoJSON in longitude and latitude, for example with `ogr2ogr -t_srs EPSG:4326 OUT.geojson IN`.';
  if (p.type === 'style') return 'Use a file with a MapLibre style (version 8).';
  if (p.found === 'mbtiles') return 'Convert it: `pmtiles convert IN.mbtiles OUT.pmtiles`.';
  return p.type === 'raster'
    ? 'Convert it to a PMTiles archive: see the recipe “A raster of your own”.'
    : 'Convert it to a PMTiles archive.';
}

/** Returns the command that converts a raster to GeoTIFF. */
function toGeoTiff(file: string): Command {
  const options = '-t_srs EPSG:4326 -ot Byte -dstnodata 255 -co COMPRESS=DEFLATE'.split(' ');
  return ['gdalwarp', ...options, { file }, { file: file.replace(/\w+$/, 'tif') }];
}

/** Returns the command that writes the scale and offset into a raster file. */
function correctScale(file: string, scale: number, offset: number): Command {
  return ['gdal_edit.py', '-scale', String(scale), '-offset', String(offset), { file }];
}

/** The content of a file that is not a picture. */
const NO_PICTURES: Readonly<Record<string, string>> = {
  empty: 'is empty',
  text: 'contains text',
  html: 'contains a web page',
  pdf: 'is a PDF document',
  xml: 'contains XML that is not SVG',
  'svg-without-namespace': 'contains SVG without its namespace',
};

/** The messages about services, and about files that browsers receive unchanged. */
export const SOURCES_WORDS = {
  'key-of-list': words<Texts<'key' | 'format'>>({
    short: 'Key for another format',
    message: (p) =>
      `${code(p.key)} applies only to \`format: list\`, but the format is ${code(p.format)}.`,
    advice: (p) => `Write \`format: list\`, or remove ${code(p.key)}.`,
  }),
  'label-on-each-part': words<Texts<'source' | 'file'> & Numbers<'count' | 'of'>>({
    short: 'Label on each part of a polygon',
    message: (p) =>
      `${p.count} of ${counted(p.of, 'feature', 'features')} of ${code(p.source)} ${p.count === 1 ? 'has' : 'have'} several polygons, such as islands. The map writes the label on each of them.`,
    advice:
      'Use a dataset as the source, whose polygons have one label each, or a file with one point for each label.',
  }),
  'fallback-missing': words<Texts<'service'> & Maybe<'source'>>({
    short: 'Nothing replaces the service',
    message: (p) =>
      `The service ${code(p.service)} falls back to built-in data, but this ${p.source ? 'source' : 'load'} has no \`fallback\`.`,
    advice: (p) =>
      p.source
        ? 'Add `fallback:` with a raster or elevation source that has a `file`, or change that of the service to `hide` or `base-layer`.'
        : 'Add `fallback:` with a file, or change that of the service to `hide` or `last-load`.',
  }),
  'room-without-points': words<None>({
    short: 'Room without areas',
    message:
      '`room` needs the size of a polygon, but this source has no polygons in tiles of the store.',
    advice: 'Remove `room`, or use a dataset of polygons that has the feed `tiles`.',
  }),
  'inner-band-without-polygons': words<None>({
    short: 'Inner band without polygons',
    message:
      '`inner-band` needs the shapes of polygons, but this source has no polygons in tiles of the store.',
    advice: 'Remove `inner-band`, or use a dataset of polygons that has the feed `tiles`.',
  }),
  'driver-without-tiles': words<None>({
    short: 'Driver without tiles',
    message: 'A `driver` serves vector tiles, but this dataset has no `tiles` feed.',
    advice: 'Add `tiles` to `feeds`, or remove `driver`.',
  }),
  'fallback-from-service': words<Texts<'found' | 'service'>>({
    short: 'Replacement comes from a service',
    message: (p) =>
      `${code(p.found)} cannot replace a service, because it comes from the service ${code(p.service)}.`,
    advice: 'Use a source with a `file`, which is always available.',
  }),
  'base-maps-from-services': words<Texts<'base'>>({
    short: 'Every base map comes from a service',
    message: (p) =>
      `Every base map comes from a service, for example ${code(p.base)}: while the services are unavailable, the atlas has no base map.`,
    advice:
      'Add a base map with `sublayers` or with a source that has a `file`, or add a `fallback` to the source.',
  }),
  'key-of-raster': words<Texts<'key' | 'dataset' | 'geometry'>>({
    short: 'Key of a raster',
    message: (p) =>
      `${code(p.key)} describes the pixels of a raster, but the geometry of ${code(p.dataset)} is ${p.geometry}.`,
    advice: (p) =>
      p.key === 'unit'
        ? 'Write the unit of a number in its field: `fields: { length: { type: number, unit: { all: m } } }`.'
        : 'Remove the key. Attributes of features are not scaled.',
  }),
  'scale-zero': words<Numbers<'offset'>>({
    short: 'Scale of 0',
    message: (p) => `With \`scale: 0\`, all pixels would mean ${p.offset}.`,
    advice:
      'Write the difference between two neighbouring pixel values in the unit, for example `scale: 20`.',
  }),
  'scale-of-file': words<
    Texts<'dataset' | 'file'> &
      Numbers<'scale' | 'offset' | 'usedScale' | 'usedOffset'> &
      Maybe<'unit'> & { readonly isDeclared: boolean }
  >({
    short: 'Scale differs from that of the file',
    message: (p) =>
      `The file ${code(p.file)} states the scale ${p.scale} and the offset ${p.offset}, but ${code(p.dataset)} ${p.isDeclared ? `declares ${p.usedScale} and ${p.usedOffset}` : 'declares none, so that its values are the numbers 0 to 254'}.`,
    advice: (p) => ({
      text: (command) =>
        `Write \`scale: ${p.scale}\`, \`offset: ${p.offset}\`${p.unit === undefined ? '' : `, \`unit: { all: ${JSON.stringify(p.unit)} }\``} in the dataset. If the file is wrong, correct it: ${command}.`,
      command: correctScale(p.file, p.usedScale, p.usedOffset),
    }),
  }),
  'raster-without-values': words<Texts<'file'>>({
    short: 'Raster without values',
    message: (p) => `All pixels of ${code(p.file)} are no data (255).`,
    advice: 'Check the command that converted the file, or use another file.',
  }),
  'unit-of-dataset': words<Texts<'dataset' | 'classes' | 'found' | 'unit'>>({
    short: 'Two units',
    message: (p) =>
      `The unit of ${code(p.classes)} is ${code(p.found)}, but the values of ${code(p.dataset)} are in ${code(p.unit)}.`,
    advice:
      'Remove `unit` from the class list: it then takes the unit of the dataset. If the dataset is wrong, correct it there.',
  }),
  'raster-from-service': words<Texts<'dataset'>>({
    short: 'Raster from a service',
    message: (p) => `${code(p.dataset)} is a raster, but a load from a service reads features.`,
    advice: 'To draw the pictures of a service, use a source of type `wms` or `raster`.',
  }),
  'raster-from-file': words<Texts<'found' | 'ending'>>({
    short: 'Raster from another format',
    message: (p) => `A raster is loaded from a GeoTIFF, but ${code(p.found)} is not one.`,
    advice: (p) =>
      /^(?:jpe?g|png|jp2|img|vrt|nc|grd|asc|bil|ecw|sid|adf|xyz|dem|hgt|hdf5?|kea|rst|sdat|flt|grib2?)$/.test(
        p.ending,
      )
        ? { text: (command) => `Convert it: ${command}.`, command: toGeoTiff(p.found) }
        : 'Use a `.tif` file, or write `geometry: point`, `line` or `polygon` if the file contains features.',
  }),
  'file-of-other-kind': words<OtherFile>({
    short: 'File of another kind',
    message: (p) =>
      isBroken(p)
        ? `The file ${code(p.file)} cannot be read as GeoJSON. ${p.reason}`
        : `A source of type ${code(p.type)} reads ${READS[p.type] ?? 'no file'}, but ${code(p.file)} is ${FOUND[p.found]?.[0] ?? 'in another format'}.`,
    advice: fileAdvice,
  }),
  'zoom-not-in-archive': words<
    Texts<'file'> & Numbers<'from' | 'to' | 'found'> & { readonly key: 'minzoom' | 'maxzoom' }
  >({
    short: 'Zoom is not in the archive',
    message: (p) =>
      `The archive ${code(p.file)} has tiles from zoom ${p.from} to ${p.to}, but ${code(p.key)} is ${p.found}: nothing is drawn ${p.key === 'maxzoom' ? `above zoom ${p.to}` : `below zoom ${p.from}`}.`,
    advice: (p) => `Remove ${code(p.key)}: it is read from the archive.`,
  }),
  'bounds-without-data': words<
    Texts<'file' | 'found' | 'wanted'> & {
      readonly key: 'bounds' | 'region.bounds';
    }
  >({
    short: 'No data within the bounds',
    message: (p) =>
      `The data of ${code(p.file)} are within [${p.found}], outside ${code(p.key)}, [${p.wanted}], so nothing is drawn.`,
    advice:
      'Check that it is the right file. In GeoJSON, check that longitude comes first and that the coordinates are not projected.',
  }),
  'empty-source': words<Texts<'file'>>({
    short: 'File without features',
    message: (p) => `The file ${code(p.file)} has no features, so nothing is drawn.`,
    advice: 'Add features to the file, or use another one.',
  }),
  'not-a-picture': words<Texts<'file' | 'found'>>({
    short: 'Not a picture',
    message: (p) =>
      `The file ${code(p.file)} is not a picture that browsers can show: it ${NO_PICTURES[p.found] ?? 'is in another format'}.`,
    advice: (p) =>
      p.found === 'svg-without-namespace'
        ? 'Add `xmlns="http://www.w3.org/2000/svg"` to its `<svg>`.'
        : 'Export it again as SVG, PNG or WebP, or use another file.',
  }),
  'picture-too-large': words<Texts<'file'> & Numbers<'megabytes'>>({
    short: 'Picture is too large',
    message: (p) =>
      `The picture ${code(p.file)} has ${p.megabytes} MB, and visitors download it before they see it.`,
    advice:
      'Reduce it to at most twice the size at which it is shown, and save it as WebP or JPEG, with less than 1 MB. “Sizes of pictures” in the documentation lists the sizes.',
  }),
  'brand-format': words<Texts<'found'> & Lists<'expected'>>({
    short: 'Format of the logo or browser icon',
    message: (p) =>
      `${code(p.found)} is not in a format that all browsers show here: ${p.expected.map((ending) => ending.toUpperCase()).join(', ')}.`,
    advice: 'Export the picture in one of these formats.',
  }),
  'brand-too-large': words<Texts<'file'> & Numbers<'found' | 'most'>>({
    short: 'Logo or browser icon is too large',
    message: (p) =>
      `The file ${code(p.file)} has ${p.found} kB. Every visitor loads it, so it should have at most ${p.most} kB.`,
    advice:
      'Reduce a PNG to 256 pixels, or simplify the SVG: pictures and fonts inside it are the usual reason.',
  }),
  'favicon-not-square': words<Texts<'file'> & Numbers<'width' | 'height'>>({
    short: 'Browser icon is not square',
    message: (p) =>
      `The browser icon ${code(p.file)} is ${p.width} × ${p.height}. Browsers show it in a square.`,
    advice: 'Add empty space at its shorter sides, or use a simpler sign than the logo.',
  }),
  'icon-without-size': words<Texts<'file' | 'box'>>({
    short: 'Icon without a size',
    message: (p) =>
      `The icon ${code(p.file)} has no size, so browsers draw it up to 300 pixels wide.`,
    advice: (p) => {
      const [, , width, height] = p.box.trim().split(/[\s,]+/);
      return height === undefined
        ? 'Add `width`, `height` and `viewBox` to its `<svg>`, for example `width="24" height="24" viewBox="0 0 24 24"`.'
        : `Add its size to its \`<svg>\`, for example \`width="${width}" height="${height}"\`.`;
    },
  }),
};

import type { CodeWords } from './catalogue.ts';
import { code, words } from './phrases.en.ts';

/** The words for where data come from: outside services, and files of rasters. */
export const SERVICE_WORDS: Readonly<Record<string, CodeWords>> = {
  'key-of-list': words(
    (p) =>
      `${code(p.text('key'))} only means something beside \`format: list\`, but here the format is ${code(p.text('format'))}.`,
    (p) => `Write \`format: list\`, or remove ${code(p.text('key'))}.`,
  ),
  'service-without-else': words(
    (p) =>
      `The service ${code(p.text('service'))} falls back to built-in data, but this ${p.has('source') ? 'source' : 'load'} names none.`,
    (p) =>
      p.has('source')
        ? 'Add `else:` with a source of pictures or heights that has a `file`, or let the service fall back to `hide` or `base-layer`.'
        : 'Add `else:` with a file, or let the service fall back to `hide` or `last-load`.',
  ),
  'driver-without-tiles': words(
    () => 'A `driver` gives vector tiles, but this dataset feeds none.',
    'Add `tiles` to `feeds`, or remove `driver`.',
  ),
  'else-from-service': words(
    (p) =>
      `${code(p.text('found'))} cannot stand in: it comes from a service itself, ${code(p.text('service'))}.`,
    'Name a source with a `file`, which is always there.',
  ),
  'base-maps-from-services': words(
    (p) =>
      `Every base map comes from a service, as ${code(p.text('base'))}: while they are off there is none.`,
    'Add a base map of `sublayers` or of a source with a `file`, or give the source an `else`.',
  ),
  'raster-from-service': words(
    (p) => `${code(p.text('dataset'))} is a raster, but a service is asked for features.`,
    'Draw the pictures of a service through a source of type `wms` or `raster`.',
  ),
  'raster-from-file': words(
    (p) => `A raster is loaded from a GeoTIFF, and ${code(p.text('found'))} is not one.`,
    (p) =>
      /^(?:jpe?g|png|jp2|img|vrt|nc|grd|asc|bil)$/.test(p.text('ending'))
        ? `Convert it: \`gdalwarp -t_srs EPSG:4326 -ot Byte -dstnodata 255 -co COMPRESS=DEFLATE ${p.text('found')} ${p.text('found').replace(/\w+$/, 'tif')}\`.`
        : 'Name a file that ends in `.tif`, or write `geometry: point`, `line` or `polygon` for a file of features.',
  ),
};

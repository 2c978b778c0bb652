import { UnreadableData } from 'atlas-engine/readers';

/** Returns the GDAL command that makes most rasters with values from 0 to 254 readable. */
export function warpCommand(name: string): string {
  return `gdalwarp -t_srs EPSG:4326 -ot Byte -dstnodata 255 -co COMPRESS=DEFLATE ${name} ${outputOf(name)}`;
}

/** Returns a command that copies a raster with options, such as `-b 1`. */
export function translateCommand(
  name: string,
  options: string,
  output: string = outputOf(name),
): string {
  return `gdal_translate ${options} -co COMPRESS=DEFLATE ${name} ${output}`;
}

/**
 * Returns the error for an unsupported raster. It says what was found, and how to convert the file.
 */
export function refuseRaster(name: string, found: string, convert: string): UnreadableData {
  return new UnreadableData(`The raster \`${name}\` ${found}. ${convert}`);
}

/** Returns the name of the converted file. */
export function outputOf(name: string): string {
  return `${name.replace(/\.tiff?$/i, '')}-converted.tif`;
}

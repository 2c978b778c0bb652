/**
 * The entry point of the readers of files, for the server and for workers of browsers. They take
 * bytes and return GeoJSON; they use neither the disk nor the DOM, and throw `UnreadableData`.
 */
export { decodeText, decoderOf } from './readers/decode-text.ts';
export { polygonsOfRings } from './readers/esri-rings.ts';
export { FILE_LIMITS } from './readers/file-limits.ts';
export { conversionOf, convertGeometry } from './readers/reference-system.ts';
export {
  ENDING,
  featuresOfParts,
  parseShapefile,
  SHAPEFILE_PARTS,
  type ShapefileParts,
} from './readers/shapefile.ts';
export { UnreadableData } from './readers/unreadable-data.ts';
export { WINDOWS_1252 } from './readers/windows-1252.ts';
export { unzip, ZIP_LIMITS, type ZipLimits } from './readers/zip.ts';

/**
 * The entry point of the readers of files, for the server and for workers of browsers. They take
 * bytes and return GeoJSON; they use neither the disk nor the DOM, and throw `UnreadableData`.
 */
export { degreesFrom, degreesIn } from './diagnostics/degrees.ts';
export { checkGeoJsonSystem } from './readers/geojson-system.ts';
export {
  decodeText,
  decoderOf,
  placeOfFault,
  SAVE_AS_UTF8,
  type Encoded,
} from './readers/decode-text.ts';
export { polygonsOfRings } from './readers/esri-rings.ts';
export { featuresOfFlatgeobuf } from './readers/flatgeobuf/flatgeobuf.ts';
export { FILE_LIMITS } from './readers/file-limits.ts';
export {
  definitionOf,
  featuresOfLayer,
  openGeopackage,
  type Geopackage,
  type GeopackageLayer,
  type SqlFile,
  type SqlRow,
  type SqlValue,
} from './readers/geopackage.ts';
export {
  conversionOf,
  convertGeometry,
  nameOfSystem,
  shiftingConversionOf,
  UnsupportedSystem,
  type Conversion,
  type ShiftingConversion,
} from './readers/reference-system.ts';
export {
  PROJECTIONS,
  type Key,
  type ParameterRule,
  type Projection,
} from './readers/systems/projections.ts';
export { OLD_DATUMS, type DatumShift } from './readers/systems/old-datums.ts';
export { systemNamed, systemOfCode } from './readers/systems/system-of-code.ts';
export type { SystemPart } from './readers/systems/system-fault.ts';
export {
  ENDING,
  featuresOfParts,
  parseShapefile,
  SHAPEFILE_PARTS,
  type ShapefileParts,
} from './readers/shapefile.ts';
export { UnreadableData } from './readers/unreadable-data.ts';
export { WINDOWS_1252 } from './readers/windows-1252.ts';
export { readWkb } from './readers/wkb.ts';
export { parseXml, XmlFault } from './readers/xml/parse-xml.ts';
export type { XmlNode } from './readers/xml/xml-node.ts';
export { unzip, ZIP_LIMITS, type ZipLimits } from './readers/zip.ts';

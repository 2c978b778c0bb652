import { unzip, UnreadableData } from 'atlas-engine/readers';
import { ImportError, type ImportFormat } from '../../../stores/bundle/import-types.ts';
import { ENTRIES } from '../limits.ts';

/** The first bytes of files as Latin-1, by their kind. */
const STARTS = {
  zip: ['PK\u0003', 'PK\u0005'],
  /** A file of a shapefile outside of a zip: `.shp` or `.shx`. */
  shapefile: ["\0\0'\n"],
  flatgeobuf: ['fgb\u0003fgb'],
  pdf: ['%PDF'],
  /** Files of Office before 2007, and newer ones with a password. */
  office: ['\u00d0\u00cf\u0011\u00e0'],
  archive: ['Rar!', '7z\u00bc\u00af', '\u001f\u008b'],
  utf16: ['\u00ff\u00fe', '\u00fe\u00ff'],
} as const;

/** Names of zips. */
const ZIP_NAME = /\.(?:zip|kmz|xlsx)$/i;

/** Number of bytes at the start of a file that show its format. */
const START = 2_000;

/**
 * Returns the format of a file by its content; its name only distinguishes a zip with anything else
 * in it. Throws `ImportError` when the file cannot be imported.
 */
export function formatOf(bytes: Uint8Array, name: string): ImportFormat {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, START));
  if (isGeopackage(bytes)) return 'geopackage';
  if (begins(start, STARTS.flatgeobuf)) return 'flatgeobuf';
  if (begins(start, STARTS.office)) throw new ImportError({ code: 'old-office' });
  if (begins(start, STARTS.archive)) throw new ImportError({ code: 'archive' });
  if (begins(start, STARTS.shapefile)) throw new ImportError({ code: 'bare-shapefile' });
  if (begins(start, STARTS.zip) || ZIP_NAME.test(name)) return formatOfZip(bytes, name);
  return formatOfText(start);
}

/** Returns whether a file is an SQLite file. */
export function isGeopackage(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, SQLITE.length));
  return start === SQLITE;
}

const SQLITE = 'SQLite format 3\0';

function formatOfZip(bytes: Uint8Array, name: string): ImportFormat {
  if (isEncrypted(bytes)) throw new ImportError({ code: 'password' });
  const names: string[] = [];
  try {
    unzip(bytes, name, (entry) => (names.push(entry), false), { ...NO_LIMIT, entries: ENTRIES });
  } catch (error) {
    // The reader of shapefiles says what is wrong with the zip.
    if (error instanceof UnreadableData) return 'shapefile';
    throw error;
  }
  const has = (file: RegExp): boolean => names.some((entry) => file.test(entry));
  if (has(/\.shp$/i)) return 'shapefile';
  if (has(/\.kml$/i)) return 'kmz';
  if (has(/^xl\//)) return 'xlsx';
  if (ZIP_NAME.test(name)) return 'shapefile';
  throw new ImportError({ code: 'unknown-type' });
}

/** Returns whether the first file in a zip needs a password, as its flags say. */
function isEncrypted([first, second, third, , , , flags = 0]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && third === 3 && (flags & 1) === 1;
}

/** Nothing is inflated. */
const NO_LIMIT = { inflated: Infinity, ratio: Infinity };

function formatOfText(start: string): ImportFormat {
  // UTF-16 has a zero byte in every second place.
  const isBinary = start.includes('\0') && !begins(start, STARTS.utf16);
  if (isBinary || begins(start, STARTS.pdf)) throw new ImportError({ code: 'unknown-type' });
  // The text is behind the mark of its encoding, spaces and a record separator.
  const text = start.replaceAll('\0', '').replace(/^[^\w<{[("'#-]+/, '');
  if (/^[{[]/.test(text)) return 'geojson';
  if (!text.startsWith('<')) return 'csv';
  if (/^<!doctype html|^<html/i.test(text)) throw new ImportError({ code: 'unknown-type' });
  return /<(?:\w+:)?gpx[\s>]/i.test(text) ? 'gpx' : 'kml';
}

function begins(text: string, starts: readonly string[]): boolean {
  return starts.some((start) => text.startsWith(start));
}

import { gpx, kml } from '@tmcw/togeojson';
import { parseXml } from './parse-xml.ts';

/** Returns the features of a KML or GPX text, with texts and numbers as properties. */
export function readTracks(text: string, format: 'kml' | 'gpx'): unknown[] {
  // The library reads any DOM; its types name that of browsers.
  const document = parseXml(text) as unknown as globalThis.Document;
  return (format === 'kml' ? kml : gpx)(document).features;
}

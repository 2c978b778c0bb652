import { gpx, kml } from '@tmcw/togeojson';
import { parseXml } from './parse-xml.ts';

/** Returns the features of a KML or GPX text, with texts and numbers as properties. */
export function readTracks(text: string, format: 'kml' | 'gpx'): unknown[] {
  // The library reads any DOM; its types name that of browsers.
  const document = parseXml(text) as unknown as globalThis.Document;
  const { features } = (format === 'kml' ? kml : gpx)(document);
  return features.map(({ properties, ...feature }) => ({
    ...feature,
    properties: own(properties),
  }));
}

/** What the library adds to the properties, which is not in the file or is of single corners. */
const ADDED: ReadonlySet<string> = new Set(['_gpxType', 'coordinateProperties']);

function own(properties: Readonly<Record<string, unknown>> | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !ADDED.has(name)));
}

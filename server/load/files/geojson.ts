import { checkGeoJsonSystem, decodeText, UnreadableData } from 'atlas-engine/readers';
import { excessOf, wordsOfExcess } from './json-size.ts';

/** Returns the features of GeoJSON text; throws `UnreadableData` with `name` in the message. */
export function parseGeoJson(bytes: Uint8Array, name: string): unknown[] {
  const document = parseJson(decodeText(bytes, name), name);
  checkGeoJsonSystem(document, {
    file: name,
    convert: `ogr2ogr -t_srs EPSG:4326 ${name.replace(/\.[^.]*$/, '')}-wgs84.geojson ${name}`,
  });
  return featuresOf(document, name);
}

function parseJson(text: string, name: string): unknown {
  if (text.trim() === '') throw new UnreadableData(`The file \`${name}\` is empty.`);
  const excess = excessOf(text);
  if (excess)
    throw new UnreadableData(
      `The file \`${name}\` ${wordsOfExcess(excess)}, at ${placeAt(text, excess.offset)}. Correct it there, or split it.`,
    );
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The engine's message quotes the file, which may be restricted, so only the position is given.
    const fault = findFault(text);
    const place = placeAt(text, fault);
    throw new UnreadableData(
      fault >= text.trimEnd().length
        ? `The file \`${name}\` is not JSON. It is truncated at ${place}. Save or download it again.`
        : text.trimStart().startsWith('<')
          ? `The file \`${name}\` is a web page or XML, not JSON. Download the data themselves, or convert them with GDAL.`
          : `The file \`${name}\` is not JSON. There is an unexpected character at ${place}. Correct it there, or save the file again as GeoJSON.`,
    );
  }
}

function placeAt(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`;
}

/**
 * Returns the index of the first character that makes a text invalid JSON, or its length when it is
 * only truncated. A prefix that ends before that character fails at its end; a longer prefix fails
 * at the character.
 */
function findFault(text: string): number {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (endsEarly(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function endsEarly(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (/end of JSON input|Unterminated string/.test(message)) return true;
    return Number(/position (\d+)/.exec(message)?.[1]) >= beginning.length;
  }
}

function featuresOf(document: unknown, name: string): unknown[] {
  if (Array.isArray(document)) return document;
  const { type, features, arcs } = Object(document) as Record<string, unknown>;
  if (type === 'FeatureCollection' && Array.isArray(features)) return features;
  if (type === 'Feature') return [document];
  if (arcs !== undefined) {
    throw new UnreadableData(`The file \`${name}\` is TopoJSON. Convert it to GeoJSON.`);
  }
  throw new UnreadableData(
    type === 'FeatureCollection'
      ? `The file \`${name}\` is a FeatureCollection without a list of \`features\`.`
      : `The file \`${name}\` is JSON, but not a FeatureCollection: its \`type\` is ${
          typeof type === 'string' ? `\`${type.slice(0, 40)}\`` : 'missing'
        }.`,
  );
}

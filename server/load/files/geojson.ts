import { checkGeoJsonSystem, decodeText, FILE_LIMITS, UnreadableData } from 'atlas-engine/readers';
import { JsonMembers, NotJson } from './json-members.ts';
import { excessOf, wordsOfExcess } from './json-size.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Yields the features of a GeoJSON file, in lists, without reading the file as a whole. Throws
 * `UnreadableData` with its name in the message.
 */
export async function* readGeoJson(file: SourceFile): AsyncGenerator<unknown[]> {
  const members = new JsonMembers('features');
  let read = 0;
  try {
    for await (const chunk of file.chunks()) {
      const items = members.add(chunk);
      if (items.length > 0) yield items.map(parseValue);
      read += chunk.length;
    }
    members.end();
    yield featuresOf(checked(documentOf(members), file.name), file.name);
  } catch (error) {
    throw error instanceof NotJson ? await explain(error, file, read) : error;
  }
}

/** Returns the whole document, its list of features empty. */
function documentOf({ members, hasList }: JsonMembers): unknown {
  if (members.size === 0 && hasList) return [];
  const read = [...members].map(([name, text]): [string, unknown] => [name, parseValue(text)]);
  return Object.fromEntries(hasList ? [...read, ['features', []]] : read);
}

function parseValue(text: string): unknown {
  if (excessOf(text)) throw new NotJson();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new NotJson();
  }
}

/** Returns the error for a file that cannot be divided into features: where its mistake is. */
async function explain({ isLarge }: NotJson, file: SourceFile, read: number): Promise<unknown> {
  const { name } = file;
  try {
    if (read <= FILE_LIMITS.bytes) parseGeoJson(await file.bytes(), name);
  } catch (error) {
    return error;
  }
  return new UnreadableData(
    isLarge
      ? `The file \`${name}\` has a feature of more than 64 MB. Divide or simplify its shape.`
      : `The file \`${name}\` is not JSON: there is a mistake after ${Math.floor(read / 1_000_000)} MB. Save it again as GeoJSON.`,
  );
}

/** Returns the features of GeoJSON text; throws `UnreadableData` with `name` in the message. */
export function parseGeoJson(bytes: Uint8Array, name: string): unknown[] {
  return featuresOf(checked(parseJson(decodeText(bytes, name), name), name), name);
}

function checked(document: unknown, name: string): unknown {
  checkGeoJsonSystem(document, {
    file: name,
    convert: `ogr2ogr -t_srs EPSG:4326 ${name.replace(/\.[^.]*$/, '')}-wgs84.geojson ${name}`,
  });
  return document;
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

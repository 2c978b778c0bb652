import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { digestOf, type LoadInput } from './load-input.ts';
import { mendTexts } from './mend-text.ts';

export interface ReadGeoJsonOptions {
  /** Reads texts again that are UTF-8 taken for Latin-1. */
  readonly mend?: 'utf8-read-as-latin1' | undefined;
}

/** A file that is not GeoJSON; the message names the file, the place and the reason. */
export class GeoJsonFileError extends Error {
  override readonly name = 'GeoJsonFileError';
}

type FeatureInput = Extract<LoadInput, { kind: 'features' }>;

/**
 * Reads a GeoJSON file: a FeatureCollection, or a list of features. Only the bytes are read here;
 * they are parsed once, when the features are first asked for. Throws `GeoJsonFileError`, here
 * when the file cannot be read, later when it is no GeoJSON.
 */
export async function readGeoJsonFile(
  path: string,
  { mend }: ReadGeoJsonOptions = {},
): Promise<FeatureInput> {
  const name = basename(path);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'is not there' : `cannot be read (${error.code})`;
    throw new GeoJsonFileError(`The file \`${name}\` ${reason}.`);
  });
  let parsed: unknown[] | null = null;
  const features = (): unknown[] => (parsed ??= parseFeatures(bytes, name, mend !== undefined));
  return {
    kind: 'features',
    digest: digestOf(bytes, mend ?? ''),
    features: { [Symbol.iterator]: () => features()[Symbol.iterator]() },
  };
}

/** Returns the features of GeoJSON text; throws `GeoJsonFileError` with `name` in the message. */
export function parseFeatures(bytes: Uint8Array, name: string, mend: boolean): unknown[] {
  const document = parseJson(decodeText(bytes, name), name);
  const features = featuresOf(document, name);
  return mend ? features.map(mendProperties) : features;
}

function decodeText(bytes: Uint8Array, name: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new GeoJsonFileError(`The file \`${name}\` is UTF-16. Save it as UTF-8.`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new GeoJsonFileError(
      `The file \`${name}\` is not UTF-8, as GeoJSON must be. Save it as UTF-8.`,
    );
  }
}

function parseJson(text: string, name: string): unknown {
  if (text.trim() === '') throw new GeoJsonFileError(`The file \`${name}\` is empty.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The engine's message quotes the file, which may be restricted: only the place is said.
    const fault = findFault(text);
    const before = text.slice(0, fault).split('\n');
    const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
    throw new GeoJsonFileError(
      fault >= text.trimEnd().length
        ? `The file \`${name}\` is not JSON: it ends in the middle, at ${place}.`
        : `The file \`${name}\` is not JSON: something unexpected stands at ${place}.`,
    );
  }
}

/**
 * Returns the index of the character that makes a text no JSON, its length when it only ends too
 * early. Up to that character every beginning fails by its end, from there on by the character.
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
    throw new GeoJsonFileError(`The file \`${name}\` is TopoJSON. Convert it to GeoJSON.`);
  }
  throw new GeoJsonFileError(
    type === 'FeatureCollection'
      ? `The file \`${name}\` is a FeatureCollection without a list of \`features\`.`
      : `The file \`${name}\` is JSON, but no FeatureCollection: its \`type\` is ${
          typeof type === 'string' ? `\`${type.slice(0, 40)}\`` : 'missing'
        }.`,
  );
}

function mendProperties(feature: unknown): unknown {
  if (typeof feature !== 'object' || feature === null) return feature;
  const { properties } = feature as Record<string, unknown>;
  return { ...feature, properties: mendTexts(properties) };
}

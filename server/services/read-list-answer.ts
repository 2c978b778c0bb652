import { isRecord } from 'atlas-engine/http';
import type { ServiceClient } from './service-client.ts';

/**
 * The place of the records in a response, and the fields of their position. Names of nested values
 * contain dots.
 */
export interface ListForm {
  /** The path of the list in the response; null if the response itself is the list. */
  readonly records: string | null;
  /** Fields with longitude and latitude in degrees. */
  readonly coordinates: readonly [longitude: string, latitude: string];
}

/**
 * Requests a JSON list of records and returns a point feature for each, with the whole record as
 * attributes. A record without a position has no geometry. Throws `ServiceError`, also when no record
 * has a position.
 */
export async function readListAnswer(
  client: ServiceClient,
  address: string,
  { records, coordinates: [longitude, latitude] }: ListForm,
): Promise<readonly unknown[]> {
  const document = await client.json(address);
  const list = records === null ? document : valueAt(document, records);
  if (!Array.isArray(list)) {
    throw client.fault(
      'format',
      address,
      records === null
        ? 'the answer is JSON, but not a list'
        : `the answer is JSON without a list under \`${records}\``,
      `Set the list in \`records\`${keysOf(document)}.`,
    );
  }
  const features = list.map((record: unknown) => ({
    type: 'Feature',
    geometry: pointOf(valueAt(record, longitude), valueAt(record, latitude)),
    properties: isRecord(record) ? record : {},
  }));
  if (features.length > 0 && features.every(({ geometry }) => geometry === null)) {
    throw client.fault(
      'format',
      address,
      `none of ${features.length} records has a number in \`${longitude}\` and \`${latitude}\``,
      `Set the fields of longitude and latitude in \`coordinates\`${keysOf(list[0])}.`,
    );
  }
  return features;
}

function valueAt(value: unknown, dotted: string): unknown {
  return dotted
    .split('.')
    .reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

function pointOf(longitude: unknown, latitude: unknown): object | null {
  const [x, y] = [degreesOf(longitude), degreesOf(latitude)];
  return x === null || y === null ? null : { type: 'Point', coordinates: [x, y] };
}

function degreesOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value).trim().replace(',', '.');
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
}

function keysOf(value: unknown): string {
  const keys = isRecord(value) ? Object.keys(value).slice(0, 20) : [];
  return keys.length > 0 ? `. The answer has ${keys.map((key) => `\`${key}\``).join(', ')}` : '';
}

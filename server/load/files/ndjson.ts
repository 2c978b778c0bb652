import { LINE } from '../feature-line.ts';
import { RefusedRecord } from '../refused-record.ts';
import { decodeText } from 'atlas-engine/readers';
import { excessOf } from './json-size.ts';

/** The character with which some programs begin each record (RFC 8142). */
const RECORD_SEPARATOR = '\u001e';

/**
 * Returns the features of a text with one feature per line. Lines that are not JSON are refused;
 * empty lines are skipped. Throws `UnreadableData` with `name` in the message.
 */
export function parseNdjson(bytes: Uint8Array, name: string): unknown[] {
  return decodeText(bytes, name)
    .split('\n')
    .flatMap((line, index) => {
      const text = line.replace(RECORD_SEPARATOR, '').trim();
      return text === '' ? [] : [parseLine(text, index + 1)];
    });
}

function parseLine(text: string, line: number): unknown {
  if (excessOf(text)) return new RefusedRecord(line, 'too-deep');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value, [LINE]: line } : value;
  } catch {
    return new RefusedRecord(line, 'not-json');
  }
}

import { LINE } from '../feature-line.ts';
import { RefusedRecord } from '../refused-record.ts';
import { excessOf } from './json-size.ts';
import type { SourceFile } from './source-file.ts';

/** The character with which some programs begin each record (RFC 8142). */
const RECORD_SEPARATOR = '\u001e';

/**
 * Yields the features of a text with one feature per line, in lists. Lines that are not JSON are
 * refused; empty lines are skipped. Throws `UnreadableData` with the name of the file in the message.
 */
export async function* parseNdjson(file: SourceFile): AsyncGenerator<unknown[]> {
  for await (const { text, line, isLong } of file.texts()) {
    if (isLong) yield [new RefusedRecord(line, 'too-large')];
    yield text.split('\n').flatMap((each, index) => {
      const record = each.replace(RECORD_SEPARATOR, '').trim();
      return record === '' ? [] : [parseLine(record, line + index)];
    });
  }
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

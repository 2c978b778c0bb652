/** The columns of the table of a shapefile (dBase III). */
import type { FieldType } from 'atlas-engine';
import type { AttributeValue } from '../../store/store.ts';
import { textOf, type FeatureCensus, type FileField } from './feature-file.ts';

export interface DbfColumn {
  /** The name of the field in the atlas. */
  readonly field: string;
  /** The name in the file: letters, digits and underscores, at most 10. */
  readonly name: string;
  readonly kind: 'C' | 'N' | 'L' | 'D';
  /** Bytes of a value. */
  readonly width: number;
  readonly decimals: number;
  /** True if some texts are longer than a column can hold, and are truncated. */
  readonly isTruncated: boolean;
}

const NAME_LENGTH = 10;
const MOST_COLUMNS = 255;
/** The longest text of a column in bytes. */
const LONGEST = 254;
/** Holds any number in the shortest form of JavaScript. */
const NUMBER_WIDTH = 24;
const NUMBER_DECIMALS = 15;

/** Returns the columns for fields. A table has at most 255; the other fields are left out. */
export function dbfColumns(
  fields: readonly FileField[],
  { widths }: Pick<FeatureCensus, 'widths'>,
): readonly DbfColumn[] {
  const names = shortNames(fields.map(({ name }) => name));
  return fields.slice(0, MOST_COLUMNS).map(({ name, type }, at) => {
    const needed = Math.max(1, widths.get(name) ?? 0);
    return { field: name, name: names[at]!, ...formOf(type, needed) };
  });
}

function formOf(type: FieldType, needed: number): Omit<DbfColumn, 'field' | 'name'> {
  switch (type) {
    case 'integer':
      return { kind: 'N', width: needed, decimals: 0, isTruncated: false };
    case 'number':
      return { kind: 'N', width: NUMBER_WIDTH, decimals: NUMBER_DECIMALS, isTruncated: false };
    case 'boolean':
      return { kind: 'L', width: 1, decimals: 0, isTruncated: false };
    // Dates may be a year or a month, which the type of dates does not have.
    default:
      return {
        kind: 'C',
        width: Math.min(needed, LONGEST),
        decimals: 0,
        isTruncated: needed > LONGEST,
      };
  }
}

/** Returns a short name for each name, all different whatever their case. */
function shortNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '');
    const base = plain.replaceAll(/[^A-Za-z0-9_]/g, '_') || 'field';
    let short = base.slice(0, NAME_LENGTH);
    for (let number = 1; taken.has(short.toLowerCase()); number++) {
      const suffix = `_${number}`;
      short = base.slice(0, NAME_LENGTH - suffix.length) + suffix;
    }
    taken.add(short.toLowerCase());
    return short;
  });
}

/** Returns the bytes of a value, as wide as its column. */
export function dbfCell(value: AttributeValue, { kind, width }: DbfColumn): Uint8Array {
  const cell = Buffer.alloc(width, 0x20);
  if (value === null) return cell;
  if (kind === 'L') cell.write(value === true ? 'T' : 'F');
  else if (kind === 'N') cell.write(String(value).padStart(width));
  // `write` does not write a part of a character.
  else cell.write(textOf(value), 0, width, 'utf8');
  return cell;
}

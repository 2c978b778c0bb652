import type { Field } from 'atlas-engine';
import type { AttributeValue } from '../store/store.ts';
import { parseDate } from './parse-date.ts';

/** The result for a raw value; `unread` is true when a value was present but could not be parsed. */
export interface ParsedValue {
  readonly value: AttributeValue;
  readonly unread: boolean;
}

const NULL: ParsedValue = { value: null, unread: false };
const UNREAD: ParsedValue = { value: null, unread: true };
/** Spellings of booleans that do not depend on a language. */
const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
};

type FieldForm = Pick<Field, 'type' | 'parse' | 'nullValues' | 'booleans'>;

/**
 * Parses a raw value according to its field. Null, missing and empty values become null, and so do
 * the field's null values, compared with the raw value, its text and the parsed value.
 */
export function parseValue(raw: unknown, field: FieldForm): ParsedValue {
  if (raw === null || raw === undefined) return NULL;
  if (typeof raw === 'string' && raw.trim() === '') return NULL;
  if (isNullValue(raw, field)) return NULL;
  const value = readAs(raw, field);
  if (value === null) return UNREAD;
  if (Array.isArray(value) ? value.length === 0 : isNullValue(value, field)) return NULL;
  return { value, unread: false };
}

function isNullValue(value: unknown, { nullValues }: FieldForm): boolean {
  if (nullValues.length === 0 || typeof value === 'object') return false;
  const text = String(value).trim();
  return nullValues.some((item) => item === value || String(item) === text);
}

function readAs(raw: unknown, field: FieldForm): AttributeValue {
  switch (field.type) {
    case 'text':
      return typeof raw === 'object' ? null : cleanText(String(raw));
    case 'integer': {
      const value = readNumber(raw);
      return value !== null && Number.isSafeInteger(value) ? value : null;
    }
    case 'number':
      return readNumber(raw);
    case 'boolean':
      return readBoolean(raw, field);
    case 'date':
      return parseDate(raw, field.parse);
    case 'list':
      return readList(raw);
  }
}

function readNumber(raw: unknown): number | null {
  if (typeof raw === 'string' && !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(raw)) {
    return null;
  }
  const value = typeof raw === 'string' || typeof raw === 'number' ? Number(raw) : NaN;
  // Minus zero becomes 0, because JSON writes minus zero as 0 and both stores must have the same
  // value.
  return Number.isFinite(value) ? value + 0 : null;
}

function readBoolean(raw: unknown, { booleans = {} }: FieldForm): boolean | null {
  if (typeof raw === 'boolean') return raw;
  if (typeof raw === 'object') return null;
  const key = String(raw).trim().toLowerCase();
  const words = [BOOLEANS, booleans].find((each) => Object.hasOwn(each, key));
  return words?.[key] ?? null;
}

/** Reads a list: an array of texts and numbers, its JSON text, or text separated by `;`. */
function readList(raw: unknown): string[] | null {
  if (typeof raw === 'string') {
    if (raw.trimStart().startsWith('[')) return readJsonList(raw);
    return cleanList(raw.split(';'));
  }
  if (!Array.isArray(raw)) return typeof raw === 'object' ? null : [String(raw)];
  const items = raw.filter((item: unknown) => item !== null);
  return items.some((item) => typeof item === 'object') ? null : cleanList(items.map(String));
}

function readJsonList(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? readList(value) : null;
  } catch {
    return null;
  }
}

function cleanList(items: readonly string[]): string[] {
  return items.map((item) => cleanText(item.trim())).filter((item) => item !== '');
}

/**
 * Removes what one of the stores cannot keep, NUL characters and unpaired surrogates, and composes
 * accents (NFC): a file of macOS may have them as separate characters, and `é` would not be `é`.
 */
function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().normalize('NFC');
}

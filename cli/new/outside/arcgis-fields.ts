/** The fields of an ArcGIS layer. */
import type { FieldType } from 'atlas-engine';
import { isRecord } from 'atlas-engine/http';
import type { SurveyedField } from '../survey.ts';
import { words } from '../texts-to-fill.ts';
import { plainText } from './credits.ts';

type Json = Readonly<Record<string, unknown>>;

/** The values that a field may have, with their names. */
interface Domain {
  readonly values: readonly (readonly [value: string | number, name: string])[];
  /** What it says, for a comment. */
  readonly about: string;
}

/** A field of a layer with what the layer says about it. */
export interface LayerField {
  readonly name: string;
  readonly type: FieldType;
  readonly isTime: boolean;
  readonly label: string;
  readonly domain: Domain | null;
}

/** The types of fields; those of geometries, pictures and bytes are left out. */
const TYPES: Readonly<Record<string, FieldType>> = {
  esriFieldTypeOID: 'integer',
  esriFieldTypeSmallInteger: 'integer',
  esriFieldTypeInteger: 'integer',
  esriFieldTypeBigInteger: 'integer',
  esriFieldTypeSingle: 'number',
  esriFieldTypeDouble: 'number',
  esriFieldTypeString: 'text',
  esriFieldTypeGUID: 'text',
  esriFieldTypeGlobalID: 'text',
  esriFieldTypeXML: 'text',
  esriFieldTypeDate: 'date',
  esriFieldTypeDateOnly: 'date',
  esriFieldTypeTimeOnly: 'text',
};

/** Lengths and areas that the server computes from the geometry. */
const COMPUTED = /^shape[._]*(?:st)?_?(?:area|len)/i;

/** Returns the fields of the data, without those about who edited them. */
export function fieldsOf({ fields, editFieldsInfo }: Json): readonly LayerField[] {
  const edits = Object.values(isRecord(editFieldsInfo) ? editFieldsInfo : {});
  return (Array.isArray(fields) ? fields : []).filter(isRecord).flatMap((field) => {
    const { name, alias } = field;
    const type = TYPES[String(field['type'])];
    if (typeof name !== 'string' || !type || COMPUTED.test(name) || edits.includes(name)) return [];
    const isTime = field['type'] === 'esriFieldTypeDate';
    const label = typeof alias === 'string' ? plainText(alias) : '';
    const isNamed = label !== '' && label !== name;
    const domain = domainOf(field['domain'], type);
    return [{ name, type, isTime, label: isNamed ? label : words(name), domain }];
  });
}

/** Returns a field in the form in which fields of data are surveyed; its values are not known. */
export function surveyed({ name, type, isTime, label, domain }: LayerField): SurveyedField {
  const values = domain?.values ?? [];
  const hasWords = values.length > 0 && values.length <= MOST_WORDS;
  const stated = {
    label,
    about: domain?.about ?? '',
    ...(isTime && { parse: ['epoch-ms', 'iso'] }),
    ...(hasWords && { words: values }),
  };
  return { name, type, nulls: 0, values: [], stated };
}

/** Number of values whose names are written to the field. */
const MOST_WORDS = 20;

/** Number of values that a comment names. */
const SHOWN = 4;

/** Returns the values of a field, or its range; null if the layer states none. */
function domainOf(domain: unknown, type: FieldType): Domain | null {
  if (!isRecord(domain)) return null;
  const { codedValues, range } = domain;
  if (Array.isArray(range) && range.every((each) => typeof each === 'number'))
    return { values: [], about: `from ${range.join(' to ')}` };
  if (!Array.isArray(codedValues)) return null;
  const values = codedValues.filter(isRecord).flatMap(({ code, name }) => {
    const value = valueOf(code, type);
    return value === null ? [] : [[value, String(name)] as const];
  });
  if (values.length === 0) return null;
  const shown = values.slice(0, SHOWN).map(([value, name]) => `${value} = ${name}`);
  const rest = values.length > SHOWN ? ', …' : '';
  const about = `${values.length} values: ${shown.join(', ')}${rest}`.replace(/\s+/g, ' ');
  return { values, about };
}

/** Returns a value as the field has it; null if it has another type. */
export function valueOf(value: unknown, type: FieldType): string | number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  if (type !== 'integer' && type !== 'number') return String(value);
  const number = Number(value);
  return String(value).trim() !== '' && Number.isFinite(number) ? number : null;
}

import type { Json } from '../basics/values.ts';
import type { AtlasBundle, BundlePopup, PopupRow } from '../bundle/bundle.ts';
import type { Language } from '../bundle/words.ts';
import { findEntry } from './find-entry.ts';
import { formatValue, type FormattedValue } from './format-value.ts';
import { findSublayer, type FeatureHit } from './identify.ts';
import { present } from '../basics/present.ts';
import { valuesOf } from './translate.ts';

/** An attribute of a feature. */
export interface PopupLine {
  readonly label: string;
  /** The value as plain text; for photos, their number. */
  readonly value: string;
  readonly formatted: FormattedValue;
  /** The language code of a free text that is not in the reader's language. */
  readonly language?: string;
}

/** The popup of a feature, without empty attributes. */
export interface PopupModel {
  readonly title: string;
  /** The language code of a title that is not in the reader's language. */
  readonly language?: string;
  /** Name of the group. */
  readonly layer: string;
  readonly rows: readonly PopupLine[];
  readonly sections: readonly { readonly heading: string; readonly rows: readonly PopupLine[] }[];
  /**
   * The dataset and the id of the feature, if `/api/features/{dataset}/{id}` has more attributes.
   */
  readonly details?: { readonly dataset: string; readonly id: string };
}

/**
 * Compiles the popup of a hit. It shows only attributes that the atlas declares. `details` are the
 * attributes from the server, which take precedence over those of the tiles.
 */
export function compilePopup(
  bundle: AtlasBundle,
  hit: FeatureHit,
  details?: Readonly<Record<string, Json>>,
): PopupModel {
  const popup: BundlePopup | undefined =
    findSublayer(bundle, hit.group, hit.sublayer)?.popup ?? bundle.groups[hit.group]?.popup;
  const layer = findEntry(bundle, hit.group)?.name ?? hit.group;
  const properties = { ...hit.properties, ...details };
  const { dataset } = hit;
  const line = (row: PopupRow): PopupLine[] => linesOf([row], { properties, dataset }, bundle);
  const [title] = (popup?.title ?? []).flatMap((field) => line({ ...field, label: '' }));
  return {
    title: title?.value ?? layer,
    ...present({ language: title?.language }),
    layer,
    rows: popup?.rows.flatMap(line) ?? [],
    sections: (popup?.sections ?? [])
      .map(({ heading, rows }) => ({ heading, rows: rows.flatMap(line) }))
      .filter(({ rows }) => rows.length > 0),
    ...(popup?.details && dataset !== undefined && hit.id !== ''
      ? { details: { dataset, id: hit.id } }
      : {}),
  };
}

/** Attributes of a feature, and its dataset if it is known. */
interface Described {
  readonly properties: Readonly<Record<string, Json>>;
  readonly dataset: string | undefined;
}

/** Returns the rows of a feature in the words of the reader, without those that have no value. */
export function linesOf(
  rows: readonly PopupRow[],
  { properties, dataset }: Described,
  language: Language,
): PopupLine[] {
  // Field names come from the data, so `constructor` must not find the property that every object
  // inherits.
  const valueOf = (field: string): Json | undefined =>
    Object.hasOwn(properties, field) ? properties[field] : undefined;
  return rows.flatMap((row) => {
    const base = row.files && dataset !== undefined ? photosBase(dataset, row.field) : undefined;
    const format = base === undefined ? row : { ...row, base };
    const formatted = formatValue(valueOf(row.field), format, language);
    if (!formatted) return [];
    const foreign = foreignLanguage(row.language, valueOf, language.locale);
    const value = wordsOf(formatted, language);
    return [present({ label: row.label, value, formatted, language: foreign })];
  });
}

/** Returns the language of a text if it is known and differs from the reader's. */
function foreignLanguage(
  declared: PopupRow['language'],
  valueOf: (field: string) => Json | undefined,
  locale: string,
): string | undefined {
  const code = typeof declared === 'object' ? valueOf(declared.field) : declared;
  if (typeof code !== 'string' || !LANGUAGE_CODE.test(code)) return undefined;
  return code.split('-')[0] === locale.split('-')[0] ? undefined : code;
}

/**
 * Matches language codes that `Intl` and the attribute `lang` accept. Data may contain any text.
 */
const LANGUAGE_CODE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Returns the address under which the server provides the photos of a field. */
function photosBase(dataset: string, field: string): string {
  return `/api/photos/${encodeURIComponent(dataset)}/${encodeURIComponent(field)}/`;
}

function wordsOf(value: FormattedValue, language: Pick<AtlasBundle, 'locale'>): string {
  if (value.kind === 'list') return valuesOf(value.items, language);
  return value.kind === 'photos' ? String(value.addresses.length) : value.text;
}

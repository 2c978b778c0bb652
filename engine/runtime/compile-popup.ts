import type { AtlasBundle, BundlePopup, Json, PopupRow } from '../bundle/bundle.ts';
import { findEntry } from './find-entry.ts';
import { formatValue, type FormattedValue } from './format-value.ts';
import { findSublayer, type FeatureHit } from './identify.ts';
import { valueWords, type ValueWords } from './value-words.ts';

/** An attribute of a feature. */
export interface PopupLine {
  readonly label: string;
  /** The value as plain text; for photos, their number. */
  readonly value: string;
  readonly formatted: FormattedValue;
}

/** The popup of a feature, without empty attributes. */
export interface PopupModel {
  readonly title: string;
  /** Name of the group. */
  readonly layer: string;
  readonly rows: readonly PopupLine[];
  readonly sections: readonly { readonly heading: string; readonly rows: readonly PopupLine[] }[];
  /** Set when `/api/features/{dataset}/{id}` has more attributes. */
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
  words: ValueWords = valueWords(bundle.locale),
): PopupModel {
  const popup: BundlePopup | undefined =
    findSublayer(bundle, hit.group, hit.sublayer)?.popup ?? bundle.groups[hit.group]?.popup;
  const layer = findEntry(bundle, hit.group)?.name ?? hit.group;
  const properties = { ...hit.properties, ...details };
  // The names of fields come from the data: `constructor` must not find the property that every
  // object inherits.
  const valueOf = (field: string): Json | undefined =>
    Object.hasOwn(properties, field) ? properties[field] : undefined;
  const { locale } = bundle;
  const { dataset } = hit;
  const line = (row: PopupRow): PopupLine[] => {
    const base = row.files && dataset !== undefined ? photosBase(dataset, row.field) : undefined;
    const format = base === undefined ? row : { ...row, base };
    const formatted = formatValue(valueOf(row.field), format, locale, words);
    return formatted ? [{ label: row.label, value: wordsOf(formatted, locale), formatted }] : [];
  };
  const named = popup?.title === undefined ? undefined : valueOf(popup.title);
  const title = typeof named === 'string' || typeof named === 'number' ? String(named).trim() : '';
  return {
    title: title === '' ? layer : title,
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

/** Returns the address under which the server provides the photos of a field. */
function photosBase(dataset: string, field: string): string {
  return `/api/photos/${encodeURIComponent(dataset)}/${encodeURIComponent(field)}/`;
}

function wordsOf(value: FormattedValue, locale: string): string {
  if (value.kind === 'list')
    return new Intl.ListFormat(locale, { type: 'unit' }).format(value.items);
  return value.kind === 'photos' ? String(value.addresses.length) : value.text;
}

import type { AtlasBundle, BundlePopup, Json, PopupRow } from '../bundle/bundle.ts';
import { findEntry } from './find-entry.ts';
import { formatValue, type FormattedValue } from './format-value.ts';
import { findSublayer, type FeatureHit } from './identify.ts';
import { listOf } from './translate.ts';

/** One attribute of a feature. */
export interface PopupLine {
  readonly label: string;
  /** The value as plain words; of photos, how many there are. */
  readonly value: string;
  readonly formatted: FormattedValue;
}

/** What is read of one feature: empty attributes are left out. */
export interface PopupModel {
  readonly title: string;
  /** Name of the group. */
  readonly layer: string;
  readonly rows: readonly PopupLine[];
  readonly sections: readonly { readonly heading: string; readonly rows: readonly PopupLine[] }[];
  /** Set when more is to be had from `/api/features/{dataset}/{id}`. */
  readonly details?: { readonly dataset: string; readonly id: string };
}

/**
 * Compiles the popup of a hit from the attributes the atlas declares and from no others. `details`
 * are what the server answered, which win over the tiles'.
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
  // Fields are named by others: `constructor` must not find what every object has.
  const valueOf = (field: string): Json | undefined =>
    Object.hasOwn(properties, field) ? properties[field] : undefined;
  const { dataset } = hit;
  const line = (row: PopupRow): PopupLine[] => {
    const base = row.files && dataset !== undefined ? photosBase(dataset, row.field) : undefined;
    const format = base === undefined ? row : { ...row, base };
    const formatted = formatValue(valueOf(row.field), format, bundle);
    return formatted ? [{ label: row.label, value: wordsOf(formatted, bundle), formatted }] : [];
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

/** Where the photos of a field are served that its values name by their files. */
function photosBase(dataset: string, field: string): string {
  return `/api/photos/${encodeURIComponent(dataset)}/${encodeURIComponent(field)}/`;
}

function wordsOf(value: FormattedValue, language: Pick<AtlasBundle, 'locale'>): string {
  if (value.kind === 'list') return listOf(value.items, language);
  return value.kind === 'photos' ? String(value.addresses.length) : value.text;
}

import type { Json } from '../basics/values.ts';
import type { AtlasBundle, FieldFilter, PopupRow } from '../bundle/bundle.ts';
import { present } from '../basics/present.ts';

/** The field of a filter that searches the titles of features. */
export const TITLE_FIELD = '';

/** How a visitor filters by a field: by words, by one of its values, or by a range. */
export type FilterKind = 'words' | 'value' | 'number' | 'date';

/** A field by which the features of a group can be filtered. */
export interface FilterField {
  /** Name of the field; `TITLE_FIELD` for the title of the features. */
  readonly field: string;
  /** Absent for the title. */
  readonly label?: string;
  readonly kind: FilterKind;
  readonly unit?: string;
  /** Labels by value, for the kind `value`. A field of true and false has none. */
  readonly values?: Readonly<Record<string, string>>;
}

const KINDS: Readonly<Record<PopupRow['type'], FilterKind | null>> = {
  text: 'words',
  integer: 'number',
  number: 'number',
  boolean: 'value',
  date: 'date',
  // Lists are not in the tiles.
  list: null,
};

/**
 * Returns the fields by which the features of a group can be filtered: the title, then the fields of
 * its popups. Fields that are not in the tiles are left out.
 */
export function filterFields(bundle: AtlasBundle, group: string): readonly FilterField[] {
  const found = new Map<string, FilterField>();
  if (titleFields(bundle, group).length > 0)
    found.set(TITLE_FIELD, { field: TITLE_FIELD, kind: 'words' });
  for (const popup of popupsOf(bundle, group)) {
    for (const row of [...popup.rows, ...popup.sections.flatMap(({ rows }) => rows)]) {
      const kind = row.format === 'photos' ? null : KINDS[row.type];
      if (kind === null || found.has(row.field)) continue;
      const { field, label, unit, values } = row;
      found.set(
        field,
        present({ field, label, kind: values ? 'value' : kind, unit, values }) as FilterField,
      );
    }
  }
  return [...found.values()];
}

/**
 * Compiles the filters of a visitor to one MapLibre filter. Filters of unknown fields are ignored.
 * Returns undefined without a filter.
 */
export function compileFieldFilters(
  bundle: AtlasBundle,
  group: string,
  filters: readonly FieldFilter[] = [],
): Json | undefined {
  const fields = filters.length === 0 ? [] : filterFields(bundle, group);
  const tests = filters.flatMap((filter) => {
    const known = fields.find(({ field }) => field === filter.field);
    if (!known) return [];
    if (filter.kind === 'words') return wordTests(filter.words, fieldsOf(bundle, group, known));
    const get: Json = ['get', filter.field];
    if (filter.kind === 'value') return [['==', ['to-string', get], filter.value] as Json];
    return known.kind === 'date' ? dayTests(get, filter) : numberTests(get, filter);
  });
  return tests.length === 0 ? undefined : ['all', ...tests];
}

function popupsOf({ groups }: AtlasBundle, group: string) {
  const { popup, sublayers = [] } = groups[group] ?? {};
  return [popup, ...sublayers.map((sublayer) => sublayer.popup)].filter((one) => one !== undefined);
}

function titleFields(bundle: AtlasBundle, group: string): readonly string[] {
  const titles = popupsOf(bundle, group).flatMap(({ title = [] }) => title);
  return [...new Set(titles.filter(({ type }) => type !== 'list').map(({ field }) => field))];
}

function fieldsOf(bundle: AtlasBundle, group: string, { field }: FilterField): readonly string[] {
  return field === TITLE_FIELD ? titleFields(bundle, group) : [field];
}

/** Every word must occur in one of the fields. Upper and lower case are the same. */
function wordTests(words: string, fields: readonly string[]): Json[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.map((word) => [
    'any',
    ...fields.map((field): Json => ['in', word, ['downcase', ['to-string', ['get', field]]]]),
  ]);
}

type Range = FieldFilter & { readonly kind: 'range' };

function numberTests(get: Json, { min, max }: Range): Json[] {
  return [
    ['==', ['typeof', get], 'number'],
    ...(min === undefined ? [] : [['>=', ['number', get], Number(min)] as Json]),
    ...(max === undefined ? [] : [['<=', ['number', get], Number(max)] as Json]),
  ];
}

/** A date may be a year or a month; it is compared with as many characters as it has. */
function dayTests(get: Json, { min, max }: Range): Json[] {
  const text: Json = ['string', get];
  const start = (day: string): Json => ['slice', day, 0, ['length', text]];
  return [
    ['==', ['typeof', get], 'string'],
    ...(min === undefined ? [] : [['>=', text, start(min)] as Json]),
    ...(max === undefined ? [] : [['<=', text, start(max)] as Json]),
  ];
}

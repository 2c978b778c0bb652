import type { BundlePopup, PopupRow } from '../bundle/bundle.ts';
import { classesOf } from './compile-filter.ts';
import type {
  ClassList,
  Dataset,
  Field,
  Group,
  Popup,
  StyleValue,
  Sublayer,
} from '../model/model.ts';

/**
 * Compiles a popup for readers of a rank: fields above it are absent. Label, unit and format come
 * from the dataset; a field drawn with classes shows their labels. Null when nothing is left.
 */
export function compilePopupRows(
  popup: Popup,
  sublayers: readonly Sublayer[],
  rank: number,
  locale: string,
): BundlePopup | null {
  const datasets = datasetsOf(sublayers);
  let details = false;
  const row = (name: string): PopupRow[] => {
    const field = datasets
      .map((dataset) => dataset.fields.get(name))
      .find((found) => found !== undefined && found.permission.rank <= rank);
    if (!field) return [];
    if (field.type === 'list') details = true;
    return [rowOf(field, sublayers, locale)];
  };
  const title = popup.title !== null && row(popup.title).length > 0 ? popup.title : null;
  const rows = popup.fields.flatMap(row);
  const sections = popup.sections
    .map((section) => ({ heading: section.heading[locale]!, rows: section.fields.flatMap(row) }))
    .filter((section) => section.rows.length > 0);
  if (title === null && rows.length === 0 && sections.length === 0) return null;
  return { ...(title === null ? {} : { title }), rows, sections, details };
}

/** The datasets sublayers draw, each once, in their order. */
export function datasetsOf(sublayers: readonly Sublayer[]): Dataset[] {
  const datasets: Dataset[] = [];
  for (const { source } of sublayers)
    if (source.kind === 'dataset' && !datasets.includes(source.dataset))
      datasets.push(source.dataset);
  return datasets;
}

function rowOf(field: Field, sublayers: readonly Sublayer[], locale: string): PopupRow {
  const values = enumLabels(field, sublayers, locale);
  return {
    field: field.name,
    label: field.label[locale]!,
    type: field.type,
    ...(field.unit ? { unit: field.unit[locale]! } : {}),
    ...(field.format === undefined ? {} : { format: field.format }),
    ...(field.folder === undefined ? {} : { files: true as const }),
    ...(values ? { values } : {}),
  };
}

/** Words for values: those of the classes it is drawn with, then of the classes it declares. */
function enumLabels(
  field: Field,
  sublayers: readonly Sublayer[],
  locale: string,
): Readonly<Record<string, string>> | null {
  const lists = new Set<ClassList>();
  for (const { paint, layout } of sublayers) {
    for (const name in paint) addClasses(paint[name]!, field, lists);
    for (const name in layout) addClasses(layout[name]!, field, lists);
  }
  if (field.classes) lists.add(field.classes);
  const [first, ...others] = [...lists].filter(({ kind }) => kind === 'values');
  if (!first) return null;
  const labels = others.reduce(
    (known, classes) => ({ ...labelsOf(classes, locale), ...known }),
    labelsOf(first, locale),
  );
  return Object.keys(labels).length > 0 ? labels : null;
}

function addClasses(value: StyleValue, field: Field, into: Set<ClassList>): void {
  if (value.kind === 'literal') return;
  for (const { classes, field: read } of classesOf(value))
    if (read === field.name) into.add(classes);
}

type Labels = Readonly<Record<string, string>>;

const labelsByLocale = new WeakMap<ClassList, Map<string, Labels>>();

/** Words of each value of a class list in a language; the first class that has the value counts. */
function labelsOf(classes: ClassList, locale: string): Labels {
  let known = labelsByLocale.get(classes);
  if (!known) labelsByLocale.set(classes, (known = new Map<string, Labels>()));
  let labels = known.get(locale);
  if (!labels) {
    const made: Record<string, string> = {};
    if (classes.kind === 'values')
      for (const entry of classes.entries)
        for (const item of entry.values) made[String(item)] ??= entry.label[locale]!;
    known.set(locale, (labels = made));
  }
  return labels;
}

/** The popup a feature of a sublayer gets: its own, else the group's. */
export function popupOf(group: Group, sublayer: Sublayer): Popup | null {
  return sublayer.popup ?? group.popup;
}

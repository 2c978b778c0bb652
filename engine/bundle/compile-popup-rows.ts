import type { BundlePopup, PopupRow } from './bundle.ts';
import { classesOf } from './compile-filter.ts';
import type { ClassList, Dataset, Field, Group, Popup, Sublayer } from '../model/model.ts';

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
  return [
    ...new Set(
      sublayers.flatMap(({ source }) => (source.kind === 'dataset' ? [source.dataset] : [])),
    ),
  ];
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
): Record<string, string> | null {
  const labels: Record<string, string> = {};
  for (const sublayer of sublayers) {
    for (const value of [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)]) {
      for (const { classes, field: read } of classesOf(value)) {
        if (read === field.name) addLabels(labels, classes, locale);
      }
    }
  }
  if (field.classes) addLabels(labels, field.classes, locale);
  return Object.keys(labels).length > 0 ? labels : null;
}

function addLabels(labels: Record<string, string>, classes: ClassList, locale: string): void {
  if (classes.kind !== 'values') return;
  for (const entry of classes.entries)
    for (const item of entry.values) labels[String(item)] ??= entry.label[locale]!;
}

/** The popup a feature of a sublayer gets: its own, else the group's. */
export function popupOf(group: Group, sublayer: Sublayer): Popup | null {
  return sublayer.popup ?? group.popup;
}

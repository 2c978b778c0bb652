import type { BundlePopup, PopupRow } from '../bundle/bundle.ts';
import type { ClassList, Dataset, Field, Group, Popup, Sublayer } from '../model/model.ts';
import { present } from '../runtime/present.ts';
import { classesIn, type ClassUse } from '../values/value-tree.ts';
import type { CompileContext } from './compile-options.ts';

/**
 * Compiles a popup for readers of a level, without the fields that require a higher level. Label,
 * unit and format come from the dataset; a field that is drawn with classes shows their labels.
 * Returns null when no fields remain.
 */
export function compilePopupRows(
  popup: Popup,
  sublayers: readonly Sublayer[],
  context: Pick<CompileContext, 'level' | 'options' | 'tables'>,
): BundlePopup | null {
  const { rank } = context.level;
  const { locale } = context.options;
  const datasets = datasetsOf(sublayers);
  const drawn = sublayers.flatMap(classesIn);
  let details = false;
  const row = (name: string): PopupRow[] => {
    const field = datasets
      .map((dataset) => dataset.fields.get(name))
      .find((found) => found !== undefined && found.permission.rank <= rank);
    if (!field) return [];
    if (field.type === 'list') details = true;
    return [rowOf(field, drawn, context)];
  };
  const title = popup.title !== null && row(popup.title).length > 0 ? popup.title : null;
  const rows = popup.fields.flatMap(row);
  const sections = popup.sections
    .map((section) => ({ heading: section.heading[locale]!, rows: section.fields.flatMap(row) }))
    .filter((section) => section.rows.length > 0);
  if (title === null && rows.length === 0 && sections.length === 0) return null;
  return present({ title: title ?? undefined, rows, sections, details });
}

/** Returns the datasets of sublayers, each once, in their order. */
export function datasetsOf(sublayers: readonly Sublayer[]): Dataset[] {
  const datasets: Dataset[] = [];
  for (const { source } of sublayers)
    if (source.kind === 'dataset' && !datasets.includes(source.dataset))
      datasets.push(source.dataset);
  return datasets;
}

type LabelContext = Pick<CompileContext, 'options' | 'tables'>;

function rowOf(field: Field, drawn: readonly ClassUse[], context: LabelContext): PopupRow {
  const { locale } = context.options;
  return present({
    field: field.name,
    label: field.label[locale]!,
    type: field.type,
    unit: field.unit?.[locale],
    format: field.format,
    files: field.folder === undefined ? undefined : true,
    values: enumLabels(field, drawn, context) ?? undefined,
  });
}

type Labels = Readonly<Record<string, string>>;

/**
 * Returns labels for values: those of the classes it is drawn with, then those of its declared
 * classes.
 */
function enumLabels(
  field: Field,
  drawn: readonly ClassUse[],
  context: LabelContext,
): Labels | null {
  const lists = new Set<ClassList>();
  for (const use of drawn) if (use.field === field.name) lists.add(use.classes);
  if (field.classes) lists.add(field.classes);
  const found = [...lists].map((classes) => labelsIn(classes, context));
  const labels = found.length === 1 ? found[0]! : (Object.assign({}, ...found.reverse()) as Labels);
  return Object.keys(labels).length > 0 ? labels : null;
}

/**
 * Returns the labels of a class list's values in a language; for a repeated value, the first class
 * applies.
 */
function labelsIn(classes: ClassList, { options: { locale }, tables }: LabelContext): Labels {
  const known = tables.labels.get(classes) ?? new Map<string, Labels>();
  tables.labels.set(classes, known);
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

/** Returns the popup for features of a sublayer: its own, or the group's. */
export function popupOf(group: Group, sublayer: Sublayer): Popup | null {
  return sublayer.popup ?? group.popup;
}

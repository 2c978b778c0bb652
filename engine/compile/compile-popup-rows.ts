import type { BundlePopup, PopupRow, TitleRow } from '../bundle/bundle.ts';
import { datasetsOf } from '../model/datasets-of.ts';
import type { ClassList, Dataset, Field, Group, Popup, Sublayer } from '../model/model.ts';
import { present } from '../basics/present.ts';
import { classesIn, type ClassUse } from '../values/value-tree.ts';
import type { CompileContext } from './compile-options.ts';

/** The context in which the popups of a group are compiled. */
export type RowContext = Pick<CompileContext, 'level' | 'options' | 'tables'>;

/**
 * Compiles a popup for readers of a level, without the fields that require a higher level. Label,
 * unit and format come from the dataset; a field that is drawn with classes shows their labels.
 * Returns null when no fields remain.
 */
export function compilePopupRows(
  popup: Popup,
  sublayers: readonly Sublayer[],
  context: RowContext,
): BundlePopup | null {
  const { locale } = context.options;
  const drawn = sublayers.flatMap(classesIn);
  const from = { datasets: datasetsOf(sublayers), drawn };
  const compile = (names: readonly string[]): PopupRow[] => compileRows(names, from, context);
  const title = compile(popup.title?.[locale] ?? []);
  const rows = compile(popup.fields ?? []);
  const sections = (popup.sections ?? [])
    .map((section) => ({ heading: section.heading[locale]!, rows: compile(section.fields) }))
    .filter((section) => section.rows.length > 0);
  const all = [...title, ...rows, ...sections.flatMap((section) => section.rows)];
  if (all.length === 0) return null;
  return present({
    title: title.length > 0 ? titleRows(title) : undefined,
    rows,
    sections,
    details: all.some(({ type }) => type === 'list'),
  });
}

/** Where rows come from: the datasets with the fields, and the classes that they are drawn with. */
interface RowSource {
  readonly datasets: readonly Dataset[];
  readonly drawn: readonly ClassUse[];
}

/** Compiles rows of fields, without those that are unknown or require a higher level. */
export function compileRows(
  names: readonly string[],
  { datasets, drawn }: RowSource,
  context: RowContext,
): PopupRow[] {
  const fieldOf = (name: string): Field | undefined => {
    for (const { fields } of datasets) {
      const found = fields.get(name);
      if (found && found.permission.rank <= context.level.rank) return found;
    }
    return undefined;
  };
  return names.flatMap((name) => {
    const field = fieldOf(name);
    if (!field) return [];
    const { language } = field;
    // The language of a text is hidden from readers who may not see the field with the language code.
    const isKnown = typeof language !== 'object' || fieldOf(language.field) !== undefined;
    return [rowOf(field, isKnown ? language : undefined, drawn, context)];
  });
}

/** Returns rows without labels, for a title. */
export function titleRows(rows: readonly PopupRow[]): TitleRow[] {
  return rows.map(({ label: _label, ...rest }) => rest);
}

type LabelContext = Pick<CompileContext, 'options' | 'tables'>;

function rowOf(
  field: Field,
  language: Field['language'],
  drawn: readonly ClassUse[],
  context: LabelContext,
): PopupRow {
  const { locale } = context.options;
  return present({
    field: field.name,
    label: field.label[locale]!,
    type: field.type,
    unit: field.unit?.[locale],
    format: field.format,
    files: field.folder === undefined ? undefined : true,
    ...enumLabels(field, drawn, context),
    language,
  });
}

type Labels = Readonly<Record<string, string>>;

/**
 * Returns labels for the values of a field: those of the classes that the field is drawn with, then
 * those of its declared classes.
 */
function enumLabels(
  field: Field,
  drawn: readonly ClassUse[],
  context: LabelContext,
): Pick<PopupRow, 'values' | 'otherwise'> {
  const lists = new Set<ClassList>();
  for (const use of drawn) if (use.field === field.name) lists.add(use.classes);
  if (field.classes) lists.add(field.classes);
  if (lists.size === 0) return {};
  const found = [...lists].map((classes) => labelsIn(classes, context));
  const labels = found.length === 1 ? found[0]! : (Object.assign({}, ...found.reverse()) as Labels);
  const otherwise = [...lists].flatMap((list) => otherLabel(list, context.options.locale) ?? [])[0];
  return Object.keys(labels).length > 0 ? present({ values: labels, otherwise }) : {};
}

/** Returns the label of the default class; undefined if the list has none. */
function otherLabel(classes: ClassList, locale: string): string | undefined {
  return classes.kind === 'values' ? classes.default?.label[locale] : undefined;
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

/**
 * Returns the popup of a sublayer, with omitted keys from the popup of its group. Returns null if the
 * sublayer has none.
 */
export function ownPopup(group: Group, { popup }: Sublayer): Popup | null {
  return (
    popup && {
      title: popup.title ?? group.popup?.title ?? null,
      fields: popup.fields ?? group.popup?.fields ?? null,
      sections: popup.sections ?? group.popup?.sections ?? null,
    }
  );
}

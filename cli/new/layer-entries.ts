/** The entries of a new layer, as YAML with comments. */
import { toFlow } from 'atlas-engine';
import type { Classes } from './choose-classes.ts';
import { KIND_COLORS } from './palette.ts';
import type { FeatureSurvey, Survey, SurveyedField } from './survey.ts';
import { toFill, words } from './texts-to-fill.ts';

/** What the entries of a layer are made from. */
export interface LayerParts {
  readonly id: string;
  /** The file of the data, relative to the configuration. */
  readonly file: string;
  readonly survey: Survey;
  readonly classes: Classes | null;
  readonly locales: readonly string[];
  /** The level that the data require, and all levels. */
  readonly level: string;
  readonly levels: readonly string[];
}

/** Returns the entry of `datasets`. */
export function datasetEntry(parts: LayerParts): string {
  const { id, file, survey, level, levels } = parts;
  const load = { file, ...(survey.geometry === 'raster' ? {} : survey.load) };
  return [
    `id: ${id}`,
    `geometry: ${survey.geometry}`,
    `permission: ${toFlow(level)} # who may see, analyse and download the data: ${levels.join(', ')}`,
    `load: ${toFlow(load)}`,
    ...(survey.geometry === 'raster' ? [] : fieldLines(survey, parts)),
  ].join('\n');
}

function fieldLines(
  { fields, count }: FeatureSurvey,
  { classes, locales }: LayerParts,
): readonly string[] {
  if (fields.length === 0) return [];
  const key = fields.find((field) => isKey(field, count));
  return [
    ...(key ? [`key: ${keyText(key.name)} # identifies a feature permanently`] : []),
    'fields: # in the order of downloads; delete what the atlas does not need',
    ...fields.map((field) => {
      const { name, type } = field;
      const values = name === classes?.field && classes.values ? { classes: classes.id } : null;
      const label = toFill(words(name), locales);
      const body = toFlow({ type, ...(values && { values }), label });
      return `  ${keyText(name)}: ${body} # ${foundIn(field)}`;
    }),
  ];
}

/** Quotes names with a dot, which are nested properties. */
function keyText(name: string): string {
  return name.includes('.') ? `'${name.replaceAll("'", "''")}'` : toFlow(name);
}

function isKey({ name, nulls, values }: SurveyedField, count: number): boolean {
  return (
    /(?:^|_)(?:id|fid|gid|code|key|ref|uuid)$/i.test(name) &&
    nulls === 0 &&
    values?.length === count
  );
}

/** Longest examples of values in a comment, in characters. */
const LONGEST = 50;

/** Says what is in a field: `3 values: pump, open, closed; 2 empty`. */
function foundIn({ type, values, nulls }: SurveyedField): string {
  const empty = nulls > 0 ? `; ${nulls} empty` : '';
  if (values === null) return `very many values${empty}`;
  if (type === 'integer' || type === 'number') {
    const numbers = values.map(([value]) => Number(value));
    const least = numbers.reduce((a, b) => Math.min(a, b), Infinity);
    const greatest = numbers.reduce((a, b) => Math.max(a, b), -Infinity);
    return numbers.length === 0 ? 'empty' : `from ${least} to ${greatest}${empty}`;
  }
  const shown: string[] = [];
  for (const [value] of values) {
    const text = String(value).replace(/\s+/g, ' ');
    if ([...shown, text].join(', ').length > LONGEST) break;
    shown.push(text);
  }
  const plural = values.length === 1 ? '1 value' : `${values.length} values`;
  if (shown.length === 0) return `${plural}${empty}`;
  return `${plural}${shown.length < values.length ? ', such as' : ':'} ${shown.join(', ')}${empty}`;
}

/** Returns the entry of `classes`. */
export function classesEntry({ id, field, ...classes }: Classes): string {
  const lines = [`id: ${id}`, ...(field === undefined ? [] : [`field: ${keyText(field)}`])];
  for (const [key, value] of Object.entries(classes)) {
    if (!Array.isArray(value)) lines.push(`${key}: ${toFlow(value)}`);
    else lines.push(`${key}:`, ...value.map((each) => `  - ${toFlow(each)}`));
  }
  return lines.join('\n');
}

/** Returns the entry of `groups`. */
export function groupEntry(parts: LayerParts & { readonly category: string }): string {
  const { id, survey, locales, category } = parts;
  return [
    `id: ${id}`,
    `name: ${toFlow(toFill(words(id), locales))}`,
    `category: ${toFlow(category)} # the heading in the layer list`,
    ...(survey.geometry === 'polygon' ? ['opacity: 0.7'] : []),
    ...(survey.geometry === 'raster' ? [] : popupLines(survey)),
    'sublayers: # from the ground up',
    ...sublayerLines(parts),
  ].join('\n');
}

/** Number of fields that a popup shows at first. */
const ROWS = 8;

function popupLines({ fields }: FeatureSurvey): readonly string[] {
  const title =
    fields.find(({ name }) => /^(?:name|nom|title|titre|label|libelle)/i.test(name)) ??
    fields.find(({ type }) => type === 'text') ??
    fields[0];
  if (!title) return [];
  const rows = fields.filter((field) => field !== title).map(({ name }) => name);
  return [`popup: ${toFlow({ title: title.name, fields: rows.slice(0, ROWS) })}`];
}

function sublayerLines({ id, survey, classes }: LayerParts): readonly string[] {
  const color = classes ? { classes: classes.id } : KIND_COLORS[0];
  const layer = (fields: object): string => `  - ${toFlow(fields)}`;
  switch (survey.geometry) {
    case 'raster':
      return [layer({ id: 'cover', type: 'raster', source: id, classes: classes!.id })];
    case 'point':
      return [
        '  - id: point',
        '    type: circle',
        `    source: ${id}`,
        '    paint:',
        `      circle-color: ${toFlow(color)}`,
        '      circle-radius: { by-zoom: { 5: 3, 12: 7 } } # zoom: pixels',
        "      circle-stroke-color: '#FFFFFF'",
        '      circle-stroke-width: 1',
      ];
    case 'line':
      return [
        '  - id: line',
        '    type: line',
        `    source: ${id}`,
        `    paint: { line-color: ${toFlow(color)}, line-width: { by-zoom: { 5: 1, 12: 3 } } }`,
      ];
    case 'polygon':
      return [
        '  - id: area',
        '    type: fill',
        `    source: ${id}`,
        `    paint: { fill-color: ${toFlow(color)} }`,
        "    outline: { color: '#4D4D4D', width: 0.8 }",
      ];
  }
}

/** The entries of a new layer, as YAML with comments. */
import { toFlow } from 'atlas-engine';
import type { Classes } from './choose-classes.ts';
import { KIND_COLORS } from './palette.ts';
import type { ServicePlace } from './outside/split-address.ts';
import type { FeatureSurvey, Survey, SurveyedField } from './survey.ts';
import { toFill, words } from './texts-to-fill.ts';

/** What the entries of a layer are made from. */
export interface LayerParts {
  readonly id: string;
  /** The name in the layer list; by default from the id. */
  readonly title?: string;
  /** What is under `load`. */
  readonly load: object;
  readonly survey: Survey;
  /** What the owner says about the data. */
  readonly info?: object;
  /** The colour of features without classes. */
  readonly color?: string | undefined;
  /** The fields that identify a feature, and that name it. */
  readonly key?: string;
  readonly titleField?: string;
  readonly classes: Classes | null;
  readonly locales: readonly string[];
  /** The level that the data require, and all levels. */
  readonly level: string;
  readonly levels: readonly string[];
}

/** Returns the entry of `datasets`. */
export function datasetEntry(parts: LayerParts): string {
  const { id, load, survey, level, levels, info } = parts;
  return [
    `id: ${id}`,
    `geometry: ${survey.geometry}`,
    `permission: ${toFlow(level)} # who may see, analyse and download the data: ${levels.join(', ')}`,
    `load: ${toFlow(load)}`,
    ...(survey.geometry === 'raster' ? [] : fieldLines(survey, parts)),
    ...(info ? [`info: ${toFlow(info)}`] : []),
  ].join('\n');
}

function fieldLines(
  { fields, count }: FeatureSurvey,
  { classes, locales, key: stated }: LayerParts,
): readonly string[] {
  if (fields.length === 0) return [];
  const key =
    fields.find(({ name }) => name === stated) ?? fields.find((field) => isKey(field, count));
  return [
    ...(key ? [`key: ${keyText(key.name)} # identifies a feature permanently`] : []),
    'fields: # in the order of downloads; delete what the atlas does not need',
    ...fields.map((field) => {
      const { name, type, stated } = field;
      const { label = words(name), parse } = stated ?? {};
      const values = valuesOf(field, classes, locales);
      const about = foundIn(field);
      const body = toFlow({
        type,
        ...(parse && { parse }),
        ...(values && { values }),
        label: toFill(label, locales),
      });
      return `  ${keyText(name)}: ${body}${about === '' ? '' : ` # ${about}`}`;
    }),
  ];
}

function valuesOf(
  { name, stated }: SurveyedField,
  classes: Classes | null,
  locales: readonly string[],
): object | null {
  if (name === classes?.field && classes.values) return { classes: classes.id };
  if (!stated?.words) return null;
  const named = stated.words.map(([value, label]) => [String(value), toFill(label, locales)]);
  return { words: Object.fromEntries(named) as object };
}

/** Quotes names with a dot, which are nested properties. */
export function keyText(name: string): string {
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
export function foundIn({ type, values, nulls, stated }: SurveyedField): string {
  if (stated) return stated.about;
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
  const { id, title = words(id), survey, locales, category } = parts;
  return [
    `id: ${id}`,
    `name: ${toFlow(toFill(title, locales))}`,
    `category: ${toFlow(category)} # the heading in the layer list`,
    ...(survey.geometry === 'polygon' ? ['opacity: 0.7'] : []),
    ...(survey.geometry === 'raster' ? [] : popupLines(survey, parts)),
    'sublayers: # from the ground up',
    ...sublayerLines(parts),
  ].join('\n');
}

/** Number of fields that a popup shows at first. */
const ROWS = 8;

function popupLines({ fields }: FeatureSurvey, { titleField, key }: LayerParts): readonly string[] {
  const title =
    fields.find(({ name }) => name === titleField) ??
    fields.find(({ name }) => /^(?:name|nom|title|titre|label|libelle)/i.test(name)) ??
    fields.find(({ type }) => type === 'text') ??
    fields[0];
  if (!title) return [];
  const rows = fields.map(({ name }) => name).filter((name) => name !== title.name && name !== key);
  return [`popup: ${toFlow({ title: title.name, fields: rows.slice(0, ROWS) })}`];
}

/** What a sublayer draws. */
export interface Drawn {
  /** The id of a dataset or source. */
  readonly id: string;
  readonly geometry: FeatureSurvey['geometry'];
  readonly classes: Classes | null;
  readonly color?: string | undefined;
  /** The layer inside of vector tiles. */
  readonly layer?: string;
}

function sublayerLines({ id, survey, classes, color }: LayerParts): readonly string[] {
  if (survey.geometry === 'raster')
    return [`  - ${toFlow({ id: 'cover', type: 'raster', source: id, classes: classes!.id })}`];
  return featureLines({ id, geometry: survey.geometry, classes, color });
}

/** Returns the sublayer that draws features. */
export function featureLines(drawn: Drawn): readonly string[] {
  const { id, geometry, classes, layer } = drawn;
  const color = toFlow(classes ? { classes: classes.id } : (drawn.color ?? KIND_COLORS[0]));
  const source = [
    `    source: ${id}`,
    ...(layer === undefined ? [] : [`    source-layer: ${toFlow(layer)}`]),
  ];
  switch (geometry) {
    case 'point':
      return [
        '  - id: point',
        '    type: circle',
        ...source,
        '    paint:',
        `      circle-color: ${color}`,
        '      circle-radius: { by-zoom: { 5: 3, 12: 7 } } # zoom: pixels',
        "      circle-stroke-color: '#FFFFFF'",
        '      circle-stroke-width: 1',
      ];
    case 'line':
      return [
        '  - id: line',
        '    type: line',
        ...source,
        `    paint: { line-color: ${color}, line-width: { by-zoom: { 5: 1, 12: 3 } } }`,
      ];
    case 'polygon':
      return [
        '  - id: area',
        '    type: fill',
        ...source,
        `    paint: { fill-color: ${color} }`,
        "    outline: { color: '#4D4D4D', width: 0.8 }",
      ];
  }
}

/** Returns the entry of `services` for a service that is new. */
export function serviceEntry({ service, address, env }: ServicePlace): string {
  return [
    `id: ${service}`,
    `address: ${toFlow(address)}`,
    `env: ${env} # the service is off until this variable is \`on\`, or another address`,
  ].join('\n');
}

/** What the owner of data says about them, as `info`; undefined if that is nothing. */
export function infoOf(
  { description, provider }: { readonly description?: string; readonly provider?: string },
  locales: readonly string[],
): object | undefined {
  if (description === undefined && provider === undefined) return undefined;
  return {
    ...(description !== undefined && { description: toFill(description, locales) }),
    ...(provider !== undefined && { provider: toFill(provider, locales) }),
  };
}

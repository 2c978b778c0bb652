/** Classes and colours of an ArcGIS layer: those with which its server draws it. */
import { isRecord } from 'atlas-engine/http';
import { UsageError } from '../../../host/common/command.ts';
import type { Classes } from '../choose-classes.ts';
import { KIND_COLORS, OTHER_COLOR } from '../palette.ts';
import { toFill } from '../texts-to-fill.ts';
import { valueOf, type LayerField } from './arcgis-fields.ts';

type Json = Readonly<Record<string, unknown>>;

interface ClassOptions {
  readonly id: string;
  readonly locales: readonly string[];
  /** The field that the author names. */
  readonly wanted?: string | undefined;
}

/** Returns the renderer of a layer; an empty one if it has none. */
function rendererOf({ drawingInfo }: Json): Json {
  const renderer = isRecord(drawingInfo) ? drawingInfo['renderer'] : null;
  return isRecord(renderer) ? renderer : {};
}

/** Returns the colour of a layer that is drawn with one; null if it has several, or a picture. */
export function colorOfLayer(layer: Json): string | null {
  const { type, symbol } = rendererOf(layer);
  return type === 'simple' ? colorOf(symbol) : null;
}

/**
 * Returns classes by the values that the server draws differently, else by the values that the layer
 * states for a field. Throws `UsageError` if the named field has neither.
 */
export function classesOfLayer(
  layer: Json,
  fields: readonly LayerField[],
  options: ClassOptions,
): Classes | null {
  const { wanted } = options;
  const renderer = rendererOf(layer);
  const drawn = fields.find(({ name }) => name === (renderer['field1'] ?? renderer['field']));
  if (drawn && (wanted === undefined || wanted === drawn.name)) {
    const classes = classesDrawn(renderer, drawn, options);
    if (classes) return classes;
  }
  const stated = fields.find(({ name, domain }) =>
    wanted === undefined
      ? domain && domain.values.length > 1 && domain.values.length <= KIND_COLORS.length
      : name === wanted,
  );
  if (stated?.domain?.values.length) return classesStated(stated, options);
  if (wanted === undefined) return null;
  throw new UsageError(
    `The server states no values for the field \`${wanted}\`. Start the atlas without classes, then \`atlas profile\` prints the values.`,
  );
}

function classesDrawn(
  renderer: Json,
  field: LayerField,
  { id, locales }: ClassOptions,
): Classes | null {
  if (renderer['type'] === 'classBreaks') return stepsDrawn(renderer, field, id);
  // Classes of several fields together have no counterpart.
  if (renderer['type'] !== 'uniqueValue' || renderer['field2']) return null;
  const infos = renderer['uniqueValueInfos'];
  const values = (Array.isArray(infos) ? infos : []).filter(isRecord).flatMap((info, place) => {
    const value = valueOf(info['value'], field.type);
    if (value === null || value === '') return [];
    const color = colorOf(info['symbol']) ?? KIND_COLORS[place % KIND_COLORS.length]!;
    const label = toFill(labelOf(info, String(value)), locales);
    return [{ value, color, label }];
  });
  if (values.length === 0) return null;
  const { defaultSymbol, defaultLabel } = renderer;
  const rest = typeof defaultLabel === 'string' && defaultLabel !== '' ? defaultLabel : 'Other';
  const color = colorOf(defaultSymbol) ?? OTHER_COLOR;
  const distinct = [...new Map(values.map((each) => [each.value, each])).values()];
  return {
    id,
    field: field.name,
    values: distinct,
    default: { color, label: toFill(rest, locales) },
  };
}

/** Returns steps; the first begins at the least value. */
function stepsDrawn(renderer: Json, field: LayerField, id: string): Classes | null {
  if (field.type !== 'integer' && field.type !== 'number') return null;
  const { minValue, classBreakInfos } = renderer;
  const infos = (Array.isArray(classBreakInfos) ? classBreakInfos : []).filter(isRecord);
  const steps = infos.flatMap((info, place) => {
    const before = place === 0 ? minValue : infos[place - 1]!['classMaxValue'];
    const from = typeof info['classMinValue'] === 'number' ? info['classMinValue'] : before;
    const color = colorOf(info['symbol']);
    return typeof from === 'number' && color !== null ? [[from, color] as const] : [];
  });
  const rising = steps.filter(([from], i) => i === 0 || from > steps[i - 1]![0]);
  return rising.length > 1 ? { id, field: field.name, steps: rising } : null;
}

function classesStated({ name, domain }: LayerField, { id, locales }: ClassOptions): Classes {
  const { values } = domain!;
  return {
    id,
    field: name,
    values: values.map(([value, label], place) => ({
      value,
      color: KIND_COLORS[place % KIND_COLORS.length]!,
      label: toFill(label, locales),
    })),
    default: { color: OTHER_COLOR, label: toFill('Other', locales) },
  };
}

function labelOf({ label }: Json, value: string): string {
  return typeof label === 'string' && label.trim() !== '' ? label.trim() : value;
}

/** Returns the colour of a symbol as `#RRGGBB`; null for a picture. */
function colorOf(symbol: unknown): string | null {
  const color = isRecord(symbol) ? symbol['color'] : null;
  if (!Array.isArray(color) || color.length < 3) return null;
  // A hollow area has only an outline.
  if (color[3] === 0) return isRecord(symbol) ? colorOf(symbol['outline']) : null;
  const parts = color.slice(0, 3).map(Number);
  if (!parts.every((part) => part >= 0 && part <= 255)) return null;
  return `#${parts
    .map((part) => Math.round(part).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}

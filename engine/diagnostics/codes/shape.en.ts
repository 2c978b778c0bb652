import type { Elsewhere, Lists, Maybe, None, Numbers, Texts, Unknown } from '../parameters.ts';
import { degreesFrom } from '../degrees.ts';
import { boxFrom, hexFrom, limitsNote, pixelsFrom, whereFrom, zoomFrom } from '../meant.ts';
import { change, code, names, nearest, place, spaceMissing, write } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';
import { yamlText } from '../yaml-text.ts';

/** Advice on a key that belongs elsewhere, by its right place. */
const ELSEWHERE: Readonly<Record<Elsewhere['key'], (type: string) => string>> = {
  outline: (type) =>
    `Only a fill has an \`outline\`, but this sublayer has type ${code(type)}. A circle has \`circle-stroke-color\` and \`circle-stroke-width\` under \`paint\`.`,
  classes: (type) =>
    `Only rasters have \`classes\` next to \`type\`. In a sublayer of type ${code(type)}, write it under \`paint\`: \`paint: { ${type}-color: { classes: … } }\`.`,
  paint: () => 'It is a paint property: move it under `paint:`.',
  layout: () => 'It is a layout property: move it under `layout:`.',
  opacity: (type) =>
    `Write ${code(`${OPACITY[type] ?? `${type}-opacity`}: …`)} under \`paint:\`. The opacity of the whole group is the key \`opacity\` of the group.`,
};

/** The properties of an opacity, of types that have several or another name. */
const OPACITY: Readonly<Record<string, string>> = {
  symbol: 'text-opacity',
  hillshade: 'hillshade-exaggeration',
};

/** Words for comparisons with a limit. */
const COMPARED = { '<=': 'at most', '>=': 'at least', '>': 'more than' } as const;

/** Advice on keys of other programs that nothing in the language corresponds to. */
const NO_KEYS: readonly (readonly [keys: RegExp, beside: string, advice: string])[] = [
  [
    /^(?:separator|separateur|séparateur|delimiter|sep|field-?separator)$/i,
    'decimal',
    'Remove it: commas, semicolons and tabs between the columns are recognised.',
  ],
  [
    /^(?:crs|srs|scr|epsg|projection)$/i,
    'decimal',
    'Remove it: the reference system is read from the file. A table and GeoJSON have longitude and latitude (EPSG:4326); export other data in this system.',
  ],
  [
    /^(?:groups?|sub-?groups?|children)$/i,
    'sublayers',
    'Groups cannot contain other groups: give them the same `category`, which is their heading in the layer list.',
  ],
  [
    /^(?:qml|sld|symbology|symbologie|renderer|style-?file)$/i,
    'paint',
    "Styles of QGIS (QML, SLD) are not read. Write the colours and sizes under `paint:`, for example `paint: { fill-color: '#2A84C8' }`.",
  ],
  [
    /^(?:url|uri|tiles|href|address|adresse)$/i,
    'service',
    'Declare the address of the server under `services:`, and write the id of this service and the rest of the address here: `service: osm, path: /{z}/{x}/{y}.png`.',
  ],
  [
    /^(?:center|centre)$/i,
    'preview',
    'Write the area that the map shows first: `bounds: [west, south, east, north]`. The zoom follows from it.',
  ],
];

/** Returns advice on a key of other programs. */
function noKey({ key, known, nearest: near, isStyleFile }: UnknownKey): string | undefined {
  if (near && !isStyleFile) return undefined;
  const meant = isStyleFile ? 'sld' : key;
  return NO_KEYS.find(([keys, beside]) => keys.test(meant) && known.includes(beside))?.[2];
}

type UnknownKey = Unknown<'key'> & {
  readonly elsewhere?: Elsewhere;
  /** Whether the value is a file of a style of QGIS. */
  readonly isStyleFile?: boolean;
};

/**
 * Returns advice with the number that is meant by a text: a scale or a range of zooms, a length, the
 * limits of a class, or a number with a unit, a percent sign or a decimal comma.
 */
function numberFrom(text: string, key: string): Advice | undefined {
  const ofScale = /zoom/.test(key) ? zoomAdvice(text) : undefined;
  if (ofScale) return ofScale;
  const degrees = /[^\d\s.,:+-]/.test(text) ? degreesFrom(text) : undefined;
  if (degrees !== undefined)
    return change(
      `Write decimal degrees: \`${degrees}\` for ${code(text)}, and likewise the others.`,
      text,
      String(degrees),
    );
  if (/^\d{1,3}(?:[\s'’,]\d{3})+$/.test(text)) {
    const whole = text.replace(/\D/g, '');
    return change(`Write \`${whole}\`, without a thousands separator.`, text, whole);
  }
  const pixels = pixelsFrom(text);
  if (pixels !== undefined)
    return change(`Sizes are in pixels: write \`${pixels}\` for ${text}.`, text, String(pixels));
  const [, least = ''] =
    /^(-?\d+(?:\.\d+)?)\s*(?:-|–|to|à)\s*-?\d+(?:\.\d+)?$/.exec(text) ??
    /^>=?\s*(-?\d+(?:\.\d+)?)$/.exec(text) ??
    [];
  if (least !== '')
    return change(
      `Write one number instead of a range, \`${least}\`, also in the other entries.`,
      text,
      least,
    );
  if (/^-?[\d.]+\s+-?[\d.]+$/.test(text))
    return change('Write a comma between the two numbers.', text, text.replace(/\s+/, ', '));
  const [, number = '', unit] = /^([-+]?\d+(?:[.,]\d+)?)\s*(px|m|%|°)?$/.exec(text) ?? [];
  if (number === '') return undefined;
  const value = String(Number(number.replace(',', '.')) / (unit === '%' ? 100 : 1));
  return change(`Write \`${value}\`${unit === undefined ? '' : ', without a unit'}.`, text, value);
}

/** Returns advice on a scale or a range of zooms. */
function zoomAdvice(text: string): Advice | undefined {
  const [, from = '', to = ''] = /^(\d{1,2})\s*(?:-|–|to|à)\s*(\d{1,2})$/.exec(text) ?? [];
  if (from !== '') return { text: `Write \`minzoom: ${from}\` and \`maxzoom: ${to}\`.` };
  const found = zoomFrom(text);
  if (!found) return undefined;
  return change(
    `The scale ${found.scale} is about zoom ${found.zoom} near the equator: write \`${found.zoom}\`.`,
    text,
    String(found.zoom),
  );
}

/** Returns advice on coordinates that are not degrees. */
function metresAdvice({ key, found }: { key: string; found: string | number }): string | undefined {
  if (!/^(?:bounds|extent|center)$/.test(key) || Math.abs(Number(found)) < 1000) return undefined;
  const order = key === 'center' ? 'longitude, latitude' : 'west, south, east, north';
  return `These numbers seem to be metres, for example of UTM. Write degrees, in the order ${order}. In QGIS, set the reference system of the project to EPSG:4326, and copy the numbers again.`;
}

/** Returns advice on a percentage. */
function percentAdvice(percent: number): Advice | undefined {
  if (!(percent > 1 && percent <= 100)) return undefined;
  const share = String(percent / 100);
  const text = `0 is invisible and 1 is opaque: write \`${share}\` for ${percent} %.`;
  return change(text, String(percent), share);
}

/** Advice on a range of dates: ranges take numbers only. */
const DATE_RANGE =
  "Ranges take numbers. Compare dates with a `filter` in the sublayer, for example `filter: ['>=', ['get', surveyed], '2020-01-01']`.";

type WrongType = Texts<'key' | 'expected' | 'found'> &
  Maybe<'value' | 'hint' | 'first' | 'refersTo' | 'numbers' | 'fields'> & {
    readonly keys?: readonly string[];
    /** The ids that the value can be, if it refers to an entry. */
    readonly ids?: readonly string[];
    readonly entry?: number;
    readonly outer?: number;
  };

/** Returns whether a bound of a range is a date. */
function isDateBound({ key, value = '' }: WrongType): boolean {
  return (key === 'min' || key === 'max') && /^\d{4}-\d{2}(?:-\d{2})?/.test(value);
}

/** The kinds of entries that are not called by their key. */
const KINDS: Readonly<Record<string, string>> = {
  classes: 'class lists',
  'base-layers': 'base layers',
};

/** Returns advice on another value in place of an id. */
function idAdvice({ found, expected, ids = [] }: WrongType, refersTo: string): string | undefined {
  const kind = KINDS[refersTo] ?? refersTo;
  const all = names(ids);
  if (refersTo === 'levels' && found === 'a list')
    return `Write one level, the lowest one: higher levels include the lower ones.${all && ` The levels are ${all}.`}`;
  if (!expected.startsWith('a text')) return undefined;
  return all
    ? `Write one of the ${kind} of the atlas: ${all}.`
    : `Write the id of one of the ${kind} that the atlas declares.`;
}

/** Returns advice on how to change a value to the expected type. */
function reshaped(p: WrongType): Advice {
  const { key, found, expected, value, first, refersTo, keys, numbers = '' } = p;
  const color = expected.startsWith('a text') ? hexFrom(numbers) : undefined;
  if (color !== undefined)
    return { text: `Write the colour in hexadecimal digits, in quotes: \`'${color}'\`.` };
  const id = refersTo === undefined ? undefined : idAdvice(p, refersTo);
  if (id !== undefined) return { text: id };
  switch (`${found} for ${expected}`) {
    case 'a mapping for a list':
      return {
        text: first
          ? `Begin every entry with \`- \`, and write its name as its id: \`- id: ${first}\`.`
          : 'Begin every entry with `- `, even if there is only one.',
      };
    case 'a text for a list': {
      if (key === 'filter')
        return {
          text: `To compare a field with a value, write \`where: ${whereFrom(value ?? '') ?? '{ <field>: <value> }'}\` instead of \`filter\`.${limitsNote(value ?? '')}`,
        };
      const text = `Put it into brackets: \`${key}: [ … ]\`.`;
      return value === undefined ? { text } : change(text, value, `[${yamlText(value)}]`);
    }
    case 'a list for a mapping':
      if (p.fields)
        return { text: `Write the list under \`fields:\`: \`${key}: { fields: [${p.fields}] }\`.` };
      return {
        text: keys
          ? `Remove the \`- \` or the brackets, and write keys with values: \`{ ${keys.map((one) => `${one}: …`).join(', ')} }\`.`
          : 'Remove the `- ` or the brackets, and write keys.',
      };
    default:
      return { text: `Write ${expected}.` };
  }
}

/** Returns advice on conditions that are written as one text, such as an expression of QGIS. */
function conditionsAdvice({ key, expected, value }: WrongType): Advice | undefined {
  if (value === undefined || expected !== 'a mapping' || !/^(?:where|only)$/.test(key))
    return undefined;
  const meant = whereFrom(value);
  return meant === undefined
    ? {
        text: `Write the value of each field, not an expression, for example \`${key}: { status: valid, area: { min: 10 } }\`.`,
      }
    : change(
        `Write the value of each field, not an expression: \`${key}: ${meant}\`.${limitsNote(value)}`,
        value,
        meant,
      );
}

/** Returns advice on bounds as one text, as QGIS copies them. */
function boxAdvice({ key, value = '' }: WrongType): Advice | undefined {
  const box = /^(?:bounds|extent)$/.test(key) ? boxFrom(value) : undefined;
  if (box === undefined) return undefined;
  const text = `Write the four numbers as a list, not as QGIS copies them: \`${key}: ${box}\`.`;
  return change(text, value, box);
}

/** Returns advice with the text that is meant: an address with `https://`, or an id. */
function formatMeant(p: Texts<'found'> & Maybe<'hint' | 'nearest'>): Advice | undefined {
  if (!p.nearest) return undefined;
  if (p.nearest.endsWith(p.found))
    return write(
      p.found,
      p.nearest,
      `\`${p.nearest.slice(0, -p.found.length)}\` is missing: write`,
    );
  if (p.nearest.startsWith('data/'))
    return change(
      `The map reads files from this folder only. ${/\.shp$/i.test(p.found) ? 'Put the `.shp` with its `.shx`, `.dbf` and `.prj` into a `.zip` file, copy it' : 'Copy the file'} there, for example into its folder \`data\`, and write ${code(p.nearest)}.`,
      p.found,
      p.nearest,
    );
  // The first sentence of the hint is the form; the others are about other errors.
  const [form = ''] = /^[^.]*\./.exec(p.hint ?? '') ?? [];
  return change(`Write ${code(p.nearest)}. ${form}`, p.found, p.nearest);
}

/** A minimal example for each key that cannot be empty. */
const SMALLEST: Readonly<Record<string, string>> = {
  for: 'Write for example `for: { country: all }`.',
  categories:
    'Add the headings of the panel, for example `categories: [{ id: land, name: { all: Land } }]`. Every group has a category.',
  'base-layers':
    "Add a base map, for example `base-layers: [{ id: plain, name: { all: Plain }, ground: light, sublayers: [{ id: ground, type: background, paint: { background-color: '#F5F2E9' } }] }]`.",
};

/** The messages about keys and values that do not match the schema. */
export const SHAPE_WORDS = {
  'unused-default': words<Texts<'key'>>({
    short: 'Default is not used',
    message: (p) => `No entry of this file uses the default ${code(p.key)}.`,
    advice: 'Remove it, or remove the key from the entries that should use the default.',
  }),
  'unknown-key': words<UnknownKey>({
    short: 'Unknown key',
    message: (p) => `The key ${code(p.key)} is not allowed here.`,
    advice: (p) =>
      (p.elsewhere ? ELSEWHERE[p.elsewhere.key](p.elsewhere.type) : undefined) ??
      spaceMissing(p.key, p.nearest) ??
      noKey(p) ??
      nearest({ ...p, found: p.key }, 'Remove it. Your own notes begin with `x-`.', 'Allowed keys'),
  }),
  'key-needs': words<Texts<'key' | 'missing'>>({
    short: 'Key needs another one',
    message: (p) => `${code(p.key)} requires ${code(p.missing)}, which is missing.`,
    advice: (p) => `Add \`${p.missing}:\`, or remove ${code(p.key)}.`,
  }),
  'not-read-yet': words<Texts<'found'> & Maybe<'instead'>>({
    short: 'Not supported yet',
    message: (p) => `${code(p.found)} is not supported by this version of the atlas.`,
    advice: (p) => p.instead || 'Remove it.',
  }),
  'missing-key': words<
    Texts<'key' | 'parent'> & Maybe<'hint'> & { readonly known?: readonly string[] }
  >({
    short: 'Key is missing',
    message: (p) => `The ${p.parent} has no ${code(p.key)}.`,
    advice: (p) =>
      SMALLEST[p.parent === 'atlas' ? p.key : ''] ??
      (p.known?.length
        ? `Add \`${p.key}:\` with one of ${names(p.known)}.`
        : `Add \`${p.key}:\`.${p.hint ? ` ${p.hint}` : ''}`),
  }),
  'keys-outside-fields': words<Texts<'found' | 'expected'> & Lists<'keys'>>({
    short: 'Keys outside of `fields`',
    message: (p) =>
      `${names(p.keys)} ${p.keys.length === 1 ? 'belongs' : 'belong'} under the key \`fields\`.`,
    advice: (p) =>
      change(
        `Write \`fields: { ${p.keys.map((key) => `${key}: …`).join(', ')} }\`.`,
        p.found,
        p.expected,
      ),
  }),
  'list-under-other-key': words<Texts<'key' | 'found'>>({
    short: 'List under another key',
    message: (p) =>
      `The entries of ${code(p.found)} are those of ${code(p.key)}, which is missing.`,
    advice: (p) => write(p.found, p.key, 'Rename the key:'),
  }),
  'wrong-type': words<WrongType>({
    short: 'Wrong type of value',
    message: (p) => `${place(p)} should be ${p.expected}, but it is ${p.found}.`,
    advice: (p) => {
      if (isDateBound(p)) return DATE_RANGE;
      const conditions = conditionsAdvice(p) ?? boxAdvice(p);
      if (conditions) return conditions;
      const number = p.value === undefined ? undefined : numberFrom(p.value, p.key);
      const advice = number ?? reshaped(p);
      return p.hint ? { ...advice, text: `${advice.text} ${p.hint}` } : advice;
    },
  }),
  'slot-of-clear': words<None>({
    short: 'Slot of the engine',
    message: '`keep-clear` is not a slot of sublayers: the engine makes the icons in it.',
    advice:
      'Remove this sublayer, and write `clear: true` in the circle sublayer that draws the dots.',
  }),
  'not-in-list': words<Unknown & Texts<'key'> & { readonly list?: boolean }>({
    short: 'Value is not one of the allowed ones',
    message: (p) => `${code(p.found)} is not a value of ${code(p.key)}.`,
    advice: (p) =>
      p.list && !p.nearest
        ? `Write ${names(p.known)}, or a list: \`${p.key}: [${p.found}]\`.`
        : nearest(p, 'See the reference.', 'Allowed values'),
  }),
  'out-of-range': words<
    Texts<'key'> &
      Maybe<'hint'> & {
        readonly entry?: number;
        readonly found: string | number;
        readonly comparison: '<=' | '>=' | '>';
        readonly limit: number;
      }
  >({
    short: 'Number is out of range',
    message: (p) =>
      `${place(p)} is ${p.found}, but it must be ${COMPARED[p.comparison]} ${p.limit}.`,
    advice: (p) =>
      (/zoom/.test(p.key) ? zoomAdvice(String(p.found)) : undefined) ??
      (/opacity/.test(p.key) ? percentAdvice(Number(p.found)) : undefined) ??
      metresAdvice(p) ??
      (p.hint ||
        (/opacity/.test(p.key)
          ? '0 is invisible and 1 is opaque: 42 % is `0.42`.'
          : 'Write a number within the range.')),
  }),
  'bad-format': words<Texts<'key' | 'found'> & Maybe<'hint' | 'example' | 'nearest'>>({
    short: 'Malformed value',
    message: (p) =>
      p.nearest?.startsWith('data/')
        ? `${code(p.found)} is not a path in the folder of the configuration.`
        : `${code(p.found)} is not a valid value of ${code(p.key)}.`,
    advice: (p) =>
      formatMeant(p) ??
      `${p.hint ? p.hint : 'See the reference.'}${p.example ? ` For example: ${code(p.example)}.` : ''}`,
  }),
  'wrong-length': words<
    Texts<'key' | 'rule'> &
      Numbers<'found' | 'limit'> &
      Maybe<'twice' | 'meant' | 'color' | 'kept'> & {
        readonly entry?: number;
        readonly outer?: number;
      }
  >({
    short: 'Wrong number of entries',
    message: (p) => {
      if (p.rule === 'uniqueItems')
        return `The list ${code(p.key)} contains ${p.twice ? code(p.twice) : 'the same value'} twice.`;
      if (p.found === 0) return `${place(p)} is empty.`;
      const most = p.rule.startsWith('max') || p.rule === 'items';
      return `${place(p)} has ${p.found} entries, but it must have ${most ? 'at most' : 'at least'} ${p.limit}.`;
    },
    advice: (p) =>
      p.found === 0
        ? (SMALLEST[p.key] ?? 'Add an entry.')
        : p.rule === 'uniqueItems'
          ? 'Remove one of the two.'
          : p.meant
            ? `A comma begins a new entry. Write a number without a thousands separator, and with a decimal point: \`${p.meant}\`.`
            : p.color
              ? `Write the colour in hexadecimal digits, in quotes: \`${p.color}\`.`
              : p.kept
                ? `Remove the last entries: \`${p.kept}\`.`
                : 'Add or remove entries.',
  }),
  'one-of-keys': words<Lists<'known' | 'found'>>({
    short: 'Exactly one of several keys is needed',
    message: (p) =>
      p.found.length > 1
        ? `Only one of ${names(p.known)} is allowed, but there are ${names(p.found)}.`
        : `One of ${names(p.known)} is required.`,
    advice: (p) => (p.found.length > 1 ? 'Keep one of them.' : 'Add one of them.'),
  }),
  'defined-twice': words<Texts<'key'>>({
    short: 'Defined twice',
    message: (p) => `${code(p.key)} is defined twice, but an atlas has only one.`,
    advice: 'Keep it in one file, usually `atlas.yaml`.',
  }),
  'texts-outside-locales': words<Texts<'key'>>({
    short: 'Key of a language file in another file',
    message: (p) => `\`${p.key}:\` is only allowed in a language file.`,
    advice: 'Move it to `locales/<language>.yaml`.',
  }),
};

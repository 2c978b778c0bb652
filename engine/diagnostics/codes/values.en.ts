import { COLOR_NAMES } from '../color-names.ts';
import type { Lists, Maybe, None, Numbers, Texts, Unknown } from '../parameters.ts';
import { hexFrom, zoomFrom } from '../meant.ts';
import { change, code, counted, didYouMean, names, nearest, spaceMissing } from '../phrases.en.ts';
import { suggest } from '../suggest.ts';
import { words, type Advice } from '../words.ts';

/** Returns the error in a hexadecimal colour; empty for any other text. */
function faultOfHex(found: string): string {
  const [, digits = ''] = /^#(\w+)$/.exec(found) ?? [];
  const other = /[^\da-f]/i.exec(digits)?.[0];
  if (other !== undefined) return `: ${code(other)} is not a hexadecimal digit`;
  return digits === '' ? '' : `: it has ${counted(digits.length, 'digit', 'digits')}`;
}

/** A hexadecimal colour without `#` or in curly quotes. */
const BARE_HEX = /^[‘’“”"'#]*((?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8}))[‘’“”"']*$/i;

function colorAdvice(found: string): string | Advice {
  const digits = BARE_HEX.exec(found)?.[1];
  if (digits !== undefined)
    return change(`Write \`'#${digits}'\`, with straight quotes.`, found, `'#${digits}'`);
  const hex = hexFrom(found);
  if (hex !== undefined)
    return change(
      `Write the colour in hexadecimal digits, in quotes: \`'${hex}'\`.`,
      found,
      `'${hex}'`,
    );
  if (/^#\w+$/.test(found))
    return 'Write 3, 4, 6 or 8 hexadecimal digits, `0` to `9` and `a` to `f`.';
  const name = suggest(found, COLOR_NAMES);
  return name === undefined
    ? "Write a quoted colour such as `'#1b7837'`, or `{ light: '…', dark: '…' }`, or `{ token: … }`."
    : didYouMean(found, name);
}

/** Returns advice on a scale in place of a zoom. */
function zoomOfScale(
  found: string,
  { scale, zoom }: { readonly scale: string; readonly zoom: number },
): Advice {
  return change(
    `Write a zoom, from 0 to 24, instead of a scale: ${scale} is about zoom ${zoom} near the equator.`,
    found,
    String(zoom),
  );
}

/** Advice on reasons of MapLibre. */
const REMEDIES: readonly (readonly [reason: RegExp, advice: string])[] = [
  [
    /array length \d expected, length \d found/,
    'A comma begins the next number of the list. Write decimals with a point, for example `[0, 1.2]`.',
  ],
  [/array expected, string found/, 'Write a list in brackets, for example `[5, 2]`.'],
  [
    /ascending order/,
    'Sort the stops in ascending order of their first number, each with its value: `5, 1, 16, 15`.',
  ],
  [
    /"zoom" expression may only/,
    'Write `interpolate` or `step` over zoom on the outside, or use `by-zoom`.',
  ],
];

/** The short forms that replace expressions, by the name of the expression. */
const SHORT_FORMS: Readonly<Record<string, string>> = {
  zoom: '{ by-zoom: { 5: 1, 16: 15 } }',
  interpolate: '{ by-zoom: { 5: 1, 16: 15 } }',
  get: '{ field: … }',
  match: '{ classes: … }',
};

/** The messages about paint and layout properties, and about values by zoom, class or ground. */
export const VALUES_WORDS = {
  'unknown-property': words<Unknown<'name'> & Texts<'part' | 'type'>>({
    short: 'Unknown property',
    message: (p) => `A ${code(p.type)} layer has no ${p.part} property ${code(p.name)}.`,
    advice: (p) =>
      spaceMissing(p.name, p.nearest) ??
      (p.name === 'visibility'
        ? 'Visitors switch groups on and off. Write `checked: true` on a group that is on by default, or `minzoom` and `maxzoom` on a sublayer.'
        : undefined) ??
      nearest({ ...p, found: p.name }, '', `Its ${p.part} properties are`),
  }),
  'property-of-other-type': words<Lists<'names' | 'known'> & Texts<'part' | 'type' | 'other'>>({
    short: 'Property of another layer type',
    message: (p) =>
      `${names(p.names)} ${p.names.length > 1 ? 'are properties' : 'is a property'} of ${code(p.other)} layers, but this layer has \`type: ${p.type}\`.`,
    advice: (p) => {
      const [name = '', ...others] = p.names;
      const [own] = p.known;
      const orType = `or change \`type\` if ${code(p.type)} is wrong`;
      if (own === undefined) return `Remove ${others.length > 0 ? 'them' : 'it'}, ${orType}.`;
      const text = `Write ${names(p.known)}, ${orType}.`;
      return others.length > 0 ? text : change(text, name, own);
    },
  }),
  'property-in-wrong-place': words<Texts<'name' | 'expected' | 'found'>>({
    short: 'Property in the wrong place',
    message: (p) => `${code(p.name)} belongs under \`${p.expected}\`, not under \`${p.found}\`.`,
    advice: (p) => `Move it to \`${p.expected}:\`.`,
  }),
  'unknown-short-form': words<Unknown>({
    short: 'Unknown kind of value',
    message: (p) =>
      p.found ? `A value has no key ${code(p.found)}.` : 'An empty mapping is not a value.',
    advice: (p) => nearest(p, '', 'Keys of a value'),
  }),
  'mixed-short-form': words<Unknown & Texts<'form'>>({
    short: 'Key cannot be used here',
    message: (p) => `${code(p.found)} cannot be combined with \`${p.form}\`.`,
    advice: (p) => nearest(p, `Write \`${p.form}\` alone.`, 'It can be combined with'),
  }),
  'empty-value': words<Texts<'key'>>({
    short: 'Value is missing',
    message: (p) => `${code(p.key)} has no value.`,
    advice: (p) =>
      /^\d+$/.test(p.key)
        ? 'Write a value. A decimal number has a point, not a comma: `0.42`.'
        : 'Write a value. A colour must be quoted, because YAML reads `#` as a comment.',
  }),
  'bad-color': words<Texts<'found'>>({
    short: 'Not a colour',
    message: (p) => `${code(p.found)} is not a colour${faultOfHex(p.found)}.`,
    advice: (p) => colorAdvice(p.found),
  }),
  'ground-missing': words<Texts<'ground'>>({
    short: 'Value for a ground is missing',
    message: (p) => `The value for ${p.ground} base maps is missing.`,
    advice: 'Write both: `{ light: …, dark: … }`.',
  }),
  'token-without-ground': words<Texts<'name' | 'ground'>>({
    short: 'Token lacks a ground',
    message: (p) => `The token ${code(p.name)} has no value for ${p.ground} base maps.`,
    advice: (p) => `Add \`${p.ground}:\` to the token under \`theme.tokens\`.`,
  }),
  'bad-stop': words<Texts<'found' | 'key'>>({
    short: 'Stop is not a number',
    message: (p) => `${code(p.found)} is not a number, but the stops of \`${p.key}\` are numbers.`,
    advice: (p) => {
      const scale = p.key === 'by-zoom' ? zoomFrom(p.found) : undefined;
      return scale ? zoomOfScale(p.found, scale) : 'Write for example `{ 5: 1, 16: 15 }`.';
    },
  }),
  'empty-stops': words<Texts<'key'>>({
    short: 'No stops',
    message: (p) => `\`${p.key}\` has no stops.`,
    advice: 'Write for example `{ 5: 1, 16: 15 }`.',
  }),
  'nested-zoom': words<None>({
    short: '`by-zoom` inside another value',
    message: '`by-zoom` cannot be inside another value by number.',
    advice: 'Write `by-zoom` on the outside: `{ by-zoom: { 5: { by-value: … }, 16: … } }`.',
  }),
  'zoom-out-of-range': words<Numbers<'found'>>({
    short: 'Zoom does not exist',
    message: (p) => `Zoom ${p.found} does not exist.`,
    advice: (p) => {
      const scale = zoomFrom(String(p.found));
      return scale ? zoomOfScale(String(p.found), scale) : 'Zooms range from 0 to 24.';
    },
  }),
  'zoom-order': words<Numbers<'minzoom' | 'maxzoom'>>({
    short: 'Zooms in the wrong order',
    message: (p) =>
      `\`minzoom\` ${p.minzoom} is not less than \`maxzoom\` ${p.maxzoom}, so nothing is drawn.`,
    advice: 'Swap the two numbers, or change one.',
  }),
  'zoom-without-data': words<Texts<'source'> & Numbers<'minzoom' | 'maxzoom'>>({
    short: 'No data at these zooms',
    message: (p) =>
      `The sublayer ends at zoom ${p.maxzoom}, but ${code(p.source)} begins at zoom ${p.minzoom}, so nothing is drawn.`,
    advice: 'Raise `maxzoom` here, or lower `minzoom` of the source.',
  }),
  'style-spec': words<Texts<'reason'> & Maybe<'property'>>({
    short: 'MapLibre rejects this value',
    message: (p) =>
      `MapLibre rejects this${p.property ? ` value of ${code(p.property)}` : ''}: ${p.reason.replace(/[.\s]+$/, '')}.`,
    advice: (p) =>
      REMEDIES.find(([reason]) => reason.test(p.reason))?.[1] ??
      'See the MapLibre style specification.',
  }),
  'unknown-expression': words<Texts<'found' | 'property'> & Maybe<'nearest'>>({
    short: 'Unknown expression',
    message: (p) => `MapLibre has no expression ${code(p.found)}.`,
    advice: (p) => {
      const [first = '', ...others] = p.found.split(' ');
      if (others.length > 0)
        return `Write commas between the parts: \`[${[p.nearest ?? first, ...others].join(', ')}]\`.`;
      const short = SHORT_FORMS[p.nearest ?? ''];
      const instead = short ? ` There is a short form: \`${p.property}: ${short}\`.` : '';
      return p.nearest
        ? change(`Did you mean ${code(p.nearest)}?${instead}`, p.found, p.nearest)
        : "An expression begins with its name, such as `['get', name]`. A list of values begins with `literal`.";
    },
  }),
  'classes-on-foreign-raster': words<Texts<'source'> & { readonly from: 'file' | 'service' }>({
    short: 'Classes on coloured pictures',
    message: (p) =>
      `The pictures of ${code(p.source)} ${p.from === 'file' ? 'are already coloured' : 'are coloured by an external server'}, so classes cannot colour them.`,
    advice: 'Add `legend-only: true` if the classes only describe the colours in the legend.',
  }),
  'ramp-on-vector': words<Texts<'classes'>>({
    short: 'Ramp on features',
    message: (p) => `${code(p.classes)} is a ramp, which only colours the pixels of a raster.`,
    advice: 'Use a class list with `values` or `steps`, or `by-value`.',
  }),
  'heights-without-ramp': words<Texts<'classes'>>({
    short: 'Elevation without a ramp',
    message: (p) => `${code(p.classes)} has no \`ramp\`, which elevation requires.`,
    advice: 'Use a class list with `ramp`, with elevations in metres.',
  }),
};

import { COLOR_NAMES } from '../color-names.ts';
import type { Maybe, None, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, counted, didYouMean, nearest, spaceMissing } from '../phrases.en.ts';
import { suggest } from '../suggest.ts';
import { words, type Advice } from '../words.ts';

/** What is wrong with a hexadecimal colour; empty for what is none. */
function faultOfHex(found: string): string {
  const [, digits = ''] = /^#(\w+)$/.exec(found) ?? [];
  const other = /[^\da-f]/i.exec(digits)?.[0];
  if (other !== undefined) return `: ${code(other)} is not a hexadecimal digit`;
  return digits === '' ? '' : `: it has ${counted(digits.length, 'digit', 'digits')}`;
}

/** A hexadecimal colour without its sign or in the quotes of a word processor. */
const BARE_HEX = /^[‘’“”"'#]*((?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8}))[‘’“”"']*$/i;

function colorAdvice(found: string): string | Advice {
  const digits = BARE_HEX.exec(found)?.[1];
  if (digits !== undefined)
    return change(`Write \`'#${digits}'\`, with straight quotes.`, found, `'#${digits}'`);
  if (/^#\w+$/.test(found)) return 'Write 3, 4, 6 or 8 of the digits `0` to `9` and `a` to `f`.';
  if (/^\w+\([^)]*$/.test(found))
    return `YAML cuts the colour at its commas: quote it whole, as \`'${found}, …)'\`.`;
  const name = suggest(found, COLOR_NAMES);
  return name === undefined
    ? "Write it quoted, as `'#1b7837'`, or `{ light: '…', dark: '…' }`, or `{ token: … }`."
    : didYouMean(found, name);
}

/** The words for paint and layout properties, and values by zoom, class or ground. */
export const VALUES_WORDS = {
  'unknown-property': words<Unknown<'name'> & Texts<'part' | 'type'>>({
    short: 'Unknown property',
    message: (p) => `${code(p.name)} is no ${p.part} property of a ${code(p.type)} layer.`,
    advice: (p) =>
      spaceMissing(p.name, p.nearest) ??
      (p.name === 'visibility'
        ? 'The visitor switches groups on and off: write `checked: true` on a group that is on from the start, and zooms on a sublayer.'
        : undefined) ??
      nearest({ ...p, found: p.name }, '', `${p.part} properties of \`${p.type}\``),
  }),
  'property-in-wrong-place': words<Texts<'name' | 'expected' | 'found'>>({
    short: 'Property in the wrong place',
    message: (p) => `${code(p.name)} belongs under \`${p.expected}\`, not under \`${p.found}\`.`,
    advice: (p) => `Move it to \`${p.expected}:\`.`,
  }),
  'unknown-sugar': words<Unknown>({
    short: 'Unknown kind of value',
    message: (p) =>
      p.found ? `${code(p.found)} is no way to give a value.` : 'An empty mapping gives no value.',
    advice: (p) => nearest(p, '', 'A mapping may give a value by'),
  }),
  'mixed-sugar': words<Unknown & Texts<'sugar'>>({
    short: 'Key cannot be used here',
    message: (p) => `${code(p.found)} cannot stand beside \`${p.sugar}\`.`,
    advice: (p) => nearest(p, `\`${p.sugar}\` stands alone.`, 'Beside it may stand'),
  }),
  'empty-value': words<Texts<'key'>>({
    short: 'Value is missing',
    message: (p) => `${code(p.key)} has no value.`,
    advice: (p) =>
      /^\d+$/.test(p.key)
        ? 'Write a value. A decimal number has a point and no comma: `0.42`.'
        : 'Write a value; a colour must be quoted, or YAML takes it for a comment.',
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
    message: (p) => `${code(p.found)} is not a number, but the stops of \`${p.key}\` go by number.`,
    advice: 'Write for example `{ 5: 1, 16: 15 }`.',
  }),
  'empty-stops': words<Texts<'key'>>({
    short: 'No stops',
    message: (p) => `\`${p.key}\` has no stops.`,
    advice: 'Write for example `{ 5: 1, 16: 15 }`.',
  }),
  'nested-zoom': words<None>({
    short: '`by-zoom` inside another value',
    message: 'A `by-zoom` cannot stand inside another value by number.',
    advice:
      'Put `by-zoom` outside, the other inside: `{ by-zoom: { 5: { by-value: … }, 16: … } }`.',
  }),
  'zoom-out-of-range': words<Numbers<'found'>>({
    short: 'Zoom does not exist',
    message: (p) => `Zoom ${p.found} does not exist.`,
    advice: 'Zooms go from 0 to 24.',
  }),
  'zoom-order': words<Numbers<'minzoom' | 'maxzoom'>>({
    short: 'Zooms in the wrong order',
    message: (p) =>
      `\`minzoom\` ${p.minzoom} is not below \`maxzoom\` ${p.maxzoom}: nothing would be drawn.`,
    advice: 'Exchange or change the two.',
  }),
  'zoom-without-data': words<Texts<'source'> & Numbers<'minzoom' | 'maxzoom'>>({
    short: 'No data at these zooms',
    message: (p) =>
      `The sublayer ends at zoom ${p.maxzoom}, but ${code(p.source)} begins at zoom ${p.minzoom}: nothing would be drawn.`,
    advice: 'Raise `maxzoom`, or let the tiles begin lower.',
  }),
  'style-spec': words<Texts<'reason'> & Maybe<'property'>>({
    short: 'MapLibre refuses this value',
    message: (p) =>
      `MapLibre would not draw this${p.property ? ` value of ${code(p.property)}` : ''}: ${p.reason.replace(/[.\s]+$/, '')}.`,
    advice: 'Mend the value as the MapLibre style specification asks for.',
  }),
  'classes-on-foreign-raster': words<Texts<'source'> & { readonly from: 'file' | 'service' }>({
    short: 'Classes on pictures with colours of their own',
    message: (p) =>
      `The pictures of ${code(p.source)} ${p.from === 'file' ? 'have their colours already' : 'come painted from another server'}; classes cannot colour them.`,
    advice: 'Add `legend-only: true` if the classes only explain them.',
  }),
  'ramp-on-vector': words<Texts<'classes'>>({
    short: 'Ramp on features',
    message: (p) => `${code(p.classes)} is a ramp for the pixels of a raster.`,
    advice: 'Use a class list with `values` or `steps`, or `by-value`.',
  }),
  'heights-without-ramp': words<Texts<'classes'>>({
    short: 'Heights without a ramp',
    message: (p) => `${code(p.classes)} sorts features; heights are coloured by a ramp.`,
    advice: 'Use a class list with `ramp`, whose values are metres.',
  }),
};

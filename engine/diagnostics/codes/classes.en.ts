import type { Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { code, didYouMean, names, nearest, profile } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The messages about class lists. */
export const CLASSES_WORDS = {
  'duplicate-class-value': words<Texts<'value' | 'classes'>>({
    short: 'Value in two classes',
    message: (p) => `The value ${code(p.value)} is in two classes of ${code(p.classes)}.`,
    advice: 'Keep it in one of them.',
  }),
  'unknown-default-class': words<Unknown & Texts<'key'>>({
    short: 'Unknown default class',
    message: (p) =>
      `${code(p.found)} is not a value of this class list, so it cannot be its \`${p.key}\`.`,
    advice: (p) => nearest(p, 'Write a class `{ color: …, label: … }`, or `none`.', 'Values'),
  }),
  'steps-not-ascending': words<Numbers<'found' | 'after'>>({
    short: 'Steps in the wrong order',
    message: (p) => `The step ${p.found} comes after ${p.after}.`,
    advice: 'Sort the steps in ascending order.',
  }),
  'values-below-steps': words<Texts<'field' | 'classes'> & Numbers<'min' | 'first'>>({
    short: 'Values below the first step',
    message: (p) =>
      `The lowest value of ${code(p.field)} is ${p.min}, below the first step of ${code(p.classes)}: such values get the colour of that step, but its legend row begins at ${p.first}.`,
    advice: (p) => `Set the first step to ${p.min} or less.`,
  }),
  'stops-without-data': words<
    Texts<'field' | 'dataset'> &
      Numbers<'min' | 'max' | 'first' | 'last'> & { readonly what: 'steps' | 'stops' }
  >({
    short: 'No data between the stops',
    message: (p) =>
      `The ${p.what} range from ${p.first} to ${p.last}, but the values of ${code(p.field)} from ${p.min} to ${p.max}: all features look the same.`,
    advice: (p) => ({
      text: (command) =>
        `Choose numbers between the smallest and the largest value; ${command} shows both.`,
      command: profile(p.dataset),
    }),
  }),
  'classes-without-field': words<Texts<'classes'>>({
    short: 'Class list without a field',
    message: (p) =>
      `The class list ${code(p.classes)} has no \`field\`: its values are pixel values.`,
    advice: 'Add `field:` to the class list, or write it here: `{ classes: …, field: … }`.',
  }),
  'class-value-no-pixel': words<Texts<'found'>>({
    short: 'Not a pixel value',
    message: (p) =>
      `${code(p.found)} is not a pixel value: pixel values are whole numbers from 0 to 254.`,
    advice: 'Write the pixel value of this class.',
  }),
  'classes-without-values': words<Texts<'classes'>>({
    short: 'Class list without values',
    message: (p) =>
      `${code(p.classes)} has no list of values, so it cannot define the values of a field.`,
    advice: 'Use a class list with `values`, or list the values: `values: [a, b]`.',
  }),
  'unused-classes': words<Texts<'id'>>({
    short: 'Class list is not used',
    message: (p) => `Nothing uses the class list ${code(p.id)}.`,
    advice: 'Remove it, or use it: `{ classes: … }`.',
  }),
  'class-without-color': words<Texts<'classes'>>({
    short: 'Class without a colour',
    message: (p) => `A class of ${code(p.classes)} has no \`color\`, but its colour is used here.`,
    advice: 'Add `color:` to the class.',
  }),
  'class-without-icon': words<Texts<'classes'>>({
    short: 'Class without an icon',
    message: (p) => `A class of ${code(p.classes)} has no \`icon\`, but its icon is used here.`,
    advice: 'Add `icon:` to the class.',
  }),
  'class-value-impossible': words<Unknown & Texts<'classes' | 'field' | 'dataset'>>({
    short: 'Class value cannot occur',
    message: (p) =>
      `The value ${code(p.found)} is not among the declared values of the field ${code(p.field)} of ${code(p.dataset)}.`,
    advice: (p) =>
      nearest(p, 'Correct the value here or the `values` of the field.', 'Declared values'),
  }),
  'class-never-occurs': words<
    Texts<'found' | 'classes' | 'dataset'> & Maybe<'nearest' | 'spelling'>
  >({
    short: 'Class never occurs',
    message: (p) =>
      p.spelling
        ? `No feature has the value ${code(p.found)}, another spelling of ${code(p.spelling)} in ${code(p.classes)}.`
        : `No feature has the value ${code(p.found)}, so this class of ${code(p.classes)} is never drawn.`,
    advice: (p) =>
      p.nearest
        ? didYouMean(p.found, p.nearest)
        : {
            text: (command) =>
              `Values must match exactly: check the spelling with ${command}, or remove the ${p.spelling ? 'value' : 'class'}.`,
            command: profile(p.dataset),
          },
  }),
  'class-never-painted': words<Texts<'classes'> & Lists<'values'>>({
    short: 'Class is never drawn',
    message: (p) =>
      `\`where\` excludes ${names(p.values)}, but ${code(p.classes)} shows ${p.values.length === 1 ? 'it' : 'them'} in the legend.`,
    advice: 'Change `where`, or use a class list without these values.',
  }),
  'value-without-class': words<
    Texts<'classes' | 'field' | 'dataset'> &
      Lists<'values'> & {
        /** A value that is probably another spelling of the value of a class. */
        readonly near?: Texts<'found' | 'nearest'>;
        /** True if the class list has `default: none`, so that other values are not drawn. */
        readonly meant?: boolean;
      }
  >({
    short: 'Values without a class',
    message: (p) =>
      `Features of ${code(p.dataset)} whose ${code(p.field)} is ${names(p.values)} have no class in ${code(p.classes)} and are not drawn.`,
    advice: (p) =>
      p.near
        ? `If ${code(p.near.found)} means ${code(p.near.nearest)}, add the spelling to its class: \`value: [${p.near.nearest}, ${p.near.found}]\`.`
        : p.meant
          ? `Add classes for them, or a \`default\` class. To leave them out, exclude them with \`where\` in the sublayer: \`${p.field}: { not: [${p.values.join(', ')}] }\`.`
          : 'Add classes for them, or a `default` class; write `default: none` if a few of them are left out on purpose.',
  }),
  'swallowed-by-default': words<Texts<'classes' | 'field'> & Lists<'values'>>({
    short: 'Values fall into the default class',
    message: (p) =>
      `The declared values ${names(p.values)} of ${code(p.field)} have no class in ${code(p.classes)} and fall into its default class.`,
    advice: 'Add classes for them, or remove them from the values of the field.',
  }),
  'default-share': words<Texts<'classes' | 'dataset'> & Numbers<'percent'> & Lists<'values'>>({
    short: 'Many values fall into the default class',
    message: (p) =>
      `${p.percent} % of the features of ${code(p.dataset)} fall into the default class of ${code(p.classes)}: ${names(p.values)}.`,
    advice:
      'Values must match exactly: add these spellings to a class (`value: [a, b]`), or a `missing` class for nulls.',
  }),
};

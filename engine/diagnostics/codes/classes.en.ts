import type { Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { code, didYouMean, names, nearest, profile } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The words for class lists. */
export const CLASSES_WORDS = {
  'duplicate-class-value': words<Texts<'value' | 'classes'>>({
    short: 'Value in two classes',
    message: (p) => `The value ${code(p.value)} stands in two classes of ${code(p.classes)}.`,
    advice: 'Keep it in one.',
  }),
  'unknown-default-class': words<Unknown & Texts<'key'>>({
    short: 'Unknown default class',
    message: (p) =>
      `${code(p.found)} is no value of this class list, so it cannot be its \`${p.key}\`.`,
    advice: (p) => nearest(p, 'Write a class `{ color: …, label: … }`, or `none`.', 'Values'),
  }),
  'steps-not-ascending': words<Numbers<'found' | 'after'>>({
    short: 'Steps in the wrong order',
    message: (p) => `${p.found} comes after ${p.after}.`,
    advice: 'Order the steps from low to high.',
  }),
  'values-below-steps': words<Texts<'field' | 'classes'> & Numbers<'min' | 'first'>>({
    short: 'Values below the first step',
    message: (p) =>
      `Values of ${code(p.field)} begin at ${p.min}, below the first step of ${code(p.classes)}: they take its colour, and its row in the legend begins at ${p.first}.`,
    advice: (p) => `Let the first step begin at ${p.min} or below.`,
  }),
  'stops-without-data': words<
    Texts<'field' | 'dataset'> &
      Numbers<'min' | 'max' | 'first' | 'last'> & { readonly what: 'steps' | 'stops' }
  >({
    short: 'No data between the stops',
    message: (p) =>
      `The ${p.what} go from ${p.first} to ${p.last}, but the values of ${code(p.field)} from ${p.min} to ${p.max}: everything is drawn alike.`,
    advice: (p) => ({
      text: (command) =>
        `Choose numbers between the smallest and the largest value; ${command} shows both.`,
      command: profile(p.dataset),
    }),
  }),
  'classes-without-field': words<Texts<'classes'>>({
    short: 'Class list without a field',
    message: (p) =>
      `The class list ${code(p.classes)} names no field: its values are those of pixels.`,
    advice: 'Add `field:` to the class list, or to this use: `{ classes: …, field: … }`.',
  }),
  'class-value-no-pixel': words<Texts<'found'>>({
    short: 'Not a value of a pixel',
    message: (p) =>
      `No pixel can have the value ${code(p.found)}: pixels are whole numbers from 0 to 254.`,
    advice: 'Write the number that the pixels of this class have.',
  }),
  'classes-without-values': words<Texts<'classes'>>({
    short: 'Class list without values',
    message: (p) =>
      `${code(p.classes)} has no list of values, so it cannot say which values a field may have.`,
    advice: 'Name a class list with `values`, or write the values: `values: [a, b]`.',
  }),
  'unused-classes': words<Texts<'id'>>({
    short: 'Class list is not used',
    message: (p) => `Nothing uses the class list ${code(p.id)}.`,
    advice: 'Remove it, or use it: `{ classes: … }`.',
  }),
  'class-without-color': words<Texts<'classes'>>({
    short: 'Class without a colour',
    message: (p) =>
      `A class of ${code(p.classes)} has no \`color\`, but a colour is taken from it.`,
    advice: 'Add `color:` to the class.',
  }),
  'class-without-icon': words<Texts<'classes'>>({
    short: 'Class without an icon',
    message: (p) => `A class of ${code(p.classes)} has no \`icon\`, but an icon is taken from it.`,
    advice: 'Add `icon:` to the class.',
  }),
  'class-value-impossible': words<Unknown & Texts<'classes' | 'field' | 'dataset'>>({
    short: 'Class value cannot occur',
    message: (p) =>
      `The field ${code(p.field)} of ${code(p.dataset)} never has the value ${code(p.found)}: it declares others.`,
    advice: (p) => nearest(p, 'Mend the value here or the `values` of the field.', 'It declares'),
  }),
  'class-never-occurs': words<
    Texts<'found' | 'classes' | 'dataset'> & Maybe<'nearest' | 'spelling'>
  >({
    short: 'Class never occurs',
    message: (p) =>
      p.spelling
        ? `No feature has the value ${code(p.found)}, a second spelling of ${code(p.spelling)} in ${code(p.classes)}.`
        : `No feature has the value ${code(p.found)}: this class of ${code(p.classes)} is never drawn.`,
    advice: (p) =>
      p.nearest
        ? didYouMean(p.found, p.nearest)
        : {
            text: (command) =>
              `Matching is exact: check the spelling with ${command}, or remove the ${p.spelling ? 'value' : 'class'}.`,
            command: profile(p.dataset),
          },
  }),
  'class-never-painted': words<Texts<'classes'> & Lists<'values'>>({
    short: 'Class is never drawn',
    message: (p) =>
      `\`where\` keeps ${names(p.values)} out, but ${code(p.classes)} shows them in the legend.`,
    advice: 'Loosen `where`, or use a class list without them.',
  }),
  'value-without-class': words<
    Texts<'classes' | 'field' | 'dataset'> &
      Lists<'values'> & {
        /** A value that is probably another spelling of the value of a class. */
        readonly near?: Texts<'found' | 'nearest'>;
        /** True where the class list says that others are not drawn. */
        readonly meant?: boolean;
      }
  >({
    short: 'Values without a class',
    message: (p) =>
      `Features of ${code(p.dataset)} whose ${code(p.field)} is ${names(p.values)} have no class in ${code(p.classes)} and would not be drawn.`,
    advice: (p) =>
      p.near
        ? `If ${code(p.near.found)} means ${code(p.near.nearest)}, add the spelling to its class: \`value: [${p.near.nearest}, ${p.near.found}]\`.`
        : p.meant
          ? `Add classes for them, or a \`default\` class. If they are not to be drawn, let \`where\` of the sublayer say so: \`${p.field}: { not: [${p.values.join(', ')}] }\`.`
          : 'Add classes for them, or a `default` class; `default: none` says that a few of them are not to be drawn.',
  }),
  'swallowed-by-default': words<Texts<'classes' | 'field'> & Lists<'values'>>({
    short: 'Values fall into the default class',
    message: (p) =>
      `The declared values ${names(p.values)} of ${code(p.field)} have no class of their own in ${code(p.classes)} and fall into its default.`,
    advice: 'Add classes for them, or remove them from the values of the field.',
  }),
  'default-share': words<Texts<'classes' | 'dataset'> & Numbers<'percent'> & Lists<'values'>>({
    short: 'Many values fall into the default class',
    message: (p) =>
      `${p.percent} % of the features of ${code(p.dataset)} fall into the default of ${code(p.classes)}: ${names(p.values)}.`,
    advice:
      'Matching is exact: add these spellings to a class (`value: [a, b]`), or a `missing` class for nulls.',
  }),
};

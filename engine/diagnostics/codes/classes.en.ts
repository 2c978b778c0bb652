import type { Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, counted, didYouMean, names, nearest, profile } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';
import { quoted, yamlText } from '../yaml-text.ts';

/** Returns advice on a value of the data that has spaces before or after it. */
function spaceAdvice(found: string, inData: string, dataset: string): Advice | undefined {
  if (inData.trim() !== found.trim()) return undefined;
  return change(
    `The data of ${code(dataset)} have ${code(inData)}, with a space before or after it. Remove the space in the file, or write \`${quoted(inData)}\`.`,
    found,
    quoted(inData),
  );
}

/** Matches words that programs write for an empty value. */
const EMPTY_WORD = /^\s*(?:<?null>?|#?n\/a|nan|nil)\s*$/i;

/** Returns advice on a value that is probably another spelling of the value of a class. */
function nearAdvice({
  found,
  nearest: known,
}: Readonly<Record<'found' | 'nearest', string>>): string {
  const spelling = `\`value: [${yamlText(known)}, ${yamlText(found)}]\``;
  return found.trim() === known
    ? `${code(found)} has a space before or after it. Remove the space in the file, or add the spelling to the class ${code(known)}: ${spelling}.`
    : `If ${code(found)} means ${code(known)}, add the spelling to its class: ${spelling}.`;
}

type NoPixel = Lists<'found'> &
  Texts<'dataset'> &
  Maybe<'steps'> &
  Partial<Numbers<'scale' | 'offset'>> & {
    /** Whether the values can be numbers in the file; `meant` are then their values. */
    readonly areRaw: boolean;
    /** The nearest value of the raster for each value. */
    readonly meant?: readonly string[];
  };

/** Returns advice on classes whose values no pixel can have. */
function noPixelAdvice({ found, meant, areRaw, steps }: NoPixel): string {
  if (meant && areRaw) return ofFile(meant);
  const written = steps ? `: \`steps: ${steps}\`` : '';
  const ranges = `For ranges of values, use \`steps\` instead of \`values\`${written}.`;
  if (meant)
    return `The nearest ${meant.length === 1 ? 'value is' : 'values are'} ${names(meant)}. ${ranges}`;
  const scaled = found.every((value) => Number(value) > 254)
    ? ' If the pixels mean such values, declare the `scale` and `offset` of the dataset.'
    : '';
  return `Write the pixel value of ${found.length === 1 ? 'this class' : 'these classes'}.${scaled} ${ranges}`;
}

/** Returns advice on numbers of a file in place of values. */
function ofFile(meant: readonly string[]): string {
  return meant.length === 1
    ? `If this is a number in the file, write its value: ${names(meant)}.`
    : `If these are numbers in the file, write their values, in this order: ${names(meant)}.`;
}

/** A raster of measured values, and its classes as steps. */
type Measured = {
  readonly measured?: Numbers<'min' | 'max' | 'count'> & Texts<'steps'>;
};

/** Returns advice on a raster with many values; undefined for one with few. */
function measuredAdvice({ measured }: Measured): string | undefined {
  if (!measured) return undefined;
  const { count, min, max, steps } = measured;
  return `The raster has ${count} different values, from ${min} to ${max}. Classes by \`values\` are for codes, such as those of land cover. For measured values, such as heights, write ranges, \`steps: ${steps}\`, or a continuous \`ramp\` in the same form.`;
}

/** The messages about class lists. */
export const CLASSES_WORDS = {
  'duplicate-class-value': words<Texts<'value' | 'classes'>>({
    short: 'Value in two classes',
    message: (p) => `The value ${code(p.value)} is in two classes of ${code(p.classes)}.`,
    advice: 'Write the right value in one of them, or remove it there.',
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
  'class-value-no-pixel': words<NoPixel>({
    short: 'Not a pixel value',
    message: (p) => {
      const several = p.found.length > 1;
      return p.scale === undefined
        ? `${names(p.found)} ${several ? 'are not pixel values' : 'is not a pixel value'}: pixel values are whole numbers from 0 to 254.`
        : `${names(p.found)} ${several ? 'are not values' : 'is not a value'} of ${code(p.dataset)}: its pixels, 0 to 254, are multiplied by its \`scale\` ${p.scale}, and its \`offset\` ${p.offset} is added.`;
    },
    advice: noPixelAdvice,
  }),
  'stops-in-pixel-numbers': words<
    Texts<'classes' | 'dataset'> &
      Numbers<'min' | 'max' | 'first' | 'last' | 'scale' | 'offset' | 'rawMin' | 'rawMax'> &
      Lists<'converted'> & { readonly what: 'steps' | 'stops' }
  >({
    short: 'Numbers of the file instead of values',
    message: (p) =>
      `The ${p.what} of ${code(p.classes)}, ${p.first} to ${p.last}, are like the numbers in the file of ${code(p.dataset)}, ${p.rawMin} to ${p.rawMax}. Its values are these numbers multiplied by its \`scale\` ${p.scale}, plus its \`offset\` ${p.offset}: ${p.min} to ${p.max}.`,
    advice: (p) =>
      `Write the ${p.what} as values, in this order: ${names(p.converted)}. If the file already has the values, remove \`scale\` and \`offset\` from the dataset.`,
  }),
  'stops-without-pixels': words<
    Texts<'classes' | 'dataset'> &
      Numbers<'min' | 'max' | 'first' | 'last'> & { readonly what: 'steps' | 'stops' }
  >({
    short: 'No pixels between the stops',
    message: (p) =>
      `The ${p.what} of ${code(p.classes)} range from ${p.first} to ${p.last}, but the values of ${code(p.dataset)} from ${p.min} to ${p.max}: no pixel is between them.`,
    advice: (p) =>
      `Choose numbers between ${p.min} and ${p.max}, or correct \`scale\` and \`offset\` of the dataset.`,
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
        ? (spaceAdvice(p.found, p.nearest, p.dataset) ?? didYouMean(p.found, p.nearest))
        : {
            text: (command) =>
              `Values must match exactly: check the spelling with ${command}, or remove the ${p.spelling ? 'value' : 'class'}.`,
            command: profile(p.dataset),
          },
  }),
  'classes-never-occur': words<
    Texts<'classes' | 'dataset'> & Numbers<'count' | 'of'> & Lists<'examples'>
  >({
    short: 'Many classes never occur',
    message: (p) =>
      `${p.count} values of ${code(p.classes)} occur in no feature, for example ${names(p.examples)}. The list has ${counted(p.of, 'class', 'classes')}.`,
    advice: (p) => ({
      text: (command) =>
        `Values must match exactly: compare them with ${command}, and remove the classes that are not needed.`,
      command: profile(p.dataset),
    }),
  }),
  'class-without-pixels': words<
    Texts<'classes' | 'dataset'> &
      Lists<'values' | 'free'> &
      Measured & {
        /** The values of classes that are numbers in the file. */
        readonly meant?: readonly string[];
      }
  >({
    short: 'Class without a pixel',
    message: (p) =>
      `No pixel of ${code(p.dataset)} has ${p.values.length === 1 ? 'the value' : 'the values'} ${names(p.values)} of ${code(p.classes)}.${p.free.length > 0 ? ` Pixels with ${names(p.free)} have no class.` : ''}`,
    advice: (p) =>
      p.meant
        ? ofFile(p.meant)
        : (measuredAdvice(p) ?? 'Correct the values, or remove the classes.'),
  }),
  'pixels-without-class': words<
    Texts<'classes' | 'dataset'> & Lists<'free'> & Numbers<'percent'> & Measured
  >({
    short: 'Pixels without a class',
    message: (p) =>
      `${p.percent} % of the pixels of ${code(p.dataset)} have the ${p.free.length === 1 ? 'value' : 'values'} ${names(p.free)}, which ${p.free.length === 1 ? 'has' : 'have'} no class in ${code(p.classes)}, and are not drawn.`,
    advice: (p) =>
      measuredAdvice(p) ??
      'Add classes for them, or write `default: none` if they are left out on purpose.',
  }),
  'same-color': words<Texts<'classes' | 'color'>>({
    short: 'Two classes of one colour',
    message: (p) =>
      `This class of ${code(p.classes)} has the colour of the class above it, ${code(p.color)}: nobody can distinguish them on the map.`,
    advice:
      'Choose another colour, or write both values in one class: `value: [a, b]`. Steps may be joined to one step.',
  }),
  'long-label': words<Texts<'found'> & Numbers<'length' | 'most'>>({
    short: 'Long label in the legend',
    message: (p) =>
      `The label ${code(`${p.found.slice(0, 40)}…`)} has ${p.length} characters, and fills several lines of the legend.`,
    advice: (p) =>
      `Write at most ${p.most} characters. Longer explanations belong in \`info.description\`.`,
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
      p.values.every((value) => EMPTY_WORD.test(value))
        ? `Programs write ${names(p.values)} for an empty value. Empty these cells in the file; features without a value then have the class \`missing\`.`
        : p.near
          ? nearAdvice(p.near)
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

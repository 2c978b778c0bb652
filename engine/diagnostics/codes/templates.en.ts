import type { Lists, Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, counted, didYouMean, nearest, unknown } from '../phrases.en.ts';
import { words } from '../words.ts';
import { yamlText } from '../yaml-text.ts';

/** An example of a value of each type of parameter. */
const EXAMPLES: Readonly<Record<string, string>> = {
  color: "'#2A84C8'",
  number: '2',
  zoom: '8',
};

/** The messages about templates, their parameters and `for`. */
export const TEMPLATES_WORDS = {
  'unknown-template': unknown('template', 'templates', 'Declare it under `templates:`.'),
  'templates-in-a-circle': words<Lists<'circle'>>({
    short: 'Templates in a circle',
    message: (p) =>
      p.circle.length === 1
        ? `The template ${code(p.circle[0]!)} uses itself, so it would never end.`
        : `The templates use each other in a circle: ${[...p.circle, p.circle[0]!].map(code).join(' → ')}.`,
    advice: (p) =>
      p.circle.length === 1
        ? 'Remove this entry, or write the sublayer that it should draw.'
        : 'Remove this entry, or the one where the circle closes.',
  }),
  'too-many-uses': words<Texts<'id'> & Numbers<'limit'>>({
    short: 'Templates use others too often',
    message: (p) =>
      `The template ${code(p.id)} and those that it uses are used more than ${p.limit} times here.`,
    advice: 'Check the lists of `for`, and the templates that use another one several times.',
  }),
  'template-of-other-kind': words<Texts<'id'> & { readonly part: 'sublayers' | 'fields' }>({
    short: 'Template of another kind',
    message: (p) =>
      p.part === 'fields'
        ? `The template ${code(p.id)} has sublayers, but the fields of a dataset require a template with fields.`
        : `The template ${code(p.id)} has fields, but a sublayer requires a template with sublayers.`,
    advice: (p) => `Use a template with \`${p.part}:\`.`,
  }),
  'field-of-two-templates': words<Texts<'field' | 'first' | 'second'>>({
    short: 'Field is in two templates',
    message: (p) => `Both ${code(p.first)} and ${code(p.second)} have the field ${code(p.field)}.`,
    advice: 'Use only one of them, or remove the field from one of them.',
  }),
  'missing-parameter': words<Texts<'template' | 'name' | 'type'>>({
    short: 'Parameter is missing',
    message: (p) =>
      `The template ${code(p.template)} requires the parameter ${code(p.name)} (${p.type}), which is missing here.`,
    advice: (p) =>
      `Add \`${p.name}: …\` under \`with:\`${EXAMPLES[p.type] ? `, for example \`${p.name}: ${EXAMPLES[p.type]}\`` : ''}, or give the parameter a default in the template.`,
  }),
  'unknown-parameter': words<Unknown & Maybe<'text' | 'template'>>({
    short: 'Unknown parameter',
    message: (p) =>
      p.template
        ? `The template ${code(p.template)} has no parameter ${code(p.found)}.`
        : `There is no parameter ${code(p.found)} here.`,
    advice: (p) =>
      p.nearest && p.text
        ? change(
            `Did you mean ${code(p.nearest)}?`,
            p.text,
            yamlText(p.text.replace(p.found, () => p.nearest!)),
          )
        : nearest(
            p,
            p.template
              ? 'Remove it, or declare it under `parameters:` of the template.'
              : 'Declare it under `parameters:` of the template. Only templates, entries with `for` and arguments have parameters.',
            'The parameters are',
          ),
  }),
  'wrong-parameter-type': words<Texts<'name' | 'expected' | 'found' | 'kind'>>({
    short: 'Wrong type of parameter',
    message: (p) =>
      `The parameter ${code(p.name)} takes ${p.expected}, but ${code(p.found)} is ${p.kind}.`,
    advice: (p) => `Write ${p.expected}.`,
  }),
  'not-a-text': words<Texts<'found'>>({
    short: 'Parameter is not a text',
    message: (p) => `\`\${${p.found}}\` is not a text, so it cannot be part of a longer text.`,
    advice:
      'Use the parameter as the whole value, or use one of its fields, for example `${country.iso3}`.',
  }),
  'unused-parameter': words<Texts<'id' | 'name'> & Maybe<'nearest'>>({
    short: 'Parameter is not used',
    message: (p) =>
      `The template ${code(p.id)} declares the parameter ${code(p.name)}, but does not use it.`,
    advice: (p) =>
      p.nearest ? didYouMean(p.name, p.nearest) : 'Remove the parameter, or use it: `${…}`.',
  }),
  'unused-template': words<Texts<'id'>>({
    short: 'Template is not used',
    message: (p) => `Nothing uses the template ${code(p.id)}.`,
    advice: 'Remove it, or use it with `use:`.',
  }),
  'unknown-override': words<Unknown>({
    short: 'Unknown override',
    message: (p) => `\`override\` names ${code(p.found)}, which this \`use\` does not create.`,
    advice: (p) => nearest(p, 'Add it to `for:`.', 'It creates'),
  }),
  'lists-unequal': words<Texts<'key' | 'other'> & Numbers<'found' | 'expected'>>({
    short: 'Lists of unequal length',
    message: (p) =>
      `${code(p.key)} has ${counted(p.found, 'entry', 'entries')} and ${code(p.other)} has ${p.expected}, but the lists of a \`for\` are paired.`,
    advice: 'Write lists of the same length.',
  }),
};

import type { Maybe, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, didYouMean, nearest, unknown } from '../phrases.en.ts';
import { words } from '../words.ts';
import { yamlText } from '../yaml-text.ts';

/** The words for templates, their parameters and `for`. */
export const TEMPLATES_WORDS = {
  'unknown-template': unknown('template', 'templates', 'Declare it under `templates:`.'),
  'template-of-other-kind': words<Texts<'id'> & { readonly part: 'sublayers' | 'fields' }>({
    short: 'Template of another kind',
    message: (p) =>
      p.part === 'fields'
        ? `The template ${code(p.id)} has sublayers, and the fields of a dataset take a template with fields.`
        : `The template ${code(p.id)} has fields, and sublayers take a template with sublayers.`,
    advice: (p) => `Name a template with \`${p.part}:\`.`,
  }),
  'field-of-two-templates': words<Texts<'field' | 'first' | 'second'>>({
    short: 'Field of two templates',
    message: (p) => `Both ${code(p.first)} and ${code(p.second)} have the field ${code(p.field)}.`,
    advice: 'Use one of them, or keep the field in one of them only.',
  }),
  'missing-parameter': words<Texts<'template' | 'name' | 'type'>>({
    short: 'Parameter is missing',
    message: (p) =>
      `The template ${code(p.template)} needs the parameter ${code(p.name)} (${p.type}), which this call does not give.`,
    advice: (p) =>
      `Add \`${p.name}: …\` under \`with:\`, or give the parameter a default in the template.`,
  }),
  'unknown-parameter': words<Unknown & Maybe<'text'>>({
    short: 'Unknown parameter',
    message: (p) => `${code(p.found)} is no parameter here.`,
    advice: (p) =>
      p.nearest && p.text
        ? change(
            `Did you mean ${code(p.nearest)}?`,
            p.text,
            yamlText(p.text.replace(p.found, () => p.nearest!)),
          )
        : nearest(
            p,
            'Declare it under `parameters:` of the template; only templates, entries with `for` and arguments have parameters.',
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
    message: (p) => `\`\${${p.found}}\` is not a text, so it cannot stand inside a longer one.`,
    advice:
      'Let the parameter be the whole value, or name a part of it, such as `${country.iso3}`.',
  }),
  'unused-parameter': words<Texts<'id' | 'name'> & Maybe<'nearest'>>({
    short: 'Parameter is not used',
    message: (p) =>
      `The template ${code(p.id)} declares the parameter ${code(p.name)}, but nothing in it uses it.`,
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
    message: (p) => `\`override\` names ${code(p.found)}, which this call does not make.`,
    advice: (p) => nearest(p, 'Add it to `for:`.', 'The call makes'),
  }),
  'lists-unequal': words<Texts<'key' | 'other'> & Numbers<'found' | 'expected'>>({
    short: 'Lists of unequal length',
    message: (p) =>
      `${code(p.key)} has ${p.found} and ${code(p.other)} has ${p.expected} of them, but the lists of one \`for\` are paired.`,
    advice: 'Make both lists equally long.',
  }),
};

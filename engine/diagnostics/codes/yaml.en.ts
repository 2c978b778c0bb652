import type { Lists, Maybe, None, Numbers, Texts, Unknown } from '../parameters.ts';
import { boxFrom, copyOf, hexFrom, whereFrom } from '../meant.ts';
import { change, code, counted, names, write } from '../phrases.en.ts';
import { words } from '../words.ts';
import { quoted } from '../yaml-text.ts';

/** The kind of value that each bracket opens. */
const CLOSED: Readonly<Record<string, string>> = { '[': 'list', '{': 'mapping' };

/** Matches an operator that begins with `!`. */
const OPERATOR = /^!(?:=|in|has)?$/;

/**
 * The messages about YAML errors, and about text that YAML reads differently than its author
 * intended.
 */
export const YAML_WORDS = {
  'yaml-tab': words<None>({
    short: 'Tab in the indentation',
    message: 'The line begins with a tab, but YAML requires spaces.',
    advice:
      'Replace the tab with as many spaces as the neighbouring lines have. Most editors can insert spaces for the tab key.',
  }),
  'yaml-invisible-sign': words<Texts<'found'>>({
    short: 'Invisible character',
    message: 'Here is an invisible character that YAML does not allow.',
    advice: (p) => change('Delete it. It probably comes from pasted text.', p.found, ''),
  }),
  'yaml-quote-inside': words<Texts<'quote' | 'rest' | 'whole'> & { readonly apostrophe: boolean }>({
    short: 'Quotation mark inside a quoted text',
    message: (p) =>
      `The quoted text ends at this \`${p.quote}\`, but more text follows: ${code(p.rest)}.`,
    advice: (p) => {
      const meant = whereFrom(p.whole);
      if (meant !== undefined)
        return `For a condition, write the value of each field: \`where: ${meant}\`. For a text, quote the whole text: \`${quoted(p.whole)}\`.`;
      const other = p.quote === '"' ? "'" : '"';
      const whole = p.whole.includes(other)
        ? `quote the whole text: \`${quoted(p.whole)}\``
        : `put the text into ${other === '"' ? 'double' : 'single'} quotes: \`${other}${p.whole}${other}\``;
      return p.apostrophe && other === '"'
        ? `Write the apostrophe \`’\`, or double it (\`''\`), or ${whole}.`
        : `${whole[0]!.toUpperCase()}${whole.slice(1)}.`;
    },
  }),
  'yaml-unclosed': words<Texts<'found' | 'right'> & Maybe<'comment'>>({
    short: 'Bracket or quotation mark is not closed',
    message: (p) => `The \`${p.found}\` that is opened here is not closed.`,
    advice: (p) =>
      p.comment
        ? `Everything after ${code(p.comment)} is a comment, including the \`${p.right}\`: quote a text that contains \`#\`, and move a comment to its own line.`
        : `Write the missing \`${p.right}\` where the ${CLOSED[p.found] ?? 'text'} ends.`,
  }),
  'yaml-too-shallow': words<Texts<'found'>>({
    short: 'Line is not indented enough',
    message: (p) =>
      `This line is inside a \`${p.found}\`, but it is not indented more than the line with that \`${p.found}\`.`,
    advice:
      'Indent it by two more spaces, including the closing bracket or quote, or write everything on one line.',
  }),
  'yaml-stray-bracket': words<Texts<'found'>>({
    short: 'Unmatched bracket',
    message: (p) => `This \`${p.found}\` has no opening bracket.`,
    advice: (p) =>
      change(
        'Remove it, or add the opening bracket. A text with brackets must be quoted.',
        p.found,
        '',
      ),
  }),
  'yaml-comma-missing': words<Texts<'found'>>({
    short: 'Comma is missing',
    message: (p) => `A comma is missing before ${code(p.found)}.`,
    advice: (p) =>
      change(
        'Add it: entries inside `{ }` and `[ ]` are separated by commas.',
        p.found,
        `, ${p.found}`,
      ),
  }),
  'yaml-comma-extra': words<None>({
    short: 'Comma after nothing',
    message: 'There is nothing before this comma.',
    advice: () => change('Remove the comma, or add the missing entry.', ',', ''),
  }),
  'yaml-colon-in-flow': words<Texts<'found'> & Maybe<'name'>>({
    short: 'Comma or quotation marks are missing',
    message: (p) =>
      p.name
        ? `YAML cannot read ${code(p.found)}: a comma is missing before \`${p.name}:\`, or the text is not quoted.`
        : `The text ${code(p.found)} contains a colon and is not quoted.`,
    advice: (p) =>
      p.name
        ? `If \`${p.name}:\` is a key, write a comma before it. If it belongs to the text, quote the text: \`${quoted(p.found)}\`.`
        : write(p.found, quoted(p.found), 'Quote the text:'),
  }),
  'yaml-colon-in-text': words<Texts<'key' | 'found'> & { readonly brace: boolean }>({
    short: 'Colon in a text without quotes',
    message: (p) =>
      `The value of ${code(p.key)} contains a colon and a space, so YAML reads the words before it as a key.`,
    advice: (p) =>
      p.brace
        ? `The opening \`{\` is missing: write \`${p.key}: { ${p.found}\`.`
        : /^(?:bounds|extent)$/.test(p.key) && boxFrom(p.found) !== undefined
          ? `Write the four numbers as a list, not as QGIS copies them: \`${p.key}: ${boxFrom(p.found)}\`.`
          : `Quote the text: \`${p.key}: ${quoted(p.found)}\`. If it is another key, write it on its own line.`,
  }),
  'yaml-space-missing': words<Texts<'found' | 'right'>>({
    short: 'Space is missing',
    message: (p) => `A space is missing in ${code(p.found)}.`,
    advice: (p) => write(p.found, p.right),
  }),
  'yaml-colon-missing': words<Texts<'key' | 'value'>>({
    short: 'Colon is missing',
    message: (p) => `The line has no colon, so ${code(p.key)} is not a key.`,
    advice: (p) =>
      `Write \`${p.key}: ${p.value || '…'}\`, with a space after the colon. If the line continues the text above, indent it more than that line.`,
  }),
  'yaml-dash-among-keys': words<None>({
    short: 'List entry among keys',
    message: 'This line begins a list entry with `- `, but the neighbouring lines are keys.',
    advice:
      'If it is a new list entry, indent it as far as the `- ` above. If it is a key, remove the `- `.',
  }),
  'yaml-odd-space': words<Texts<'found'>>({
    short: 'Unusual space character',
    message: 'This is not an ordinary space, and YAML reads it as a letter.',
    advice: (p) =>
      change(
        'Replace it with an ordinary space. It probably comes from pasted text.',
        p.found,
        ' '.repeat(p.found.length),
      ),
  }),
  'yaml-leading-zero': words<Texts<'found'>>({
    short: 'Code must be quoted',
    message: (p) => `YAML reads ${code(p.found)} as the number ${Number(p.found)}.`,
    advice: (p) =>
      change(
        `For a code, quote it: \`'${p.found}'\`. For a number, write \`${Number(p.found)}\`.`,
        p.found,
        `'${p.found}'`,
      ),
  }),
  'comma-in-number': words<Texts<'found'>>({
    short: 'Number with a comma',
    message: (p) => `YAML ends the number ${code(p.found)} at the comma.`,
    advice: (p) => {
      const isThousands = /^-?[1-9]\d{0,2}(?:,\d{3})+$/.test(p.found);
      return isThousands
        ? write(p.found, p.found.replaceAll(',', ''), 'Write it without a thousands separator:')
        : write(p.found, p.found.replace(',', '.'), 'Write it with a decimal point:');
    },
  }),
  'yaml-dash-missing': words<Texts<'found'>>({
    short: 'Dash of a list entry is missing',
    message: (p) => `${code(p.found)} begins a list entry, but has no \`- \` before it.`,
    advice:
      'If it is a new list entry, write `- ` before it. If it belongs to the entry above, indent it by two more spaces.',
  }),
  'yaml-indentation': words<Texts<'key'> & Numbers<'found'> & Lists<'known'>>({
    short: 'Wrong indentation',
    message: (p) =>
      `${code(p.key)} is indented by ${counted(p.found, 'space', 'spaces')}, but the lines around it by ${p.known.join(' or ')}.`,
    advice: 'Indent the line exactly as far as the other keys of its mapping.',
  }),
  'yaml-first-sign': words<Texts<'sign' | 'found'>>({
    short: 'Text must be quoted',
    message: (p) => `A text that begins with \`${p.sign}\` must be quoted.`,
    advice: (p) => write(p.found, quoted(p.found), 'Quote the whole text:'),
  }),
  'yaml-escape': words<Texts<'found'> & Maybe<'path'>>({
    short: 'Unknown escape in double quotes',
    message: (p) =>
      `In double quotes \`\\\` begins an escape sequence, but ${code(p.found)} is not one.`,
    advice: (p) => {
      const quotes = 'Use single quotes, where `\\` has no special meaning.';
      return p.path
        ? `For a file, copy it into the folder of the configuration, for example into its folder \`data\`, and write its path there: \`${copyOf(p.path)}\`. For a text: ${quotes[0]!.toLowerCase()}${quotes.slice(1)}`
        : quotes;
    },
  }),
  'yaml-two-documents': words<None>({
    short: 'Two YAML documents in one file',
    message: 'A second document begins here, but a configuration file contains only one.',
    advice: 'Remove the line `---`, or split the file in two.',
  }),
  'yaml-syntax': words<Texts<'reason'>>({
    short: 'YAML syntax error',
    message: (p) => `YAML cannot read this: ${p.reason}.`,
    advice:
      'Check the indentation, colons, brackets and quotes on this line and the line above. Quote a text that contains `: `, `#`, `[` or `{`, or begins with a special character.',
  }),
  'duplicate-key': words<Texts<'found'> & { readonly begins: boolean }>({
    short: 'Key occurs twice',
    message: (p) => `The key ${code(p.found)} occurs twice in the same mapping.`,
    advice: (p) =>
      p.begins
        ? 'If it is a new list entry, write `- ` before it, indented as far as the `- ` above. Otherwise remove one of the two.'
        : 'Remove one of the two, or rename it.',
  }),
  'unquoted-operator': words<Texts<'found'>>({
    short: 'Operator must be quoted',
    message: (p) =>
      `The operator ${code(p.found)} is not quoted, and YAML does not read it as text.`,
    advice: (p) => write(p.found, `'${p.found}'`, 'Quote the operator:'),
  }),
  'unquoted-color': words<Texts<'found'>>({
    short: 'Colour must be quoted',
    message: (p) =>
      `The colour ${code(p.found)} is not quoted, and YAML ${p.found.startsWith('#') ? 'reads `#` as the start of a comment' : 'splits it at its commas'}.`,
    advice: (p) => {
      const hex = hexFrom(p.found);
      return hex === undefined
        ? write(p.found, `'${p.found}'`, 'Quote the colour:')
        : write(p.found, `'${hex}'`, 'Write the colour in hexadecimal digits, in quotes:');
    },
  }),
  'unquoted-parameter': words<Texts<'found'>>({
    short: 'Parameter must be quoted',
    message: (p) =>
      `The parameter ${code(p.found)} is not quoted, and YAML reads its braces as a mapping.`,
    advice: (p) => write(p.found, `'${p.found}'`, 'Quote it:'),
  }),
  'tag-refused': words<Texts<'found'>>({
    short: 'YAML tag',
    message: (p) => `${code(p.found)} is a YAML tag, and the layer language has no tags.`,
    advice: (p) => {
      const text = `If it is an operator, quote it: \`'${p.found}'\`. Otherwise remove it.`;
      return OPERATOR.test(p.found) ? change(text, p.found, `'${p.found}'`) : text;
    },
  }),
  'unused-anchor': words<Texts<'found'>>({
    short: 'Text begins with &',
    message: (p) => `YAML reads ${code(p.found)} as an anchor, not as text.`,
    advice: 'Quote a text that begins with `&`. Remove an anchor that no alias (`*`) uses.',
  }),
  'merge-key-refused': words<None>({
    short: 'Merge key',
    message: 'The merge key `<<` is not part of the layer language.',
    advice: 'To share keys between sublayers, use a template (`templates:` and `use:`).',
  }),
  'not-a-mapping': words<{ readonly isXml?: boolean }>({
    short: 'File without keys',
    message: (p) =>
      p.isXml
        ? 'This is XML, such as a style of QGIS (QML, SLD), but a configuration file is YAML.'
        : 'A configuration file must contain keys, such as `groups:`.',
    advice: (p) =>
      p.isXml
        ? 'Remove the file, and write the colours and sizes under `paint:` of a sublayer.'
        : 'Begin the file with a top-level key, for example `groups:`, and indent its content.',
  }),
  'file-too-large': words<Texts<'unit'> & Numbers<'limit'>>({
    short: 'File is too large',
    message: (p) => `The file contains more than ${p.limit} ${p.unit}.`,
    advice:
      'Split it into several files, and move data to data files. YAML aliases count as copies; templates do not.',
  }),
  'too-many-errors': words<Numbers<'limit' | 'shown'>>({
    short: 'Too many errors',
    message: (p) => `There are more than ${p.limit} errors; the first ${p.shown} are listed.`,
    advice:
      'Correct these and check again. Do not write data in YAML: use a data file with `load:` in a dataset.',
  }),
  'too-deep': words<Numbers<'limit'>>({
    short: 'Nesting is too deep',
    message: (p) => `The nesting is deeper than ${p.limit} levels.`,
    advice: 'Check the brackets and the indentation. The levels inside an alias count too.',
  }),
  'forbidden-key': words<Texts<'found'>>({
    short: 'Key is not allowed',
    message: (p) => `The key ${code(p.found)} is not allowed anywhere.`,
    advice: 'Choose another name.',
  }),
  'unknown-anchor': words<Unknown>({
    short: 'Alias without an anchor',
    message: (p) => `There is no anchor ${code(`&${p.found}`)} above this alias.`,
    advice: (p) =>
      p.nearest
        ? change(`Did you mean ${code(`*${p.nearest}`)}?`, `*${p.found}`, `*${p.nearest}`)
        : `The anchors above are ${names(p.known.map((name) => `&${name}`))}. A text that begins with \`*\` must be quoted.`,
  }),
  'yaml-quote-missing': words<Texts<'found'>>({
    short: 'Opening quote is missing',
    message: (p) => `The opening quote before ${code(p.found)} is missing.`,
    advice: (p) => write(p.found, `${p.found.slice(-1)}${p.found}`),
  }),
};

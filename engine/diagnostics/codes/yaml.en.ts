import type { Lists, Maybe, None, Numbers, Texts, Unknown } from '../parameters.ts';
import { change, code, counted, names, write } from '../phrases.en.ts';
import { words } from '../words.ts';
import { quoted } from '../yaml-text.ts';

/** What an opening bracket begins. */
const CLOSED: Readonly<Record<string, string>> = { '[': 'list', '{': 'mapping' };

/** An operator of an expression that begins with `!`. */
const OPERATOR = /^!(?:=|in|has)?$/;

/** The words for what YAML cannot read, or reads otherwise than it was meant. */
export const YAML_WORDS = {
  'yaml-tab': words<None>({
    short: 'Tab in the indentation',
    message: 'The line begins with a tab, and YAML wants spaces.',
    advice:
      'Replace the tab by spaces, as many as the neighbouring lines begin with. Most editors can be told to write spaces for the tab key.',
  }),
  'yaml-invisible-sign': words<Texts<'found'>>({
    short: 'Character that cannot be seen',
    message: 'Here stands a sign that cannot be seen and that YAML does not take.',
    advice: (p) => change('Delete it; it probably came with text that was pasted.', p.found, ''),
  }),
  'yaml-quote-inside': words<Texts<'quote' | 'rest' | 'whole'> & { readonly apostrophe: boolean }>({
    short: 'Quotation mark inside a quoted text',
    message: (p) =>
      `The text in quotes ends at this \`${p.quote}\`, but more follows: ${code(p.rest)}.`,
    advice: (p) => {
      const other = p.quote === '"' ? "'" : '"';
      const whole = `put the whole text into ${other === '"' ? 'double' : 'single'} quotes: \`${other}${p.whole}${other}\``;
      return p.apostrophe && other === '"'
        ? `Write the apostrophe \`’\`, or double it (\`''\`), or ${whole}.`
        : `${whole[0]!.toUpperCase()}${whole.slice(1)}.`;
    },
  }),
  'yaml-unclosed': words<Texts<'found' | 'right'> & Maybe<'comment'>>({
    short: 'Bracket or quotation mark is not closed',
    message: (p) => `The \`${p.found}\` that is opened here is not closed where it should be.`,
    advice: (p) =>
      p.comment
        ? `What follows ${code(p.comment)} is a comment, the \`${p.right}\` too: quote a text that holds \`#\`, and move a comment to a line of its own.`
        : `Write the missing \`${p.right}\` where the ${CLOSED[p.found] ?? 'text'} ends.`,
  }),
  'yaml-too-shallow': words<Texts<'found'>>({
    short: 'Line is not indented deep enough',
    message: (p) =>
      `This line goes on with what a \`${p.found}\` opened, but is not indented deeper than the line that opened it.`,
    advice: 'Indent it by two spaces more, the closing sign too; or write it all on one line.',
  }),
  'yaml-stray-bracket': words<Texts<'found'>>({
    short: 'Bracket without its partner',
    message: (p) => `This \`${p.found}\` closes nothing that is open.`,
    advice: (p) =>
      change(
        'Remove it, or write the bracket that opens; a text with brackets is quoted.',
        p.found,
        '',
      ),
  }),
  'yaml-comma-missing': words<Texts<'found'>>({
    short: 'Comma is missing',
    message: (p) => `A comma is missing before ${code(p.found)}.`,
    advice: (p) =>
      change('Inside `{ }` and `[ ]` a comma stands between the entries.', p.found, `, ${p.found}`),
  }),
  'yaml-comma-extra': words<None>({
    short: 'Comma after nothing',
    message: 'There is nothing before this comma.',
    advice: () => change('Remove the comma, or write what is missing.', ',', ''),
  }),
  'yaml-colon-in-flow': words<Texts<'found'> & Maybe<'name'>>({
    short: 'One colon too many',
    message: (p) => `There is one colon too many in ${code(p.found)}.`,
    advice: (p) =>
      p.name
        ? `If \`${p.name}:\` is a key, write a comma before it. If it belongs to the text, quote the text: \`${quoted(p.found)}\`.`
        : write(p.found, quoted(p.found), 'Quote the text:'),
  }),
  'yaml-colon-in-text': words<Texts<'key' | 'found'> & { readonly brace: boolean }>({
    short: 'Colon in a text without quotes',
    message: (p) =>
      `The value of ${code(p.key)} has a colon before a space, and YAML takes what stands before it for a key.`,
    advice: (p) =>
      p.brace
        ? `The \`{\` that opens is missing: write \`${p.key}: { ${p.found}\`.`
        : `Quote the text: \`${p.key}: ${quoted(p.found)}\`. If a key of its own was meant, give it a line of its own.`,
  }),
  'yaml-space-missing': words<Texts<'found' | 'right'>>({
    short: 'Space is missing',
    message: (p) => `A space is missing in ${code(p.found)}.`,
    advice: (p) => write(p.found, p.right),
  }),
  'yaml-colon-missing': words<Texts<'key' | 'value'>>({
    short: 'Colon is missing',
    message: (p) => `The line has no colon, so ${code(p.key)} is no key.`,
    advice: (p) =>
      `Write \`${p.key}: ${p.value || '…'}\`, with a space after the colon. If the line goes on with the text above, indent it deeper than that line.`,
  }),
  'yaml-dash-among-keys': words<None>({
    short: 'List entry among keys',
    message: 'Here an entry of a list begins with `- `, but the lines beside it are keys.',
    advice:
      'If a new entry begins here, indent it as far as the `- ` of the entries above. If it is a key, remove the `- `.',
  }),
  'yaml-odd-space': words<Texts<'found'>>({
    short: 'Space that YAML does not know',
    message: 'This space is not the ordinary one, and YAML takes it for a letter.',
    advice: (p) =>
      change(
        'Replace it by the space of the keyboard; it probably came with text that was pasted.',
        p.found,
        ' '.repeat(p.found.length),
      ),
  }),
  'yaml-dash-missing': words<Texts<'found'>>({
    short: 'Dash of a list entry is missing',
    message: (p) => `${code(p.found)} begins an entry of a list, but has no \`- \` before it.`,
    advice:
      'If a new entry begins here, write `- ` before it. If the line belongs to the entry above, indent it by two spaces more.',
  }),
  'yaml-indentation': words<Texts<'key'> & Numbers<'found'> & Lists<'known'>>({
    short: 'Wrong indentation',
    message: (p) =>
      `${code(p.key)} is indented by ${counted(p.found, 'space', 'spaces')}, but the lines it may belong beside by ${p.known.join(' or ')}.`,
    advice: 'Indent the line exactly as far as the lines it belongs beside.',
  }),
  'yaml-first-sign': words<Texts<'sign' | 'found'>>({
    short: 'Text must be quoted',
    message: (p) => `A text cannot begin with \`${p.sign}\` unless it is quoted.`,
    advice: (p) => write(p.found, quoted(p.found), 'Quote the whole text:'),
  }),
  'yaml-escape': words<Texts<'found'>>({
    short: 'Unknown escape in double quotes',
    message: (p) =>
      `Inside double quotes \`\\\` begins a sign that cannot be typed, and ${code(p.found)} is none.`,
    advice: 'Put the text into single quotes, where `\\` is only itself.',
  }),
  'yaml-two-documents': words<None>({
    short: 'Two YAML documents in one file',
    message: 'A second document begins here, and a file of the configuration holds one.',
    advice: 'Remove the line `---`, or make two files.',
  }),
  'yaml-syntax': words<Texts<'reason'>>({
    short: 'YAML syntax error',
    message: (p) => `YAML cannot read this: ${p.reason}.`,
    advice:
      'Check the indentation, the colons and the closing of brackets and quotes on this line and the one above. Quote a text that holds `: `, `#`, `[`, `{` or begins with a sign.',
  }),
  'duplicate-key': words<Texts<'found'> & { readonly begins: boolean }>({
    short: 'Key occurs twice',
    message: (p) => `The key ${code(p.found)} stands twice in the same mapping.`,
    advice: (p) =>
      p.begins
        ? 'If a new entry of the list begins here, write `- ` before it, as far in as the `- ` above. Otherwise remove one of the two.'
        : 'Remove one of the two, or rename it.',
  }),
  'unquoted-operator': words<Texts<'found'>>({
    short: 'Operator must be quoted',
    message: (p) =>
      `The operator ${code(p.found)} is not quoted, and YAML reads it as something else.`,
    advice: (p) => write(p.found, `'${p.found}'`, 'Quote the operator:'),
  }),
  'unquoted-color': words<Texts<'found'>>({
    short: 'Colour must be quoted',
    message: (p) =>
      `The colour ${code(p.found)} is not quoted, and YAML reads \`#\` as the start of a comment.`,
    advice: (p) => write(p.found, `'${p.found}'`, 'Quote the colour:'),
  }),
  'unquoted-parameter': words<Texts<'found'>>({
    short: 'Parameter must be quoted',
    message: (p) =>
      `The parameter ${code(p.found)} is not quoted, and YAML reads its braces as a mapping.`,
    advice: (p) => write(p.found, `'${p.found}'`, 'Quote it:'),
  }),
  'tag-refused': words<Texts<'found'>>({
    short: 'YAML tag',
    message: (p) => `${code(p.found)} is a YAML tag, and the layer language has none.`,
    advice: (p) => {
      const text = `If it is an operator, quote it: \`'${p.found}'\`. Otherwise remove it.`;
      return OPERATOR.test(p.found) ? change(text, p.found, `'${p.found}'`) : text;
    },
  }),
  'unused-anchor': words<Texts<'found'>>({
    short: 'Text begins with &',
    message: (p) => `YAML takes ${code(p.found)} for a name and not for a part of the text.`,
    advice: 'Quote a text that begins with `&`. A name that nothing repeats with `*` has no use.',
  }),
  'merge-key-refused': words<None>({
    short: 'Merge key',
    message: 'The merge key `<<` is not part of the layer language.',
    advice: 'Use a template (`templates:` and `use:`) for what several sublayers share.',
  }),
  'not-a-mapping': words<None>({
    short: 'File without keys',
    message: 'A file of the configuration holds keys at its top, such as `groups:`.',
    advice:
      'Begin the file with one of the top-level keys, for example `groups:`, and indent what belongs to it.',
  }),
  'file-too-large': words<Texts<'unit'> & Numbers<'limit'>>({
    short: 'File is too large',
    message: (p) => `The file holds more than ${p.limit} ${p.unit}.`,
    advice:
      'Split it over several files; data belong into data files, not into YAML. Anchors multiply what they name: templates do not.',
  }),
  'too-many-errors': words<Numbers<'limit' | 'shown'>>({
    short: 'Too many errors',
    message: (p) =>
      `There are more than ${p.limit} errors; the first ${p.shown} of those found are listed.`,
    advice:
      'Correct these and check again. A data file does not belong into YAML: name it under `load:` of a dataset.',
  }),
  'too-deep': words<Numbers<'limit'>>({
    short: 'Nesting is too deep',
    message: (p) => `The nesting is deeper than ${p.limit} levels.`,
    advice: 'Check the brackets and the indentation; an anchor brings the levels of what it names.',
  }),
  'forbidden-key': words<Texts<'found'>>({
    short: 'Key is not allowed',
    message: (p) => `The key ${code(p.found)} is not allowed anywhere.`,
    advice: 'Choose another name.',
  }),
  'unknown-anchor': words<Unknown>({
    short: 'Alias without an anchor',
    message: (p) => `No anchor ${code(`&${p.found}`)} is above this alias.`,
    advice: (p) =>
      p.nearest
        ? change(`Did you mean ${code(`*${p.nearest}`)}?`, `*${p.found}`, `*${p.nearest}`)
        : `The anchors above are ${names(p.known.map((name) => `&${name}`))}. A text that begins with \`*\` is quoted.`,
  }),
  'yaml-quote-missing': words<Texts<'found'>>({
    short: 'First quote is missing',
    message: (p) => `The quote before ${code(p.found)} is missing.`,
    advice: (p) => write(p.found, `${p.found.slice(-1)}${p.found}`),
  }),
};

import type { CodeWords } from './catalogue.ts';
import { code, counted, words } from './phrases.en.ts';

/** What an opening sign begins. */
const CLOSED: Readonly<Record<string, string>> = { '[': 'list', '{': 'mapping' };

/** A text as YAML takes it whatever it holds. */
function quoted(text: string): string {
  return text.includes("'") ? `"${text}"` : `'${text}'`;
}

/** The words for what YAML cannot read, or reads otherwise than it was meant. */
export const YAML_WORDS: Readonly<Record<string, CodeWords>> = {
  'yaml-tab': words(
    () => 'The line begins with a tab, and YAML wants spaces.',
    'Replace the tab by spaces, as many as the neighbouring lines begin with. Most editors can be told to write spaces for the tab key.',
  ),
  'yaml-invisible-sign': words(
    () => 'Here stands a sign that cannot be seen and that YAML does not take.',
    'Delete it; it probably came with text that was pasted.',
  ),
  'yaml-quote-inside': words(
    (p) =>
      `The text in quotes ends at this \`${p.text('quote')}\`, but more follows: ${code(p.text('rest'))}.`,
    (p) => {
      const other = p.text('quote') === '"' ? "'" : '"';
      const quoted = `put the whole text into ${other === '"' ? 'double' : 'single'} quotes: \`${other}${p.text('whole')}${other}\``;
      return p.text('apostrophe') === '1' && other === '"'
        ? `Write the apostrophe \`’\`, or double it (\`''\`), or ${quoted}.`
        : `${quoted[0]!.toUpperCase()}${quoted.slice(1)}.`;
    },
  ),
  'yaml-unclosed': words(
    (p) => `The \`${p.text('found')}\` that is opened here is not closed where it should be.`,
    (p) =>
      p.has('comment')
        ? `What follows ${code(p.text('comment'))} is a comment, the \`${p.text('right')}\` too: quote a text that holds \`#\`, and move a comment to a line of its own.`
        : `Write the missing \`${p.text('right')}\` where the ${CLOSED[p.text('found')] ?? 'text'} ends.`,
  ),
  'yaml-too-shallow': words(
    (p) =>
      `This line goes on with what a \`${p.text('found')}\` opened, but is not indented deeper than the line that opened it.`,
    'Indent it by two spaces more, the closing sign too; or write it all on one line.',
  ),
  'yaml-stray-bracket': words(
    (p) => `This \`${p.text('found')}\` closes nothing that is open.`,
    'Remove it, or write the bracket that opens; a text with brackets is quoted.',
  ),
  'yaml-comma-missing': words(
    (p) => `A comma is missing before ${code(p.text('found'))}.`,
    'Inside `{ }` and `[ ]` a comma stands between the entries.',
  ),
  'yaml-comma-extra': words(
    () => 'There is nothing before this comma.',
    'Remove the comma, or write what is missing.',
  ),
  'yaml-colon-in-flow': words(
    (p) => `There is one colon too many in ${code(p.text('found'))}.`,
    (p) =>
      `${p.has('name') ? `If \`${p.text('name')}:\` is a key, write a comma before it. If it belongs to the text, quote` : 'Quote'} the text: \`${quoted(p.text('found'))}\`.`,
  ),
  'yaml-colon-in-text': words(
    (p) =>
      `The value of ${code(p.text('key'))} has a colon before a space, and YAML takes what stands before it for a key.`,
    (p) =>
      p.has('brace')
        ? `The \`{\` that opens is missing: write \`${p.text('key')}: { ${p.text('found')}\`.`
        : `Quote the text: \`${p.text('key')}: ${quoted(p.text('found'))}\`. If a key of its own was meant, give it a line of its own.`,
  ),
  'yaml-space-missing': words(
    (p) => `A space is missing in ${code(p.text('found'))}.`,
    (p) => `Write \`${p.text('right')}\`.`,
  ),
  'yaml-colon-missing': words(
    (p) => `The line has no colon, so ${code(p.text('key'))} is no key.`,
    (p) =>
      `Write \`${p.text('key')}: ${p.text('value') || '…'}\`, with a space after the colon. If the line goes on with the text above, indent it deeper than that line.`,
  ),
  'yaml-dash-among-keys': words(
    () => 'Here an entry of a list begins with `- `, but the lines beside it are keys.',
    'If a new entry begins here, indent it as far as the `- ` of the entries above. If it is a key, remove the `- `.',
  ),
  'yaml-odd-space': words(
    () => 'This space is not the ordinary one, and YAML takes it for a letter.',
    'Replace it by the space of the keyboard; it probably came with text that was pasted.',
  ),
  'yaml-dash-missing': words(
    (p) =>
      `${code(p.text('key'))} stands where the entries of a list begin, but has no \`- \` before it.`,
    'If a new entry begins here, write `- ` before it. If the line belongs to the entry above, indent it by two spaces more.',
  ),
  'yaml-indentation': words(
    (p) =>
      `${code(p.text('key'))} is indented by ${counted(p, 'found', 'space', 'spaces')}, but the lines it may belong beside by ${p.list('known').join(' or ')}.`,
    'Indent the line exactly as far as the lines it belongs beside.',
  ),
  'yaml-first-sign': words(
    (p) => `A text cannot begin with \`${p.text('sign')}\` unless it is quoted.`,
    (p) => `Quote the whole text: \`${quoted(p.text('found'))}\`.`,
  ),
  'yaml-escape': words(
    (p) =>
      `Inside double quotes \`\\\` begins a sign that cannot be typed, and ${code(p.text('found'))} is none.`,
    'Put the text into single quotes, where `\\` is only itself.',
  ),
  'yaml-two-documents': words(
    () => 'A second document begins here, and a file of the configuration holds one.',
    'Remove the line `---`, or make two files.',
  ),
  'yaml-syntax': words(
    (p) => `YAML cannot read this: ${p.text('reason')}.`,
    'Check the indentation, the colons and the closing of brackets and quotes on this line and the one above. Quote a text that holds `: `, `#`, `[`, `{` or begins with a sign.',
  ),
  'duplicate-key': words(
    (p) => `The key ${code(p.text('found'))} stands twice in the same mapping.`,
    (p) =>
      p.has('begins')
        ? 'If a new entry of the list begins here, write `- ` before it, as far in as the `- ` above. Otherwise remove one of the two.'
        : 'Remove one of the two, or rename it.',
  ),
  'unquoted-operator': words(
    (p) =>
      `The operator ${code(p.text('found'))} is not quoted, and YAML reads it as something else.`,
    (p) => `Quote the operator: \`'${p.text('found')}'\`.`,
  ),
  'unquoted-color': words(
    (p) =>
      `The colour ${code(p.text('found'))} is not quoted, and YAML reads \`#\` as the start of a comment.`,
    (p) => `Quote the colour: \`'${p.text('found')}'\`.`,
  ),
  'unquoted-parameter': words(
    (p) =>
      `The parameter ${code(p.text('found'))} is not quoted, and YAML reads its braces as a mapping.`,
    (p) => `Quote it: \`'${p.text('found')}'\`.`,
  ),
  'tag-refused': words(
    (p) => `${code(p.text('found'))} is a YAML tag, and the layer language has none.`,
    (p) => `If it is an operator, quote it: \`'${p.text('found')}'\`. Otherwise remove it.`,
  ),
  'unused-anchor': words(
    (p) => `YAML takes ${code(p.text('found'))} for a name and not for a part of the text.`,
    'Quote a text that begins with `&`. A name that nothing repeats with `*` has no use.',
  ),
  'merge-key-refused': words(
    () => 'The merge key `<<` is not part of the layer language.',
    'Use a template (`templates:` and `use:`) for what several sublayers share.',
  ),
  'not-a-mapping': words(
    () => 'A file of the configuration holds keys at its top, such as `groups:`.',
    'Begin the file with one of the top-level keys, for example `groups:`, and indent what belongs to it.',
  ),
  'file-too-large': words(
    (p) => `The file holds more than ${p.text('limit')} ${p.text('unit')}.`,
    'Split it over several files; data belong into data files, not into YAML. Anchors multiply what they name: templates do not.',
  ),
  'too-many-errors': words(
    (p) =>
      `There are more than ${p.text('limit')} errors; the first ${p.text('shown')} of those found are listed.`,
    'Correct these and check again. A data file does not belong into YAML: name it under `load:` of a dataset.',
  ),
  'too-deep': words(
    (p) => `The nesting is deeper than ${p.text('limit')} levels.`,
    'Check the brackets and the indentation; an anchor brings the levels of what it names.',
  ),
  'forbidden-key': words(
    (p) => `The key ${code(p.text('found'))} is not allowed anywhere.`,
    'Choose another name.',
  ),
};

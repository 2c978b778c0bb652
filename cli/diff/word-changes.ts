import { CHANGE_KINDS, type Change, type ChangeKind } from 'atlas-engine';
import type { PictureOfChange } from './draw-changes.ts';

/** The headings of the kinds of changes. */
const HEADINGS: Readonly<Record<ChangeKind, string>> = {
  widens: 'Who may see more',
  narrows: 'Who may see less',
  breaks: 'Addresses that no longer work',
  data: 'Data',
  looks: 'How it looks',
  says: 'What it says',
};

/** The longest comment of GitHub, in characters. */
const LONGEST_COMMENT = 65_536;

/** Returns changes as text for a terminal. */
export function wordChanges(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changes for anybody.';
  return sections(changes)
    .map(([heading, all]) =>
      [heading, ...all.map((change) => `  ${lineOf(change, plain)}`)].join('\n'),
    )
    .join('\n\n');
}

/** Returns changes as Markdown that fits into a comment of GitHub, with the pictures at the end. */
export function markdownOf(
  changes: readonly Change[],
  pictures: readonly PictureOfChange[] = [],
): string {
  if (changes.length === 0) return 'Nothing changes for anybody.\n';
  const text = sections(changes)
    .map(([heading, all]) =>
      [`### ${heading}`, '', ...all.map((change) => `- ${lineOf(change, bold)}`)].join('\n'),
    )
    .join('\n\n');
  const shown = wordPictures(pictures);
  return `${shortened(text, LONGEST_COMMENT - shown.length)}\n${shown}`;
}

/** The longest part of a comment with pictures, in characters. */
const MOST_PICTURES = LONGEST_COMMENT / 4;

/** Returns a table of the pictures; those that do not fit are only in their folder. */
function wordPictures(pictures: readonly PictureOfChange[]): string {
  if (pictures.length === 0) return '';
  let text = '\n### Pictures\n\n| | Before | After |\n| --- | --- | --- |\n';
  for (const { name, before, after } of pictures) {
    const row = `| ${name.replaceAll('|', '\\|')} | ![before](${before}) | ![after](${after}) |\n`;
    if (text.length + row.length > MOST_PICTURES) break;
    text += row;
  }
  return text;
}

/** Ends a long text after a whole line, with the number of those that are left out. */
function shortened(text: string, longest: number): string {
  if (text.length < longest) return text;
  const kept = text.slice(0, longest - 200).replace(/\n[^\n]*$/, '');
  const left = text
    .slice(kept.length)
    .split('\n')
    .filter((line) => line.startsWith('- ')).length;
  return `${kept}\n\n${left} more changes are left out. Run \`atlas diff\` to read all.`;
}

function sections(
  changes: readonly Change[],
): (readonly [heading: string, changes: readonly Change[]])[] {
  return CHANGE_KINDS.map(
    (kind) => [HEADINGS[kind], changes.filter((change) => change.kind === kind)] as const,
  ).filter(([, all]) => all.length > 0);
}

function lineOf({ thing, text }: Change, name: (text: string) => string): string {
  const id = `${thing.kind} \`${thing.id}\``;
  return `${thing.name === undefined ? name(id) : `${name(thing.name)} (${id})`}: ${text}`;
}

const plain = (text: string): string => text;
const bold = (text: string): string => `**${text}**`;

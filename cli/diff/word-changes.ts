import { CHANGE_KINDS, type Change, type ChangeKind } from 'atlas-engine';

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

/** Returns changes as Markdown that fits into a comment of GitHub. */
export function markdownOf(changes: readonly Change[]): string {
  if (changes.length === 0) return 'Nothing changes for anybody.\n';
  const text = sections(changes)
    .map(([heading, all]) =>
      [`### ${heading}`, '', ...all.map((change) => `- ${lineOf(change, bold)}`)].join('\n'),
    )
    .join('\n\n');
  return text.length < LONGEST_COMMENT ? `${text}\n` : shortened(text);
}

/** Ends a long comment after a whole line, with the number of those that are left out. */
function shortened(text: string): string {
  const kept = text.slice(0, LONGEST_COMMENT - 200).replace(/\n[^\n]*$/, '');
  const left = text
    .slice(kept.length)
    .split('\n')
    .filter((line) => line.startsWith('- ')).length;
  return `${kept}\n\n${left} more changes are left out. Run \`atlas diff\` to read all.\n`;
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

import { run } from '../../cli/atlas.ts';

/** A row of the help: a command, an argument or an option, and its description. */
type Row = readonly [term: string, meaning: string];

/** The headings of the help that have rows. */
type Part = 'Arguments' | 'Options' | 'Commands';

/**
 * Returns the tables of commands and options as Markdown, generated from the help of the command.
 */
export async function describeCommands(): Promise<string> {
  const verbs = rowsOf(await helpOf(), 'Commands')
    .map(([usage]) => usage.split(' ')[0]!)
    .filter((verb) => verb !== 'help');
  const helps = await Promise.all(verbs.map((verb) => helpOf(verb)));
  const commands = helps.map((help) => `| \`${usageOf(help)}\` | ${descriptionOf(help)} |`);
  return [
    '| command | what it does |',
    '| --- | --- |',
    ...commands,
    '',
    '| option or argument | of | meaning |',
    '| --- | --- | --- |',
    ...optionRows(verbs, helps),
  ].join('\n');
}

/** Returns the rows of options and arguments. Those with the same description share a row. */
function optionRows(verbs: readonly string[], helps: readonly string[]): string[] {
  const verbsOf = new Map<string, string[]>();
  for (const [i, help] of helps.entries())
    for (const [term, meaning] of [...rowsOf(help, 'Arguments'), ...rowsOf(help, 'Options')]) {
      if (term.startsWith('-h,')) continue;
      const row = `\`${term}\` | ${meaning.replaceAll('|', '\\|')}`;
      verbsOf.set(row, [...(verbsOf.get(row) ?? []), verbs[i]!]);
    }
  return [...verbsOf].map(([row, of]) => {
    const [term, meaning] = row.split(' | ', 2);
    return `| ${term} | ${of.length === verbs.length ? 'all' : of.join(', ')} | ${meaning} |`;
  });
}

async function helpOf(...verb: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  await run([...verb, '--help'], { out: print, err: print, env: {}, color: false });
  return lines.join('\n');
}

function usageOf(help: string): string {
  return /^Usage: (.+)$/m.exec(help)?.[1] ?? '';
}

/** Returns the paragraph below the usage line of a help text. */
function descriptionOf(help: string): string {
  return (help.split('\n\n')[1] ?? '').replaceAll('\n', ' ');
}

/**
 * Returns the rows under a heading. A description may continue on the next lines, which are
 * indented deeper.
 */
function rowsOf(help: string, part: Part): Row[] {
  const paragraph = help.split('\n\n').find((text) => text.startsWith(`${part}:\n`)) ?? '';
  const rows: [string, string][] = [];
  for (const line of paragraph.split('\n').slice(1)) {
    const [, term, meaning = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (term !== undefined) rows.push([term, meaning]);
    else rows.at(-1)![1] += ` ${line.trim()}`;
  }
  return rows;
}

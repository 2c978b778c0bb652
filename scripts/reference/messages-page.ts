import { readdirSync, readFileSync } from 'node:fs';
import { catalogueOf } from 'atlas-engine';

/** The cases of the messages, each with a file that has the messages in full. */
const CASES = new URL('../../tests/cases/diagnostics/', import.meta.url);

/** Writes the page of messages: for each code what it means in short, and an example. */
export function describeMessages(intro: string): string {
  const examples = shortestExamples();
  const sections = [...catalogueOf('en').kinds]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, short]) =>
      [`## ${code}`, `${short}.`, `\`\`\`text\n${examples.get(code)!}\n\`\`\``].join('\n\n'),
    );
  return `${intro}\n${sections.join('\n\n')}\n`;
}

/** Returns the shortest message of each code that the cases have. */
function shortestExamples(): ReadonlyMap<string, string> {
  const shortest = new Map<string, string>();
  const folders = readdirSync(CASES, { withFileTypes: true }).filter((each) => each.isDirectory());
  for (const { name } of folders.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (name.startsWith('_')) continue;
    const printed = readFileSync(new URL(`${name}/expected.txt`, CASES), 'utf8');
    for (const message of printed.split(/^(?=(?:error|warning) [\w-]+ {2})/m)) {
      const code = /^\w+ ([\w-]+)/.exec(message)![1]!;
      const text = message.trimEnd();
      if (text.length < (shortest.get(code)?.length ?? Infinity)) shortest.set(code, text);
    }
  }
  return shortest;
}

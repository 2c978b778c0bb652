import { readFile } from 'node:fs/promises';
import { suggest, toYaml } from 'atlas-engine';
import {
  printResult,
  UsageError,
  type CommandIo,
  type ExitCode,
} from '../../host/common/command.ts';
import { defaultOf, typeOf } from '../explain/describe-type.ts';
import { findKey, keysOf, resolved, type Found } from '../explain/find-key.ts';

/** The page with an example of each message, relative to this file: of the sources, or of the package. */
const MESSAGES = new URL(
  `${import.meta.url.endsWith('.ts') ? '../..' : '../../../..'}/docs/reference/messages.md`,
  import.meta.url,
);

/** Explains a code of a message by an example, or a key of the language by its schema. */
export async function explain(
  { what }: { readonly what: string },
  io: CommandIo,
): Promise<ExitCode> {
  const messages = await readMessages();
  const message = messages.get(what);
  if (message) {
    printResult(io, { code: what, ...message }, `${what}: ${message.short}\n\n${message.example}`);
    return 0;
  }
  const found = findKey(what);
  if ('known' in found) {
    // A word with a dot is a path; any other may be a misspelt code too.
    const near = found.near ?? (what.includes('.') ? undefined : suggest(what, messages.keys()));
    throw new UsageError(
      `Neither a message nor a key is named \`${found.key}\`. ${near ? `Did you mean \`${near}\`?` : `Known here: ${found.known.join(', ')}.`}`,
    );
  }
  const key = describe(what, found);
  printResult(io, key, () => linesOf(key).join('\n'));
  return 0;
}

interface Message {
  readonly short: string;
  /** The message as `atlas check` prints it, for an invalid file. */
  readonly example: string;
}

/** Reads the sections of the page of messages: a heading, a short description and an example. */
async function readMessages(): Promise<ReadonlyMap<string, Message>> {
  const page = await readFile(MESSAGES, 'utf8');
  const sections = page.matchAll(/^## (\S+)\n\n(.+)\n\n```text\n([^]*?)\n```/gm);
  return new Map(
    [...sections].map(([, code, short, example]) => [code!, { short: short!, example: example! }]),
  );
}

/** A key of the language in words. */
interface Key {
  readonly path: string;
  readonly type: string;
  readonly default: string | null;
  readonly description: string;
  readonly keys: readonly { readonly key: string; readonly description: string }[];
  readonly example: string | null;
}

function describe(path: string, part: Found): Key {
  const { node } = resolved(part);
  const context = { kind: part.kind, files: new Map(), described: new Set<string>() };
  const examples = (node['examples'] ?? []) as readonly unknown[];
  const plain = (markdown: string): string => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  return {
    path,
    type: plain('$ref' in part.node ? typeOf(node, context) : typeOf(part.node, context)),
    default: defaultOf(part.node, context).replaceAll('`', '') || null,
    description: plain(String(part.node['description'] ?? node['description'] ?? '')),
    keys: [...keysOf(part)].map(([key, each]) => ({
      key,
      description: plain(firstSentence(each)),
    })),
    example: examples.length > 0 ? examples.map((each) => toYaml(each)).join('\n# or\n') : null,
  };
}

function firstSentence(part: Found): string {
  const text = String(part.node['description'] ?? resolved(part).node['description'] ?? '');
  return /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function linesOf({ path, type, default: value, description, keys, example }: Key): string[] {
  const width = Math.max(...keys.map(({ key }) => key.length));
  const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');
  return [
    `${path}: ${type}${value === null ? '' : ` (default: ${value})`}`,
    '',
    description,
    ...(keys.length > 0 ? ['', 'Keys:'] : []),
    ...keys.map(({ key, description: text }) => `  ${key.padEnd(width)}  ${text}`.trimEnd()),
    ...(example === null ? [] : ['', 'Example:', indented(example)]),
  ];
}

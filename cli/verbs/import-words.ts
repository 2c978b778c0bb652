import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  fromI18next,
  isSameWord,
  listNames,
  loadAtlas,
  shippedWords,
  withWords,
  type AtlasModel,
  type WordEntry,
  type WrittenWord,
} from 'atlas-engine';
import type { AnyWordKey } from 'atlas-engine/runtime';
import { UsageError, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { commandFolder, renderDiagnostics } from '../../host/config/print-diagnostics.ts';
import type { ValidConfig } from '../../host/config/valid-config.ts';

/** Largest size of a file of words in bytes. All words of the interface are about 60 kB. */
const MOST_BYTES = 10_000_000;

/** Returns the words that a language of an atlas has itself, from the atlas or the engine. */
export function ownWords(
  language: string,
  { words, missingWords }: AtlasModel,
): Readonly<Partial<Record<AnyWordKey, WrittenWord>>> {
  const all = words[language] ?? shippedWords(language) ?? {};
  const missing: readonly string[] = missingWords[language] ?? [];
  return Object.fromEntries(Object.entries(all).filter(([name]) => !missing.includes(name)));
}

/**
 * Takes the words of a file of i18next into `locales/<language>.yaml`, if they differ from those of
 * the atlas. Writes nothing when the atlas would then have errors, which it prints.
 */
export async function importWords(
  { config, language, from }: { config: string; language: string; from: string },
  { atlas: { model }, folder }: ValidConfig,
  io: CommandIo,
): Promise<ExitCode> {
  const read = fromI18next(await readJson(from), language);
  if (!read)
    throw new UsageError(
      `The file ${from} is not a file of i18next, which is an object of groups: { "map": { … } }.`,
    );
  const { words, unknown, notTexts, withoutOther } = read;
  const own = ownWords(language, model);
  const changed = (Object.entries(words) as WordEntry[]).filter(([name, word]) => {
    const before = own[name];
    return before === undefined || !isSameWord(name, [before, word], language);
  });
  const report = (keys: readonly string[], why: string): void => {
    if (keys.length > 0) io.err(`Not taken, because ${why}: ${listNames(keys)}.`);
  };
  report(unknown, 'the interface has no such words');
  report(notTexts, 'the values are not texts');
  report(withoutOther, 'the form `_other` is missing');
  if (changed.length === 0) {
    const none = Object.keys(words).length === 0;
    io.err(none ? `${from} has no words.` : `\`${language}\` has all words of ${from} already.`);
    return 0;
  }
  const path = `locales/${language}.yaml`;
  const before = folder.files.find((file) => file.path === path);
  const text = withWords(before?.text ?? '', changed);
  const files = [...folder.files.filter((file) => file !== before), { path, text }];
  const after = { ...folder, files };
  const checked = loadAtlas(after);
  if (!checked.ok) {
    const commands = commandFolder(config, io.env);
    const { color, format } = io;
    io.err(renderDiagnostics(checked.diagnostics, { folder: after, color, commands, format }));
    io.err(`Nothing was written, because the atlas would have these errors.`);
    return 1;
  }
  await mkdir(dirname(join(config, path)), { recursive: true });
  await writeFile(join(config, path), text);
  io.err(`${changed.length} words of ${from} are now in ${path}.`);
  return 0;
}

async function readJson(path: string): Promise<unknown> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new UsageError(`The file ${path} cannot be read (${error.code}).`);
  };
  const known = await stat(path).catch(unreadable);
  if (!known.isFile()) throw new UsageError(`${path} is not a file.`);
  if (known.size > MOST_BYTES)
    throw new UsageError(
      `The file ${path} has ${Math.ceil(known.size / 1e6)} MB. A file of words has at most 10 MB.`,
    );
  const text = await readFile(path, 'utf8').catch(unreadable);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The file ${path} is not JSON: ${(error as Error).message}.`);
  }
}

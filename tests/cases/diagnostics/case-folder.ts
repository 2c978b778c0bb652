import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  ConfigFolder,
  DatasetProfile,
  Diagnostic,
  Facts,
  FileFacts,
  PublishedTiles,
  Unreadable,
} from '../../../engine/index.ts';
import { catalogueOf, loadAtlas, renderDiagnostic } from '../../../engine/index.ts';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The names of all case folders, in order. */
export function caseNames(): string[] {
  return readdirSync(HERE, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .sort();
}

/** The file that holds what a case is expected to print. */
export function expectedFile(name: string): string {
  return join(HERE, name, 'expected.txt');
}

/** The sound atlas under the cases. */
export function baseFolder(): Promise<ConfigFolder> {
  return readConfigFolder(join(HERE, '_base'));
}

/**
 * A case: the sound atlas with the files of the case in place of its own or beside them, and the
 * facts about data in `facts.json`.
 */
export async function readCase(name: string): Promise<{ folder: ConfigFolder; facts: Facts }> {
  const base = await baseFolder();
  const own = await readConfigFolder(join(HERE, name));
  const replaced = new Set(own.files.map(({ path }) => path));
  const files = [...base.files.filter(({ path }) => !replaced.has(path)), ...own.files];
  return {
    folder: { files, assets: new Set([...base.assets, ...own.assets]) },
    facts: factsOf(join(HERE, name, 'facts.json')),
  };
}

function factsOf(path: string): Facts {
  if (!existsSync(path)) return { profiles: new Map(), generators: new Set(['cover']) };
  const { profiles = {}, unreadable = {}, files = {}, published = {} } = JSON.parse(readFileSync(path, 'utf8')) as {
    profiles?: Record<string, DatasetProfile>;
    unreadable?: Record<string, Unreadable>;
    files?: Record<string, FileFacts>;
    published?: Record<string, PublishedTiles>;
  };
  return {
    profiles: new Map(Object.entries(profiles)),
    generators: new Set(['cover']),
    unreadable: new Map(Object.entries(unreadable)),
    files: new Map(Object.entries(files)),
    published: new Map(Object.entries(published)),
  };
}

/** What loading finds in a folder; warnings where it loads. */
export function diagnosticsOf(folder: ConfigFolder, facts: Facts): readonly Diagnostic[] {
  const atlas = loadAtlas(folder, facts);
  return atlas.ok ? atlas.warnings : atlas.diagnostics;
}

/** Diagnostics as a terminal without colours shows them. */
export function renderAll(diagnostics: readonly Diagnostic[], folder: ConfigFolder): string {
  const texts = new Map(folder.files.map(({ path, text }) => [path, text]));
  const catalogue = catalogueOf('en');
  return diagnostics
    .map((diagnostic) =>
      renderDiagnostic(diagnostic, { catalogue, textOf: (file) => texts.get(file) }),
    )
    .join('\n');
}

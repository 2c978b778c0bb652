import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type ConfigFolder,
  type ConsentState,
  type DatasetProfile,
  type Diagnostic,
  type Facts,
  type FileFacts,
  type PictureFacts,
  type PublishedTiles,
  type Unreadable,
  catalogueOf,
  loadAtlas,
  renderDiagnostic,
} from 'atlas-engine';
import { caseNames, readBase, readCaseFolder } from '../read-case.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The names of all case folders, sorted. */
export const names = caseNames(HERE);

/** Returns the path of the expected output of a case. */
export function expectedFile(name: string): string {
  return join(HERE, name, 'expected.txt');
}

/** Returns the valid atlas that the cases change. */
export const baseFolder = (): Promise<ConfigFolder> => readBase(HERE);

/**
 * Reads a case: its files on top of the valid atlas, and the facts about its data in `facts.json`.
 */
export async function readCase(name: string): Promise<{ folder: ConfigFolder; facts: Facts }> {
  return {
    folder: await readCaseFolder(HERE, name),
    facts: factsOf(join(HERE, name, 'facts.json')),
  };
}

function factsOf(path: string): Facts {
  if (!existsSync(path)) return { profiles: new Map() };
  const {
    profiles = {},
    unreadable = {},
    files = {},
    pictures = {},
    published = {},
    consents,
  } = JSON.parse(readFileSync(path, 'utf8')) as {
    profiles?: Record<string, DatasetProfile>;
    unreadable?: Record<string, Unreadable>;
    files?: Record<string, FileFacts>;
    pictures?: Record<string, PictureFacts>;
    published?: Record<string, PublishedTiles>;
    consents?: { now: string; withdrawn?: Record<string, string> };
  };
  return {
    profiles: new Map(Object.entries(profiles)),
    unreadable: new Map(Object.entries(unreadable)),
    files: new Map(Object.entries(files)),
    pictures: new Map(Object.entries(pictures)),
    published: new Map(Object.entries(published)),
    ...(consents && { consents: stateOf(consents) }),
  };
}

/** Reads the state of consents, whose times are ISO 8601 in the file. */
function stateOf({
  now,
  withdrawn = {},
}: {
  readonly now: string;
  readonly withdrawn?: Record<string, string>;
}): ConsentState {
  const times = Object.entries(withdrawn).map(([id, time]) => [id, Date.parse(time)] as const);
  return { now: Date.parse(now), withdrawn: new Map(times) };
}

/** Returns the diagnostics of a folder. If the folder has no errors, these are warnings. */
export function diagnosticsOf(folder: ConfigFolder, facts: Facts): readonly Diagnostic[] {
  const atlas = loadAtlas(folder, facts);
  return atlas.ok ? atlas.warnings : atlas.diagnostics;
}

/** Renders diagnostics as a terminal without colours shows them. */
export function renderAll(diagnostics: readonly Diagnostic[], folder: ConfigFolder): string {
  const texts = new Map(folder.files.map(({ path, text }) => [path, text]));
  const catalogue = catalogueOf('en');
  return diagnostics
    .map((diagnostic) =>
      renderDiagnostic(diagnostic, { catalogue, textOf: (file) => texts.get(file) }),
    )
    .join('\n');
}

import { checkSemantics } from './check/check-semantics.ts';
import { createTables, type CompileTables } from './compile/compile-tables.ts';
import { hasErrors, type Diagnostic } from './diagnostics/diagnostic.ts';
import { checkSkeleton } from './expand/check-skeleton.ts';
import { expandTemplates } from './expand/expand-templates.ts';
import { NO_FACTS, type Facts } from './model/facts.ts';
import type { AtlasModel } from './model/model.ts';
import type { RawNode } from './model/report.ts';
import { byPlace, DiagnosticReport, TooManyErrors } from './parse/diagnostic-report.ts';
import { Origins } from './parse/origins.ts';
import { copiedFiles } from './parse/copied-files.ts';
import { filesNotRead } from './parse/files-not-read.ts';
import { parseYaml, type ParsedYaml } from './parse/parse-yaml.ts';
import { isYaml, type ConfigFolder, type SourceFile } from './parse/source-file.ts';
import { resolveReferences } from './resolve/resolve-references.ts';
import { validConfig } from './shape/valid-config.ts';
import { validateShape } from './shape/validate-shape.ts';

/** An atlas that was read, but not checked: the result of all stages that need no data. */
export type ReadAtlas = Unresolved | ResolvedAtlas;

/** Files with errors that prevent resolving. */
interface Unresolved {
  readonly model: null;
  readonly diagnostics: readonly Diagnostic[];
}

/** A resolved model. It is frozen, so several checks can use it. */
export interface ResolvedAtlas {
  /** The valid parts of the atlas. */
  readonly model: AtlasModel;
  /** The YAML node that an object of the model was made from. */
  readonly nodes: ReadonlyMap<object, RawNode>;
  readonly origins: Origins;
  /** Tables that the checks compile; `compilePublicBundles` reuses them. */
  readonly tables: CompileTables;
  /** The places of lists from which invalid entries were dropped. */
  readonly incomplete: WeakSet<object>;
  /** What the stages so far have reported. Each check adds to a copy. */
  readonly report: DiagnosticReport;
  /** Files that were not read, which are reported in every case. */
  readonly notRead: readonly Diagnostic[];
}

export type LoadedAtlas =
  | (Pick<ResolvedAtlas, 'model' | 'nodes' | 'origins' | 'tables'> & {
      readonly ok: true;
      readonly warnings: readonly Diagnostic[];
    })
  | {
      readonly ok: false;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Loads an atlas from its files: reads and checks it. A pure function of the files and facts. */
export function loadAtlas(folder: ConfigFolder, facts: Facts = NO_FACTS): LoadedAtlas {
  return checkAtlas(readAtlas(folder), facts);
}

/**
 * Reads an atlas from its files: parse, gather, expand, validate and resolve. If a file does not
 * parse or is a copy of another one, only these errors are reported; otherwise the later stages run on all valid parts,
 * so that one run reports as many errors as possible, each once.
 */
export function readAtlas(folder: ConfigFolder): ReadAtlas {
  const notRead = filesNotRead(folder);
  const unresolved = (found: readonly Diagnostic[]): Unresolved => ({
    model: null,
    diagnostics: merged(notRead, found),
  });
  return stoppedBy(() => {
    const read = folder.files.filter((file) => isYaml(file.path));
    const parsed = read.map(parseOnce);
    const faults = parsed.flatMap((result) => (result.ok ? [] : result.diagnostics));
    const files = parsed.filter((result): result is ParsedYaml & { ok: true } => result.ok);
    const unread = [...faults, ...copiedFiles(files)];
    if (unread.length > 0) return unresolved([...unread].sort(byPlace));

    const origins = new Origins(files);
    const report = new DiagnosticReport(origins);
    const skeleton = checkSkeleton(files, origins, report);
    const expanded = expandTemplates(skeleton, origins, report);
    const broken = validateShape(expanded, report);
    const config = validConfig(expanded, broken);
    if (!config) return unresolved(report.diagnostics());
    const { model, nodes } = resolveReferences(config, { expanded, broken, report, folder });
    // Warnings may follow from invalid parts, so only errors are reported.
    if (report.hasErrors) report.muteWarnings();
    const { incomplete } = expanded;
    const tables = createTables(model);
    return { model: freezeThings(model), nodes, origins, tables, incomplete, report, notRead };
  }, unresolved);
}

/** Checks an atlas that was read, with facts about its data. The same atlas may be checked again. */
export function checkAtlas(read: ReadAtlas, facts: Facts): LoadedAtlas {
  if (read.model === null) return { ok: false, diagnostics: read.diagnostics };
  const { model, nodes, origins, tables, incomplete, notRead } = read;
  const failed = (found: readonly Diagnostic[]): LoadedAtlas => ({
    ok: false,
    diagnostics: merged(notRead, found),
  });
  return stoppedBy(() => {
    const report = read.report.copy();
    checkSemantics({ model, nodes, report, origins, facts, incomplete, tables });
    const found = report.diagnostics();
    // A part that seems unused may be used by an invalid part.
    if (hasErrors(found))
      return failed(
        found.filter(({ code, severity }) => severity === 'error' || !code.startsWith('unused-')),
      );
    return { ok: true, model, warnings: merged(notRead, found), nodes, origins, tables };
  }, failed);
}

/** Returns the result of a stage, or `otherwise` with the errors to show if there are too many. */
function stoppedBy<T>(stage: () => T, otherwise: (found: readonly Diagnostic[]) => T): T {
  try {
    return stage();
  } catch (error) {
    if (error instanceof TooManyErrors) return otherwise(error.diagnostics);
    throw error;
  }
}

/** Returns ordered diagnostics with those about files that were not read. */
function merged(
  notRead: readonly Diagnostic[],
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  return notRead.length === 0 ? found : [...notRead, ...found].sort(byPlace);
}

/** Caches parsed files. A caller that passes an unchanged file again passes the same object. */
const parsedFiles = new WeakMap<SourceFile, ParsedYaml>();

function parseOnce(file: SourceFile): ParsedYaml {
  let parsed = parsedFiles.get(file);
  if (!parsed) parsedFiles.set(file, (parsed = parseYaml(file)));
  return parsed;
}

/**
 * Freezes the model and every object with an id. The objects inside them are protected only by
 * their types.
 */
function freezeThings(model: AtlasModel): AtlasModel {
  for (const part of Object.values(model)) {
    if (typeof part !== 'object' || part === null) continue;
    for (const thing of part instanceof Map ? part.values() : Object.values(part))
      if (typeof thing === 'object') Object.freeze(thing);
    Object.freeze(part);
  }
  for (const { sublayers } of [...model.groups, ...model.baseLayers])
    sublayers.forEach(Object.freeze);
  return Object.freeze(model);
}

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
import { filesNotRead } from './parse/files-not-read.ts';
import { parseYaml, type ParsedYaml } from './parse/parse-yaml.ts';
import { isYaml, type ConfigFolder, type SourceFile } from './parse/source-file.ts';
import { resolveReferences } from './resolve/resolve-references.ts';
import { validConfig } from './shape/valid-config.ts';
import { validateShape } from './shape/validate-shape.ts';

export type LoadedAtlas =
  | {
      readonly ok: true;
      readonly model: AtlasModel;
      readonly warnings: readonly Diagnostic[];
      /** The YAML node that an object of the model was made from. */
      readonly nodes: ReadonlyMap<object, RawNode>;
      readonly origins: Origins;
      /** Tables that the checks compiled; `compilePublicBundles` reuses them. */
      readonly tables: CompileTables;
    }
  | {
      readonly ok: false;
      readonly diagnostics: readonly Diagnostic[];
      /**
       * The valid part of the model, so that its data can be profiled; absent when resolving did
       * not start.
       */
      readonly partial?: AtlasModel;
    };

/**
 * Loads an atlas from its files: parse, gather, expand, validate, resolve and check. It is a pure
 * function of the files and facts. If a file does not parse, only the errors of parsing are
 * reported; otherwise the later stages run on all valid parts, so that one run reports as many
 * errors as possible, each once.
 */
export function loadAtlas(folder: ConfigFolder, facts: Facts = NO_FACTS): LoadedAtlas {
  const notRead = filesNotRead(folder);
  const withThem = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
    notRead.length === 0 ? found : [...notRead, ...found].sort(byPlace);
  try {
    const atlas = loadWhole(folder, facts);
    return atlas.ok
      ? { ...atlas, warnings: withThem(atlas.warnings) }
      : { ...atlas, diagnostics: withThem(atlas.diagnostics) };
  } catch (error) {
    if (error instanceof TooManyErrors)
      return { ok: false, diagnostics: withThem(error.diagnostics) };
    throw error;
  }
}

function loadWhole(folder: ConfigFolder, facts: Facts): LoadedAtlas {
  const parsed = folder.files.filter((file) => isYaml(file.path)).map(parseOnce);
  const unread = parsed.flatMap((result) => (result.ok ? [] : result.diagnostics));
  if (unread.length > 0) return { ok: false, diagnostics: [...unread].sort(byPlace) };

  const files = parsed.filter((result): result is ParsedYaml & { ok: true } => result.ok);
  const origins = new Origins(files);
  const report = new DiagnosticReport(origins);
  const skeleton = checkSkeleton(files, origins, report);
  const expanded = expandTemplates(skeleton, origins, report);
  const broken = validateShape(expanded, report);
  const config = validConfig(expanded, broken);
  if (!config) return { ok: false, diagnostics: report.diagnostics() };
  const { model, nodes } = resolveReferences(config, { expanded, broken, report, folder });
  // Warnings may follow from invalid parts, so only errors are reported.
  if (report.hasErrors) report.muteWarnings();
  const tables = createTables(model);
  checkSemantics({ model, nodes, report, facts, incomplete: expanded.incomplete, tables });

  const diagnostics = report.diagnostics();
  // A part that seems unused may be used by an invalid part.
  if (hasErrors(diagnostics))
    return {
      ok: false,
      partial: model,
      diagnostics: diagnostics.filter(
        ({ code, severity }) => severity === 'error' || !code.startsWith('unused-'),
      ),
    };
  return { ok: true, model: freezeThings(model), warnings: diagnostics, nodes, origins, tables };
}

/** Caches parsed files, so that a reload only parses the changed ones. */
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

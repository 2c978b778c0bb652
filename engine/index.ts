/**
 * The door for authoring and serving: from YAML to a checked model, its bundles and its access.
 * Browsers use `runtime.ts`.
 */
export { loadAtlas, type LoadedAtlas } from './load-atlas.ts';
export type { ConfigFolder, SourceFile } from './parse/source-file.ts';
export type {
  DatasetProfile,
  Facts,
  FileFacts,
  FoundField,
  PublishedTiles,
  Unreadable,
} from './check/context.ts';
export { NO_FACTS } from './check/context.ts';
export type { Diagnostic, Severity, Span } from './diagnostics/diagnostic.ts';
export { hasErrors } from './diagnostics/diagnostic.ts';
export { catalogueOf, type Catalogue } from './diagnostics/catalogue.ts';
export { renderDiagnostic, wordDiagnostic, type WordedDiagnostic } from './diagnostics/render.ts';
export type * from './model/model.ts';
export { settleDatasets, type Origin } from './model/settle-datasets.ts';
export type { CompileOptions } from './compile/compile-options.ts';
export {
  compilePublicBundles,
  compileSessionPart,
  type PublicBundle,
  type PublicBundles,
} from './compile/compile-bundle.ts';
export { joinAddress } from './compile/join-address.ts';
export { compileAccess, type Access, type DatasetAccess } from './compile/compile-access.ts';

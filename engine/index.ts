/**
 * The entry point for authoring and serving: loads YAML into a checked model, and compiles bundles
 * and access rules. Browsers use `runtime.ts`.
 */
export {
  checkAtlas,
  loadAtlas,
  readAtlas,
  type LoadedAtlas,
  type ReadAtlas,
  type ResolvedAtlas,
} from './load-atlas.ts';
export type { ConfigFolder, SourceFile } from './parse/source-file.ts';
export {
  NO_FACTS,
  type Facts,
  type FileFacts,
  type PictureFacts,
  type PublishedTiles,
  type Unreadable,
} from './model/facts.ts';
export type {
  Angle,
  DataFacts,
  DatasetProfile,
  FoundField,
  NamedFeature,
  StatedPixels,
} from './model/profile.ts';
export type { RawNode } from './model/report.ts';
export type { Diagnostic, Severity, Span } from './diagnostics/diagnostic.ts';
export { hasErrors } from './diagnostics/diagnostic.ts';
export { catalogueOf, type Catalogue } from './diagnostics/catalogue.ts';
export { commandLine, type CommandFolder } from './diagnostics/command-line.ts';
export { suggest } from './diagnostics/suggest.ts';
export { renderDiagnostic, wordDiagnostic, type WordedDiagnostic } from './diagnostics/render.ts';
export { BAND_ZOOMS, type DerivedLayer } from './model/derived.ts';
export type * from './model/brand-picture.ts';
export type * from './model/model.ts';
export type * from './model/pixel-values.ts';
export { fieldsOfSublayer } from './values/fields-read.ts';
export { nullMarkerOf } from './check/data/null-marker.ts';
export { askedConditions, keyOfAsked, type Asked } from './check/values/asked-conditions.ts';
export { exchanged, isWithin, touches, WORLD } from './basics/bounds.ts';
export { areImplied } from './model/implied.ts';
export {
  applyConsents,
  consentsOf,
  endedIn,
  howEnded,
  type ConsentTo,
} from './model/apply-consents.ts';
export {
  applyGrants,
  isEmptied,
  openedDataset,
  type Opened,
  type OpenedDataset,
} from './model/apply-grants.ts';
export { settleDatasets, type Origin } from './model/settle-datasets.ts';
export { compileAtlas, type AtlasOptions } from './compile/compile-atlas.ts';
export type { CompileOptions, PlaceOfValue } from './compile/compile-options.ts';
export {
  compilePublicBundles,
  type PublicBundle,
  type PublicBundles,
} from './compile/compile-bundle.ts';
export { compileSessionPart, compileSessionParts } from './compile/compile-session.ts';
export {
  compileAnalysis,
  type AnalysisCells,
  type AnalysisClass,
  type AnalysisDataset,
  type AnalysisSum,
} from './compile/compile-analysis.ts';
export { showsOf, type Shown } from './compile/shows-of.ts';
export { compileGroup, type CompiledGroup } from './compile/compile-group.ts';
export { compileLegendRows } from './compile/compile-legend-rows.ts';
export { projectRank } from './compile/project-rank.ts';
export { fileUses } from './compile/file-uses.ts';
export { outlineOf } from './values/outline-of.ts';
export { cellClasses, meaningOf } from './values/pixel-values.ts';
export { classesOf } from './values/value-tree.ts';
export { createTables, type CompileTables } from './compile/compile-tables.ts';
export {
  compilePaint,
  evaluatePaint,
  compilePalette,
  compileSwatches,
  type Attributes,
  type Paint,
  type PaintEvaluator,
  type Rgba,
  type Swatch,
} from './compile/compile-paint.ts';
export { FIRST_WORDS } from './words/first-words.ts';
export { ENGLISH, SHIPPED_LANGUAGES, shippedWords, WORD_NAMES } from './words/shipped.ts';
export { pluralCategoriesOf } from './words/plural-categories.ts';
export { fromI18next, isSameWord, toI18next, type I18nextFile } from './words/i18next-file.ts';
export { names as listNames } from './diagnostics/phrases.en.ts';
export { withWords } from './parse/set-words.ts';
export { toFlow, toYaml } from './parse/to-yaml.ts';
export { EntryError, withEntry } from './parse/with-entry.ts';
export {
  treeOf,
  wordsIn,
  type WordEntry,
  type WordTree,
  type WrittenWord,
} from './words/word-tree.ts';
export { joinAddress } from './compile/join-address.ts';
export {
  compileAccess,
  withholdFrom,
  type Access,
  type DatasetAccess,
} from './compile/server-access.ts';
export { isStricterModel } from './compile/is-stricter.ts';
export { diffAtlases } from './diff/diff-atlases.ts';
export { CHANGE_KINDS, type Change, type ChangedThing, type ChangeKind } from './diff/change.ts';

/** The entry point for browsers, without the YAML parser, Ajv and the style validator. */
export type * from './basics/values.ts';
export * from './bundle/bundle.ts';
export type * from './bundle/account.ts';
export type * from './bundle/words.ts';
export { mergeBundles } from './runtime/merge-bundles.ts';
export {
  differenceOf,
  fitOf,
  foldKeywords,
  foldNames,
  foldWords,
  isImportant,
  type Fit,
  type Searched,
} from './runtime/match-words.ts';
export { initialState } from './runtime/initial-state.ts';
export { compileStyle, type StyleResources } from './runtime/compile-style.ts';
export { placeOfMarks } from './runtime/place-of-marks.ts';
export { planChanges } from './runtime/plan-changes.ts';
export type { MapCommand } from './runtime/map-command.ts';
export { styleLayerId, parseStyleLayerId, type StyleLayerName } from './runtime/layer-id.ts';
export { compileBaseLegend, compileLegend, type LegendEntry } from './runtime/compile-legend.ts';
export { CLEAR_ICON } from './basics/clear-icon.ts';
export { isWithin, overlap, sidesOf, touches } from './basics/bounds.ts';
export { boxOf, joinBoxes } from './basics/box-of.ts';
export { baseEnd, reliefEnd } from './runtime/base-end.ts';
export { compilePopup, linesOf, type PopupLine, type PopupModel } from './runtime/compile-popup.ts';
export { identify, type FeatureHit, type RenderedFeature } from './runtime/identify.ts';
export {
  filterFields,
  TITLE_FIELD,
  type FilterField,
  type FilterKind,
} from './runtime/field-filter.ts';
export { boundsOfFrame, frameOf, ringOf, type Frame } from './runtime/frame.ts';
export { compileOverlays, overlayStyle, type OverlayModel } from './runtime/compile-overlays.ts';
export {
  drawSwatch,
  SWATCH_SIZE,
  swatchSize,
  type SvgElement,
  type SwatchOptions,
} from './runtime/draw-swatch.ts';
export { pickGround } from './runtime/pick-ground.ts';
export { resolveSymbol } from './runtime/resolve-symbol.ts';
export { formatValue, type FormattedValue, type ValueFormat } from './runtime/format-value.ts';
export { formatBound, formatNumber } from './runtime/format-number.ts';
export { formatDate } from './runtime/format-date.ts';
export { LABEL_ROOM, LABEL_ZOOM } from './runtime/label-zoom.ts';
export { groupBy } from './basics/group-by.ts';
export { present } from './basics/present.ts';
export { safeLink } from './runtime/safe-link.ts';
export {
  i18nextKeys,
  i18nOf,
  listOf,
  valuesOf,
  translator,
  type Translate,
  type WordValues,
} from './runtime/translate.ts';
export { checkForm, type FaultKind, type FormFault } from './runtime/check-form.ts';
export { directionOf } from './runtime/direction.ts';
export { swatchHtml } from './page/swatch-html.ts';
export { escapeHtml } from './page/escape-html.ts';
export { formOutline, missingOutline, outline, pageOutline } from './page/outline.ts';
export { pagePath, REDIRECTS, screenPath, SCREENS, type ScreenId } from './page/screens.ts';
export {
  ARCHIVE_PART_BYTES,
  archivePart,
  SITE_MANIFEST,
  siteAddress,
  siteArchive,
  siteDetails,
  siteIndex,
} from './page/static-site.ts';

/**
 * The door the browser uses: no YAML parser, no Ajv, no style validator behind it.
 */
export * from './bundle/bundle.ts';
export { mergeBundles } from './bundle/merge-bundles.ts';
export { compileStyle, type StyleResources } from './style/compile-style.ts';
export { planChanges } from './style/plan-changes.ts';
export { applyChanges } from './style/apply-changes.ts';
export type { MapCommand } from './style/map-command.ts';
export { styleLayerId, parseStyleLayerId, type StyleLayerName } from './style/layer-id.ts';
export { compileLegend, type LegendEntry } from './style/compile-legend.ts';
export { compilePopup, type PopupLine, type PopupModel } from './style/compile-popup.ts';
export { identify, type FeatureHit, type RenderedFeature } from './style/identify.ts';
export { compileOverlays, type OverlayModel } from './style/compile-overlays.ts';
export { resolveSymbol } from './style/resolve-symbol.ts';
export { formatValue, type FormattedValue, type ValueFormat } from './style/format-value.ts';
export { formatDate } from './style/format-date.ts';
export { safeLink } from './style/safe-link.ts';
export { valueWords, type ValueWords } from './style/value-words.ts';
export { outline } from './outline.ts';
export { wordsFor, type OutlineWords } from './outline-words.ts';

/**
 * The door the browser uses: no YAML parser, no Ajv, no style validator behind it.
 */
export * from './bundle/bundle.ts';
export { mergeBundles } from './bundle/merge-bundles.ts';
export { compileStyle, type StyleResources } from './style/compile-style.ts';
export { planChanges, applyChanges, type MapCommand } from './style/plan-changes.ts';
export { styleLayerId, parseStyleLayerId, type StyleLayerName } from './style/layer-id.ts';
export { compileLegend, type LegendEntry } from './style/compile-legend.ts';
export { compilePopup, type PopupLine, type PopupModel } from './style/compile-popup.ts';
export { identify, type FeatureHit, type RenderedFeature } from './style/identify.ts';
export { compileOverlays, type OverlayModel } from './style/compile-overlays.ts';
export { formatDate, formatValue, type FormattedValue } from './style/format-value.ts';
export { outline } from './outline.ts';

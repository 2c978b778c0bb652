import { latest, type StylePropertySpecification } from '@maplibre/maplibre-gl-style-spec';

const SPECS = new Map(
  Object.entries(
    latest as unknown as Readonly<Record<string, Record<string, StylePropertySpecification>>>,
  )
    .filter(([table]) => /^(?:paint|layout)_/.test(table))
    .flatMap(([, table]) => Object.entries(table)),
);

/** Returns the specification of a paint or layout property in the MapLibre style specification. */
export function specOf(property: string): StylePropertySpecification | undefined {
  return SPECS.get(property);
}

/** Returns whether MapLibre interpolates a property between zooms. */
export function interpolates(property: string): boolean {
  return specOf(property)?.expression?.interpolated ?? false;
}

/** Returns whether a property takes the name of an image. */
export function isImage(property: string): boolean {
  return property === 'icon-image' || property.endsWith('-pattern');
}

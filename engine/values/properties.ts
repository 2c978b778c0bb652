import { latest, type StylePropertySpecification } from '@maplibre/maplibre-gl-style-spec';

const SPECS = new Map(
  Object.entries(
    latest as unknown as Readonly<Record<string, Record<string, StylePropertySpecification>>>,
  )
    .filter(([table]) => /^(?:paint|layout)_/.test(table))
    .flatMap(([, table]) => Object.entries(table)),
);

/** What the MapLibre style specification says of a paint or layout property. */
export function specOf(property: string): StylePropertySpecification | undefined {
  return SPECS.get(property);
}

/** Whether MapLibre interpolates a property between zooms. */
export function interpolates(property: string): boolean {
  return specOf(property)?.expression?.interpolated ?? false;
}

/** Whether a property takes the name of a picture. */
export function isImage(property: string): boolean {
  return property === 'icon-image' || property.endsWith('-pattern');
}

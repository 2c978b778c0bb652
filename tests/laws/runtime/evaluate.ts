import {
  expression,
  featureFilter,
  latest,
  type FilterSpecification,
  type LayerSpecification,
} from '@maplibre/maplibre-gl-style-spec';

/** The zoom and feature for which a value is evaluated. */
export interface Sample {
  readonly zoom: number;
  readonly properties: Readonly<Record<string, string | number>>;
}

/** Samples between and on the stops of the arbitrary expressions. */
export const SAMPLES: readonly Sample[] = [0, 4, 5.5, 7, 8.25, 10, 14].flatMap((zoom) => [
  { zoom, properties: {} },
  { zoom, properties: { kind: 'x', size: 2, strength: 0.25 } },
  { zoom, properties: { kind: 'y', size: 7, name: 'Somewhere', strength: 1 } },
  { zoom, properties: { kind: 'other', size: 12 } },
]);

/** Returns the value of a paint property, evaluated by MapLibre; its default when it is not set. */
export function paintOf(
  layer: Pick<LayerSpecification, 'type' | 'paint'>,
  property: string,
  { zoom, properties }: Sample,
): unknown {
  const tables = latest as unknown as Record<string, Record<string, { default?: unknown }>>;
  const specification = tables[`paint_${layer.type}`]?.[property];
  if (!specification) throw new Error(`The paint property ${property} does not exist.`);
  const paint = layer.paint as Readonly<Record<string, unknown>> | undefined;
  const value = paint?.[property] ?? specification.default;
  return expression
    .normalizePropertyExpression(
      value as never,
      `layers[0].paint.${property}`,
      specification as never,
    )
    .evaluate({ zoom } as never, { type: 'Polygon', properties } as never);
}

/** Returns whether a layer draws a feature, according to MapLibre. */
export function isDrawn(
  layer: { readonly filter?: unknown },
  { zoom, properties }: Sample,
): boolean {
  const { filter } = featureFilter(
    layer.filter as FilterSpecification | undefined,
    'layers[0].filter',
  );
  return filter({ zoom } as never, { type: 3, properties } as never) === true;
}

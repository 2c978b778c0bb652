import type { Json } from '../basics/values.ts';
import type { SublayerType } from '../bundle/bundle.ts';

/**
 * The properties that a group's opacity multiplies, with their defaults in the style specification.
 * Symbols are not included, because translucent labels are hard to read. A hillshade has no
 * opacity, so its exaggeration is multiplied.
 */
export const OPACITIES: Readonly<Record<SublayerType, Readonly<Record<string, number>>>> = {
  background: { 'background-opacity': 1 },
  fill: { 'fill-opacity': 1 },
  line: { 'line-opacity': 1 },
  circle: { 'circle-opacity': 1, 'circle-stroke-opacity': 1 },
  symbol: {},
  raster: { 'raster-opacity': 1 },
  hillshade: { 'hillshade-exaggeration': 0.5 },
  'color-relief': { 'color-relief-opacity': 1 },
};

/** Returns the paint of a layer multiplied by an opacity from 0 to 1; the same object for 1. */
export function scaleOpacity(
  type: SublayerType,
  paint: Readonly<Record<string, Json>>,
  factor: number,
): Readonly<Record<string, Json>> {
  if (factor === 1) return paint;
  const scaled = { ...paint };
  for (const [property, otherwise] of Object.entries(OPACITIES[type])) {
    scaled[property] = multiply(paint[property] ?? otherwise, factor);
  }
  return scaled;
}

/**
 * Multiplies a number, expression or function by a factor. Stops and branches are multiplied in
 * place, because MapLibre allows the zoom only in an outermost `interpolate` or `step`.
 */
export function multiply(value: Json, factor: number): Json {
  if (typeof value === 'number') return round(value * factor);
  if (Array.isArray(value)) return multiplyExpression(value as readonly Json[], factor);
  if (typeof value === 'object' && value !== null && 'stops' in value) {
    return multiplyFunction(value as Readonly<Record<string, Json>>, factor);
  }
  return value;
}

function multiplyExpression(expression: readonly Json[], factor: number): Json {
  const [operator, ...rest] = expression;
  const outputs = (isOutput: (index: number) => boolean): Json =>
    expression.map((part, index) => (isOutput(index) ? multiply(part, factor) : part));
  const last = rest.length;
  switch (operator) {
    case 'interpolate':
      return outputs((index) => index >= 4 && index % 2 === 0);
    case 'step':
      return outputs((index) => index >= 2 && index % 2 === 0);
    case 'match':
      return outputs((index) => index === last || (index >= 3 && index % 2 === 1));
    case 'case':
      return outputs((index) => index === last || (index >= 2 && index % 2 === 0));
    case 'let':
      return outputs((index) => index === last);
    case 'literal':
      return typeof rest[0] === 'number' ? round(rest[0] * factor) : expression;
    default:
      return ['*', expression, factor];
  }
}

/**
 * Multiplies the outputs of a function of the older style syntax: `{ stops: [[zoom, value], …] }`.
 */
function multiplyFunction(value: Readonly<Record<string, Json>>, factor: number): Json {
  const stops = value['stops'] as readonly (readonly [Json, Json])[];
  return {
    ...value,
    stops: stops.map(([at, output]) => [at, multiply(output, factor)] as const),
    ...(value['default'] === undefined ? {} : { default: multiply(value['default'], factor) }),
  };
}

/** Rounds to six decimals, so that 0.1 × 0.7 is 0.07 and not 0.06999999999999999. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

import type { Json } from '../basics/values.ts';

/** The value of a property by zoom: a curve such as `['linear']`, and its stops. */
interface Curve {
  readonly kind: Json;
  readonly stops: readonly (readonly [zoom: number, value: Json])[];
}

const LINEAR: Json = ['linear'];

/**
 * Returns the diameter of a circle with its stroke as a MapLibre value. MapLibre accepts only one
 * curve by zoom, so the curves of both are joined. If they are of different kinds, the stroke has
 * its width of the highest zoom.
 */
export function diameterOf(radius: Json, stroke: Json): Json {
  const [inner, rim] = [curveOf(radius), curveOf(stroke)];
  const at = (zoom: number): Json => doubled(valueAt(inner, zoom), valueAt(rim, zoom));
  if (inner.stops.length === 1 && rim.stops.length === 1) return at(0);
  if (isLinear(inner) && isLinear(rim)) {
    const zooms = new Set([...inner.stops, ...rim.stops].map(([zoom]) => zoom));
    return curve(
      LINEAR,
      [...zooms].sort((a, b) => a - b).map((zoom) => [zoom, at(zoom)]),
    );
  }
  const [led, other] = inner.stops.length === 1 ? [rim, inner] : [inner, rim];
  const fixed = other.stops.at(-1)![1];
  return curve(
    led.kind,
    led.stops.map(([zoom, value]) => [zoom, doubled(value, fixed)]),
  );
}

/** Reads a value. One without a curve has a single stop. */
function curveOf(value: Json): Curve {
  const constant: Curve = { kind: LINEAR, stops: [[0, value]] };
  if (!Array.isArray(value)) return constant;
  const [operator, kind, input, ...rest] = value as readonly Json[];
  if (operator === 'interpolate' && isZoom(input)) return { kind: kind!, stops: pairs(rest) };
  if (operator === 'step' && isZoom(kind)) {
    return { kind: 'step', stops: [[-1, input!], ...pairs(rest)] };
  }
  return constant;
}

function isZoom(input: Json | undefined): boolean {
  return Array.isArray(input) && input[0] === 'zoom';
}

function pairs(list: readonly Json[]): (readonly [number, Json])[] {
  return list.flatMap((zoom, i) => (i % 2 === 0 ? [[Number(zoom), list[i + 1]!] as const] : []));
}

function isLinear({ kind }: Curve): boolean {
  return JSON.stringify(kind) === JSON.stringify(LINEAR);
}

function curve(kind: Json, stops: readonly (readonly [number, Json])[]): Json {
  if (kind !== 'step') return ['interpolate', kind, ['zoom'], ...stops.flat()];
  const [[, first], ...rest] = stops as [readonly [number, Json], ...typeof stops];
  return ['step', ['zoom'], first, ...rest.flat()];
}

/** Returns the value of a linear curve at a zoom. */
function valueAt({ stops }: Curve, zoom: number): Json {
  const above = stops.findIndex(([at]) => at >= zoom);
  if (above <= 0) return stops.at(above)![1];
  const [[from, low], [to, high]] = [stops[above - 1]!, stops[above]!];
  const share = (zoom - from) / (to - from);
  if (typeof low === 'number' && typeof high === 'number')
    return rounded(low + (high - low) * share);
  return ['+', ['*', rounded(1 - share), low], ['*', rounded(share), high]];
}

function doubled(radius: Json, stroke: Json): Json {
  if (typeof radius === 'number' && typeof stroke === 'number')
    return rounded(2 * (radius + stroke));
  return ['*', 2, stroke === 0 ? radius : ['+', radius, stroke]];
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

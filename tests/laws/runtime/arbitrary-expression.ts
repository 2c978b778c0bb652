import fc, { type Arbitrary } from 'fast-check';
import type { Json } from 'atlas-engine/runtime';

const share = fc.constantFrom(0, 0.1, 0.38, 0.5, 0.86, 1);

/**
 * A number from 0 to 1 that does not depend on the zoom: constant, or by the field `kind`, `size`
 * or `name`.
 */
const byFeature: Arbitrary<Json> = fc.oneof(
  share,
  fc.constant(['coalesce', ['get', 'strength'], 0.5]),
  fc
    .tuple(share, share, share)
    .map(([a, b, c]) => ['match', ['get', 'kind'], 'x', a, ['y', 'z'], b, c] as Json),
  fc
    .tuple(share, share)
    .map(([a, b]) => ['case', ['==', ['get', 'kind'], 'x'], a, ['has', 'name'], a, b] as Json),
  fc
    .tuple(share, share)
    .map(([a, b]) => ['step', ['to-number', ['get', 'size'], 0], a, 5, b] as Json),
  fc.constant(['let', 'half', 0.5, ['var', 'half']]),
  fc.constant(['min', 1, ['/', ['to-number', ['get', 'size'], 0], 10]]),
);

/**
 * Creates an opacity from 0 to 1 in every form that a style may use: a number, stops over the zoom
 * (expressions and functions) and, if the property allows it, by feature.
 */
export function arbitraryOpacity(dataDriven: boolean): Arbitrary<Json> {
  const output = dataDriven ? byFeature : share;
  return fc.oneof(
    output,
    fc
      .tuple(output, output)
      .map(([a, b]) => ['interpolate', ['linear'], ['zoom'], 4, a, 10, b] as Json),
    fc
      .tuple(output, output, output)
      .map(
        ([a, b, c]) => ['interpolate', ['exponential', 1.5], ['zoom'], 3, a, 6, b, 9, c] as Json,
      ),
    fc.tuple(output, output).map(([a, b]) => ['step', ['zoom'], a, 7, b] as Json),
    fc.tuple(share, share).map(([a, b]) => oldFunction(a, b)),
    ...(dataDriven ? [fc.tuple(share, share).map(([a, b]) => oldFunction(a, b, 'size'))] : []),
  );
}

/** Creates a function of the older style syntax, over the zoom or over a field. */
function oldFunction(low: number, high: number, property?: string): Json {
  const stops = [
    [4, low],
    [10, high],
  ];
  return property === undefined ? { stops } : { property, stops, default: high };
}

/** A filter expression over the fields `kind` and `size`. */
export const arbitraryFilter: Arbitrary<Json> = fc.oneof(
  fc.constantFrom('x', 'y').map((kind): Json => ['==', ['get', 'kind'], kind]),
  fc
    .integer({ min: 0, max: 9 })
    .map((size): Json => ['>=', ['to-number', ['get', 'size'], 0], size]),
  fc.constant<Json>(['all', ['has', 'kind'], ['!', ['==', ['get', 'kind'], 'z']]]),
);

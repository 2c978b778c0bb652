import type { Source, Sublayer, SublayerType } from '../../model/model.ts';
import type { CheckContext } from '../context.ts';
import { valueAt } from '../places.ts';

/** The geometries that each layer type can draw. */
const DRAWS: Readonly<Record<SublayerType, readonly string[]>> = {
  background: [],
  fill: ['polygon'],
  line: ['line', 'polygon'],
  circle: ['point'],
  symbol: ['point', 'line', 'polygon'],
  raster: ['raster'],
  hillshade: [],
  'color-relief': [],
};

/** The types of external source that each layer type can draw. */
export const FOREIGN: Readonly<Record<SublayerType, readonly Source['type'][]>> = {
  background: [],
  fill: ['vector', 'geojson'],
  line: ['vector', 'geojson'],
  circle: ['vector', 'geojson'],
  symbol: ['vector', 'geojson'],
  raster: ['raster', 'wms'],
  hillshade: ['raster-dem'],
  'color-relief': ['raster-dem'],
};

/** Returns whether a layer type draws one of the geometries. */
export function draws(type: SublayerType, geometries: readonly string[]): boolean {
  return DRAWS[type].some((geometry) => geometries.includes(geometry));
}

/**
 * Reports a type that draws none of the geometries of a dataset or source. Diagnostic:
 * `geometry-mismatch`.
 */
export function reportGeometry(
  sublayer: Sublayer,
  geometries: readonly string[],
  dataset: string,
  context: CheckContext,
): void {
  const types = Object.keys(DRAWS) as readonly SublayerType[];
  const known = types.filter((type) => draws(type, geometries));
  const geometry = geometries.join(', ') || 'none';
  const params = { type: sublayer.type, dataset, geometry, known };
  context.report.error('geometry-mismatch', valueAt(sublayer, 'type', context), params);
}

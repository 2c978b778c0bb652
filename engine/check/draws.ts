import type { Dataset, SublayerType } from '../model/model.ts';

/** What a layer type can draw of a geometry; the others would draw nothing, or nonsense. */
export const DRAWS: Readonly<Record<SublayerType, readonly Dataset['geometry'][]>> = {
  background: [],
  fill: ['polygon'],
  line: ['line', 'polygon'],
  circle: ['point'],
  symbol: ['point', 'line', 'polygon'],
  raster: ['raster'],
  hillshade: [],
  'color-relief': [],
};

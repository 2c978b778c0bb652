/** Polygons of the demonstration, and of other projects, for tests of measurements. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Feature, FeatureCollection } from 'geojson';
import { NIGHTLY } from '../../size.ts';

interface RealFile {
  /** Id of its dataset. */
  readonly id: string;
  readonly path: string;
  /** The property with the class of a feature. */
  readonly kind: string;
}

const DEMO = fileURLToPath(new URL('../../../atlas.config/data/demo/', import.meta.url));
const SHARED = fileURLToPath(new URL('../../../../shared/data/real/', import.meta.url));

/** The files that exist: those of other projects are not part of the repository. */
export const REAL_FILES: readonly RealFile[] = [
  { id: 'logging', path: `${DEMO}logging-cmr.geojson`, kind: 'fmu_type' },
  { id: 'mining', path: `${DEMO}mining-cod.geojson`, kind: 'status' },
  // The largest one is measured nightly only.
  ...(NIGHTLY ? [{ id: 'tenure', path: `${DEMO}tenure.geojson`, kind: 'survey_language' }] : []),
  { id: 'units', path: `${SHARED}logging-units.geojson`, kind: 'iso3_fmu' },
  { id: 'forests', path: `${SHARED}community-forests-cameroon.geojson`, kind: 'statu_conv' },
].filter(({ path }) => existsSync(path));

/** Returns the features of a file that have a geometry, with their class as the field `kind`. */
export function realFeatures(path: string, kind: string): Feature[] {
  const { features } = JSON.parse(readFileSync(path, 'utf8')) as FeatureCollection;
  return features
    .filter(({ geometry }) => geometry !== null)
    .map(({ geometry, properties }) => ({
      type: 'Feature',
      geometry,
      properties: { kind: text(properties?.[kind]) },
    }));
}

/** Loads remove spaces around texts and repair their encoding, so a class is plain ASCII here. */
function text(value: unknown): string {
  return String(value ?? '').replaceAll(/[^\w-]/g, '');
}

import { prepareQuery } from '../../geometry/intersects.ts';
import type { PackedGeometry } from '../../geometry/packed.ts';
import type { DatasetCut, Near, NearRequest } from '../store.ts';
import { nearestFeatures } from './nearest-features.ts';
import type { VersionReader } from './version-reader.ts';

/** A search for what is near a checked and packed geometry. */
export interface PackedNear extends Pick<NearRequest, 'except' | 'limit' | 'rings'> {
  readonly query: PackedGeometry;
}

/** Finds the features that touch a geometry, and the nearest of the others. Throws `DeadlineExceeded`. */
export function nearVersion(
  reader: VersionReader,
  cut: DatasetCut,
  { query, except, limit, rings }: PackedNear,
): Near {
  const left = except === null ? [] : [except];
  const touching = [...reader.idsTouching(prepareQuery(query))].filter((id) => id !== except);
  const { nearest, within } = nearestFeatures(query, reader, {
    count: limit,
    rings,
    except: new Set([...left, ...touching]),
  });
  const first = touching.slice(0, limit);
  const properties = reader.attributes(cut, [...first, ...nearest.map(({ id }) => id)]);
  return {
    count: touching.length,
    touching: first.map((id, i) => ({ id, properties: properties[i]! })),
    nearest: nearest.map((one, i) => ({ ...one, properties: properties[first.length + i]! })),
    within,
  };
}

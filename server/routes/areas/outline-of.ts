/** The outlines of areas that are chosen by name. */
import { boxOf, ringOf } from 'atlas-engine/runtime';
import type { Geometry, MultiPolygon, Polygon } from 'geojson';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide } from '../../access/policies.ts';
import {
  generalise,
  MAX_QUERY_VERTICES,
  packGeoJson,
  TIERS,
  unpackToGeoJson,
  vertexCount,
} from '../../geometry/index.ts';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import type { SearchContext } from '../search/find.ts';
import { isListed } from './find-areas.ts';

/** An outline, and the rank that it requires. */
export interface Outline {
  readonly geometry: Polygon | MultiPolygon;
  readonly rank: number;
}

/** Returns the outline of a feature. Throws as for an unknown one where the dataset has no areas. */
export async function outlineOfFeature(
  dataset: string,
  id: number,
  { snapshot, visitor, store }: SearchContext,
): Promise<Outline> {
  if (!snapshot.areas.datasets.has(dataset)) throw new HttpError('not-found');
  const decision = decide(snapshot.access, visitor, { dataset, use: 'view' });
  if (!decision.allow) throw deniedError(decision.status);
  const feature = await fromStore(() =>
    storeUnder(store, snapshot).feature({ dataset, fields: [] }, id),
  );
  if (!feature) throw new HttpError('not-found');
  const { rank } = snapshot.access.datasets.get(dataset)!;
  return { geometry: asQuery(feature.geometry), rank: rank.view };
}

/** Returns the outline that frames a project on the map, else the box of its extent. */
export function outlineOfProject(project: string, context: SearchContext): Outline {
  const { snapshot, visitor } = context;
  const shown = isListed(project, context);
  const rings = shown && snapshot.areas.projects.get(project);
  if (!rings) throw new HttpError('not-found');
  const coordinates = rings.map((ring) => [ring.map(([lng, lat]) => [lng, lat])]);
  return { geometry: { type: 'MultiPolygon', coordinates }, rank: visitor.rank };
}

/** Returns a polygon with as much detail as a request may send. */
function asQuery(geometry: Geometry): Outline['geometry'] {
  const packed = packGeoJson(geometry);
  if ('rejected' in packed || packed.ok.kind !== 'polygon') throw new HttpError('not-found');
  // From the finest copy to the coarsest.
  for (const { id } of TIERS.toReversed()) {
    const shape = generalise(packed.ok, id);
    if (vertexCount(shape) <= MAX_QUERY_VERTICES)
      return unpackToGeoJson(shape) as Outline['geometry'];
  }
  const box = ringOf(boxOf(geometry)).map(([lng, lat]) => [lng, lat]);
  return { type: 'Polygon', coordinates: [box] };
}

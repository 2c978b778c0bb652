/** The outlines of areas that are chosen by name. */
import { boxOf, ringOf } from 'atlas-engine/runtime';
import type { Geometry, MultiPolygon, Polygon } from 'geojson';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide } from '../../access/policies.ts';
import { generaliseToVertices, packGeoJson, unpackToGeoJson } from '../../geometry/index.ts';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import { entriesOf, titledHit, type SearchContext } from '../search/find.ts';
import { areaCuts } from './find-areas.ts';

/** Where and for which visitor an outline is asked for, and the language of its name. */
export interface OutlineContext extends SearchContext {
  readonly locale: string;
  /** The most vertices of the outline. */
  readonly most: number;
}

/** An outline with the name of the area. */
export interface Outline {
  readonly title: string;
  readonly geometry: Polygon | MultiPolygon;
  /** True if the outline has fewer vertices than the feature. */
  readonly simplified: boolean;
}

/** Returns the outline of a feature. Throws as for an unknown one where the dataset has no areas. */
export async function outlineOfFeature(
  dataset: string,
  id: number,
  context: OutlineContext,
): Promise<Outline> {
  const { snapshot, visitor, store } = context;
  if (!snapshot.areas.datasets.has(dataset)) throw new HttpError('not-found');
  const decision = decide(snapshot.access, visitor, { dataset, use: 'view' });
  if (!decision.allow) throw deniedError(decision.status);
  // Without a name that the visitor may see, there is no cut.
  const named = areaCuts(context).find((cut) => cut.dataset === dataset);
  const feature = await fromStore(() =>
    storeUnder(store, snapshot, 'view').feature({ dataset, fields: named?.fields ?? [] }, id),
  );
  if (!feature) throw new HttpError('not-found');
  const { properties, geometry } = feature;
  const title = named ? titledHit({ dataset, properties }, context).title : '';
  return { title, ...simplified(geometry, context.most) };
}

/** Returns the outline that frames a project on the map, else the box of its extent. */
export function outlineOfProject(
  project: string,
  { snapshot, visitor, locale, most }: OutlineContext,
): Outline {
  const listed = entriesOf(snapshot, visitor, locale).find(
    ({ kind, id }) => kind === 'project' && id === project,
  );
  const rings = snapshot.areas.projects.get(project);
  if (!listed || !rings) throw new HttpError('not-found');
  const coordinates = rings.map((ring) => [ring.map(([lng, lat]) => [lng, lat])]);
  const geometry = { type: 'MultiPolygon' as const, coordinates };
  return { title: listed.title, ...simplified(geometry, most) };
}

/** Returns a polygon with the finest detail for which it has at most `most` vertices; else its box. */
function simplified(geometry: Geometry, most: number): Omit<Outline, 'title'> {
  const packed = packGeoJson(geometry);
  if ('rejected' in packed || packed.ok.kind !== 'polygon') throw new HttpError('not-found');
  const shape = generaliseToVertices(packed.ok, most);
  if (shape)
    return {
      geometry: unpackToGeoJson(shape) as Polygon | MultiPolygon,
      simplified: shape !== packed.ok,
    };
  const box = ringOf(boxOf(geometry)).map(([lng, lat]) => [lng, lat]);
  return { geometry: { type: 'Polygon', coordinates: [box] }, simplified: true };
}

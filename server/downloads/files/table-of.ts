import type { Geometry } from 'geojson';
import type { AttributeValue, StoredFeature } from '../../store/store.ts';
import type { FilePlan } from './feature-file.ts';
import { wktOf } from './wkt-of.ts';

/** How features become rows of a table. */
interface Table {
  /** The names of the columns. */
  readonly head: readonly string[];
  readonly rowOf: (feature: Pick<StoredFeature, 'geometry' | 'properties'>) => AttributeValue[];
}

/**
 * Returns the table of a file. Its last columns are `longitude` and `latitude` for single points,
 * else `wkt`. The name of such a column begins with `_` if a field has the same name.
 */
export function tableOf({ fields, census }: Pick<FilePlan, 'fields' | 'census'>): Table {
  const isPoints = census.types.size === 1 && census.types.has('Point');
  const names = fields.map((field) => field.name);
  const own = (isPoints ? ['longitude', 'latitude'] : ['wkt']).map((column) =>
    names.includes(column) ? `_${column}` : column,
  );
  return {
    head: [...names, ...own],
    rowOf: ({ geometry, properties }) => [
      ...names.map((field) => properties[field] ?? null),
      ...placeOf(geometry, isPoints),
    ],
  };
}

function placeOf(geometry: Geometry, isPoints: boolean): readonly AttributeValue[] {
  if (isPoints && geometry.type === 'Point') return geometry.coordinates;
  return geometry.type === 'GeometryCollection' ? [null] : [wktOf(geometry)];
}

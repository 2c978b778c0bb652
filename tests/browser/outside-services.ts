/** A server on the loopback address that replaces all outside services of the shipped atlas. */
import type { Feature, Geometry, Point, Position } from 'geojson';
import { joinAddress, loadAtlas, type AtlasModel, type Dataset } from 'atlas-engine';
import { readConfigFolder } from '../../server/config/read-config-folder.ts';
import type { ServiceLoad } from '../../server/services/read-service.ts';
import { openStore, type Store } from '../../server/store/open-store.ts';
import type { DatasetStatus } from '../../server/store/store.ts';
import { json, text, type Handler } from '../contract/services/mock-server.ts';

type Served = Dataset & { readonly load: ServiceLoad };

/** Returns the datasets that services provide, without the copies of projects. */
export function servedDatasets({ datasets }: AtlasModel): readonly Served[] {
  return [...datasets.values()].filter(
    (dataset): dataset is Served => dataset.load.kind === 'service' && !dataset.within,
  );
}

/** Loads an atlas; throws when it has errors. */
export async function openModel(config: string): Promise<AtlasModel> {
  const atlas = loadAtlas(await readConfigFolder(config));
  if (!atlas.ok) throw new Error(JSON.stringify(atlas.diagnostics, null, 1));
  return atlas.model;
}

/** Returns the variables that give every service its own path under one address. */
export function variables({ services }: AtlasModel, url: string): Record<string, string> {
  return Object.fromEntries(services.map(({ id, env }) => [env, `${url}/${id}`]));
}

/** Opens a store, calls `look` and closes the store. */
export async function inStore<T>(dataDir: string, look: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir, role: 'tool', workers: 1 });
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

/** Returns the status of each dataset in a store, by id. */
export async function statusesIn(dataDir: string): Promise<ReadonlyMap<string, DatasetStatus>> {
  const statuses = await inStore(dataDir, (store) => store.statuses());
  return new Map(statuses.map((status) => [status.dataset, status]));
}

/**
 * Returns the features of each dataset except its last, so that tests can distinguish the data of a
 * service from the built-in data.
 */
export async function featuresToServe(
  datasets: readonly Served[],
  dataDir: string,
): Promise<ReadonlyMap<string, readonly Feature[]>> {
  return inStore(dataDir, async (store) => {
    const found = new Map<string, readonly Feature[]>();
    for (const { id: dataset, fields } of datasets) {
      const page = await store.page({ dataset, fields: [...fields.keys()], limit: 10_000 });
      found.set(
        dataset,
        page
          .slice(0, -1)
          .map(({ geometry, properties }) => ({ type: 'Feature', geometry, properties })),
      );
    }
    return found;
  });
}

/**
 * Returns a handler that responds for every dataset in the format of its `load`. Other paths are
 * passed to `rest`.
 */
export function servicesThatGive(
  datasets: readonly Served[],
  features: ReadonlyMap<string, readonly Feature[]>,
  rest: Handler,
): Handler {
  const byPath = new Map(
    datasets.map(({ id, load, fields }) => {
      const { pathname } = new URL(joinAddress(`http://a.example/${load.service.id}`, load.path));
      const path = load.format === 'esri-json' ? `${pathname}/query` : pathname;
      return [path, json(answerOf({ load, fields }, features.get(id)!))];
    }),
  );
  return (request, response) => {
    const { pathname } = new URL(request.url!, 'http://a.example');
    return (byPath.get(pathname) ?? rest)(request, response);
  };
}

function answerOf(
  { load, fields }: Pick<Served, 'load' | 'fields'>,
  features: readonly Feature[],
): object {
  switch (load.format) {
    case 'geojson':
      return { type: 'FeatureCollection', features };
    case 'esri-json':
      return {
        spatialReference: { wkid: 4326 },
        features: features.map(({ geometry, properties }) => ({
          attributes: attributesOf(properties ?? {}, fields),
          geometry: { rings: ringsOf(geometry) },
        })),
      };
    case 'list':
      return {
        [load.records!]: features.map(({ geometry, properties }) => {
          const [longitude, latitude] = (geometry as Point).coordinates;
          const [lng, lat] = load.coordinates;
          return { ...properties, [lng]: longitude, [lat]: latitude };
        }),
      };
  }
}

/** Converts attributes to ArcGIS JSON: dates are milliseconds since 1970. */
function attributesOf(properties: object, fields: Dataset['fields']): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]: [string, unknown]) => [
      name,
      fields.get(name)?.type === 'date' && typeof value === 'string' ? Date.parse(value) : value,
    ]),
  );
}

/** Converts rings to ArcGIS JSON: outer rings are clockwise, unlike in GeoJSON. */
function ringsOf(geometry: Geometry): Position[][] {
  if (geometry.type === 'Polygon') return geometry.coordinates.map((ring) => ring.toReversed());
  if (geometry.type !== 'MultiPolygon')
    throw new TypeError(`The geometry is not a polygon: ${geometry.type}`);
  return geometry.coordinates.flat().map((ring) => ring.toReversed());
}

const MEGABYTE = 'x'.repeat(1_048_576);

/** Handlers of failing services, each with the kind of failure that the atlas must report. */
export const FAULTY: readonly (readonly [fault: string, handler: Handler])[] = [
  ['status', text('<p>Sorry</p>', 500)],
  ['status', text('', 403)],
  ['format', text('<!doctype html><p>Log in</p>')],
  ['format', text('{"features": [{"attributes": {', 200, 'application/json')],
  ['format', text('', 200, 'application/json')],
  ['format', json({ items: [] })],
  [
    'address',
    (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  ],
  ['format', (request) => request.socket.destroy()],
  [
    'too-large',
    (_request, response) => {
      let left = 200;
      const more = (): void => {
        while (left-- > 0 && !response.destroyed)
          if (!response.write(MEGABYTE)) return void response.once('drain', more);
        response.end();
      };
      more();
    },
  ],
];

/** A layer of an ArcGIS feature or map server, which the server of the atlas loads. */
import { isRecord } from 'atlas-engine/http';
import { UsageError } from '../../../host/common/command.ts';
import { pick } from '../../../host/config/valid-config.ts';
import { words } from '../texts-to-fill.ts';
import { fieldsOf, surveyed } from './arcgis-fields.ts';
import { classesOfLayer, colorOfLayer } from './arcgis-renderer.ts';
import { ServerQuestions } from './ask-server.ts';
import { plainText } from './credits.ts';
import type { FoundDataset, Geometry } from './found.ts';
import { withoutParameters } from './split-address.ts';

type Json = Readonly<Record<string, unknown>>;

/** An address of a server or of a layer of it. */
const ADDRESS = /^(https?:\/\/[^?]*\/(?:Feature|Map)Server)(?:\/(\d+))?\/?(?:\?.*)?$/i;

export function isArcGis(address: string): boolean {
  return ADDRESS.test(address);
}

/** What the author says about the layer. */
export interface WantedFeatures {
  /** Its name or number. */
  readonly layer?: string | undefined;
  /** The field of the classes. */
  readonly classes?: string | undefined;
}

/** Finds a layer of ArcGIS. Throws `UsageError`, also if the address is that of several layers. */
export async function findFeatures(address: string, wanted: WantedFeatures): Promise<FoundDataset> {
  const [, server = '', number] = ADDRESS.exec(address)!;
  const questions = new ServerQuestions(address, 'an ArcGIS layer, such as `…/FeatureServer/0`');
  const query = withoutParameters(address, (name) => /^f$/i.test(name)).slice(
    withoutParameters(address, () => true).length,
  );
  const describe = async (path: string): Promise<Json> => {
    const document = await questions.json(`${path}${query}${query === '' ? '?' : '&'}f=json`);
    return checked(document, path);
  };
  const layer = number ?? (await chooseLayer(await describe(server), server, wanted.layer));
  const path = `${server}/${layer}`;
  return foundIn(await describe(path), { path, address: `${path}${query}` }, wanted);
}

/** Returns an answer. ArcGIS sends errors with the status 200. */
function checked(document: unknown, path: string): Json {
  if (!isRecord(document))
    throw new UsageError(`The answer of \`${path}\` is JSON, but does not describe a layer.`);
  const { error } = document;
  if (!isRecord(error)) return document;
  const message = typeof error['message'] === 'string' ? `: ${error['message'].slice(0, 200)}` : '';
  const isClosed = error['code'] === 499 || error['code'] === 498 || error['code'] === 403;
  throw new UsageError(
    `The server answered \`${path}\` with the error ${String(error['code'])}${message}. ${isClosed ? 'Add a valid `token=…` to the query of the address.' : 'Check the number of the layer: the address without it lists all layers.'}`,
  );
}

/** Chooses a layer of a server by its name or number. Throws `UsageError` that lists all. */
async function chooseLayer(
  { layers }: Json,
  server: string,
  wanted: string | undefined,
): Promise<string> {
  const listed = (Array.isArray(layers) ? layers : [])
    .filter(isRecord)
    // A group of layers has no features.
    .filter(({ type, subLayerIds }) => type !== 'Group Layer' && !Array.isArray(subLayerIds))
    .map(({ id, name }) => [String(id), String(name)] as const);
  if (listed.length === 0) throw new UsageError(`The server \`${server}\` has no layers.`);
  if (wanted !== undefined) {
    const byName = new Map([...listed, ...listed.map(([id, name]) => [name, id] as const)]);
    const found = pick(byName, wanted, 'layer');
    return listed.some(([id]) => id === wanted) ? wanted : found;
  }
  if (listed.length === 1) return listed[0]![0];
  const names = listed.map(([id, name]) => `${id} (${name})`).join(', ');
  throw new UsageError(
    `The address is that of a server with several layers: ${names}. Add the number of one, such as \`${server}/${listed[0]![0]}\`, or choose it with \`--layer\`.`,
  );
}

const GEOMETRIES: Readonly<Record<string, Geometry>> = {
  esriGeometryPoint: 'point',
  esriGeometryMultipoint: 'point',
  esriGeometryPolyline: 'line',
  esriGeometryPolygon: 'polygon',
};

function foundIn(
  layer: Json,
  { path, address }: { readonly path: string; readonly address: string },
  { classes: wanted }: WantedFeatures,
): FoundDataset {
  const geometry = geometryOf(layer, path);
  const fields = fieldsOf(layer);
  if (wanted !== undefined) pick(new Map(fields.map((each) => [each.name, each])), wanted, 'field');
  const title = textOf(layer['name']) || words(path.split('/').at(-3) ?? 'layer');
  const [root = ''] = /^.*\/rest\/services(?=\/)/i.exec(path) ?? [new URL(path).origin];
  const key = [layer['globalIdField'], layer['objectIdField']].find(
    (name) => typeof name === 'string' && fields.some((field) => field.name === name),
  );
  const color = colorOfLayer(layer);
  const description = textOf(layer['description']);
  const provider = textOf(layer['copyrightText']);
  const { displayField } = layer;
  return {
    kind: 'dataset',
    title,
    name: title,
    origin: { address, root },
    survey: { geometry, load: {}, count: 0, others: 0, bounds: null, fields: fields.map(surveyed) },
    classes: (id, locales) => classesOfLayer(layer, fields, { id, locales, wanted }),
    ...(color !== null && { color }),
    ...(typeof key === 'string' && { key }),
    ...(fields.some(({ name }) => name === displayField) && { titleField: displayField as string }),
    ...(description !== '' && { description }),
    ...(provider !== '' && { provider }),
    notes: [],
  };
}

function geometryOf({ type, geometryType, capabilities }: Json, path: string): Geometry {
  const geometry = GEOMETRIES[String(geometryType)];
  if (type === 'Raster Layer')
    throw new UsageError(
      `\`${path}\` is a layer of pictures, which has no features. If the server has a WMS, name its address: \`…/WMSServer\`.`,
    );
  if (!geometry)
    throw new UsageError(
      `\`${path}\` is a ${typeof type === 'string' ? type.toLowerCase() : 'document'} without points, lines or areas. Name a feature layer of the server.`,
    );
  if (typeof capabilities === 'string' && !/\bQuery\b/i.test(capabilities))
    throw new UsageError(
      `The layer \`${path}\` does not answer queries (\`capabilities: ${capabilities}\`), so that its features cannot be loaded. Ask its operator to allow them.`,
    );
  return geometry;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? plainText(value) : '';
}

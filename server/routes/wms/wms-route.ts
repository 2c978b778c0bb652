/** Serves WMS 1.1.1 and 1.3.0 for datasets (specification, section 7). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders } from '../../http/errors.ts';
import { createGate, type Gate } from '../../http/gate.ts';
import { addGetRoute, type SendError } from '../../http/get-route.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import type { DatasetStore } from '../../store/store.ts';
import { answerCapabilities } from './answer-capabilities.ts';
import { answerInfo } from './answer-info.ts';
import { answerLegend } from './answer-legend.ts';
import { answerMap, type PictureCache, type WmsGates } from './answer-map.ts';
import { drawFault } from './fault-picture.ts';
import { readFaultForm, readParameters, readVersion, type WmsParameters } from './parameters.ts';
import { WMS_SCHEMA } from './schema.ts';
import { faultDocument, WmsFault, type WmsVersion } from './wms-fault.ts';

/** The limit for tiles, legends and values. Large pictures have a separate limit. */
const SMALL = { atOnce: 4, waiting: 200 };

/**
 * The limit for large pictures. A picture of the maximum size takes about 50 MB while it is drawn.
 */
const LARGE = { atOnce: 2, waiting: 50 };

/** Adds `/wms`. Errors are ServiceException documents in the version of the client. */
export function addWmsRoute(
  app: FastifyInstance,
  { store: all, pictures }: { readonly store: DatasetStore; readonly pictures: PictureCache },
): void {
  const gates: WmsGates = { small: createGate(SMALL), large: createGate(LARGE) };
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: WmsParameters,
    version: WmsVersion,
  ): Promise<FastifyReply> => {
    const store = storeUnder(all, request.atlas.snapshot, 'view');
    switch (operationOf(parameters)) {
      case 'map':
        return answerMap(request, reply, { store: all, parameters, version, pictures, gates });
      case 'featureinfo':
      case 'feature_info':
        return answerInfo(request, reply, { store, parameters, version, gate: gates.small });
      case 'legendgraphic':
        return answerLegend(request, reply, { parameters, gate: gates.small });
      case 'capabilities':
        return answerCapabilities(request, reply, { parameters, version });
      case undefined:
        throw new WmsFault('MissingParameterValue', {
          detail:
            'The parameter REQUEST is missing: GetCapabilities, GetMap, GetFeatureInfo or GetLegendGraphic.',
        });
      default:
        throw new WmsFault('OperationNotSupported');
    }
  };
  // A failure of the server or its store is reported in the same form as all other errors.
  const sendError: SendError = (request, reply, { status, message: detail }) => {
    const fault = new WmsFault('NoApplicableCode', { status, detail });
    return sendFault(request, reply, { fault, gate: gates.large });
  };
  // Some programs add a slash between address and parameters.
  for (const url of ['/wms', '/wms/'])
    addGetRoute(
      app,
      url,
      async (request, reply) => {
        const query = request.query as Record<string, unknown>;
        try {
          return await answer(request, reply, readParameters(query), readVersion(query));
        } catch (error) {
          if (!(error instanceof WmsFault)) throw error;
          return sendFault(request, reply, { fault: error, gate: gates.large });
        }
      },
      // The service parses the values itself, because WMS errors have their own form and parameter
      // names are case-insensitive.
      { schema: WMS_SCHEMA, validate: false, sendError },
    );
}

/**
 * Returns the requested operation. Its prefix `Get` is optional, because WMS 1.0.0 did not have it.
 */
function operationOf(parameters: WmsParameters): string | undefined {
  const request = parameters.get('REQUEST')?.toLowerCase();
  return request === '' ? undefined : request?.replace(/^get/, '');
}

async function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, gate }: { readonly fault: WmsFault; readonly gate: Gate },
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const parameters = parametersOf(query);
  const form = operationOf(parameters) === 'map' ? readFaultForm(parameters) : 'xml';
  if (form !== 'xml') {
    const words = form === 'inimage' ? fault.message : null;
    const picture = await gate(() => drawFault(parameters, words)).catch(() => null);
    // A client that shows only pictures needs the status 200.
    if (picture)
      return reply.code(200).headers(errorHeaders(200)).type(picture.type).send(picture.identity);
  }
  const { body, type } = faultDocument(fault, readVersion(query));
  return reply.code(fault.status).headers(errorHeaders(fault.status)).type(type).send(body);
}

/** Returns the parameters that determine the form of an error, or none if they cannot be parsed. */
function parametersOf(query: Readonly<Record<string, unknown>>): WmsParameters {
  try {
    return readParameters(query);
  } catch {
    return new Map();
  }
}

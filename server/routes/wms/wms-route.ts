/** A WMS 1.1.1 and 1.3.0 for datasets (specification, section 7). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorHeaders, type HttpError } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import type { DatasetStore } from '../../store/store.ts';
import { answerCapabilities } from './answer-capabilities.ts';
import { answerInfo } from './answer-info.ts';
import { answerLegend } from './answer-legend.ts';
import { answerMap, createPictureCache } from './answer-map.ts';
import { drawFault } from './fault-picture.ts';
import { readFaultForm, readParameters, readVersion, type WmsParameters } from './parameters.ts';
import { WMS_SCHEMA } from './schema.ts';
import { faultDocument, WmsFault, type WmsVersion } from './wms-fault.ts';

/** A picture of the largest size takes 16 MB while it is drawn. */
const GATE = { atOnce: 4, waiting: 200 };

/** Adds `/wms`. Errors are ServiceException documents in the version of the client. */
export function addWmsRoute(app: FastifyInstance, store: DatasetStore): void {
  const gate = createGate(GATE);
  const pictures = createPictureCache();
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    parameters: WmsParameters,
    version: WmsVersion,
  ): Promise<FastifyReply> => {
    switch (operationOf(parameters)) {
      case 'map':
        return answerMap(request, reply, { store, parameters, version, pictures, gate });
      case 'featureinfo':
      case 'feature_info':
        return answerInfo(request, reply, { store, parameters, version, gate });
      case 'legendgraphic':
        return answerLegend(request, reply, parameters);
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
  // Some programs put a slash between an address and its parameters.
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
          return sendFault(request, reply, error);
        }
      },
      // Values are read by the service: its faults have a form of their own, and names any case.
      { schema: WMS_SCHEMA, validate: false, sendError },
    );
}

/** Names of operations are the same with and without `Get`, which 1.0.0 did not write. */
function operationOf(parameters: WmsParameters): string | undefined {
  const request = parameters.get('REQUEST')?.toLowerCase();
  return request === '' ? undefined : request?.replace(/^get/, '');
}

/** Tells of a failure of the server, or of its store, as of every other fault. */
async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, message: detail }: HttpError,
): Promise<FastifyReply> {
  return sendFault(request, reply, new WmsFault('NoApplicableCode', { status, detail }));
}

async function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  fault: WmsFault,
): Promise<FastifyReply> {
  const query = request.query as Record<string, unknown>;
  const parameters = parametersOf(query);
  const form = operationOf(parameters) === 'map' ? readFaultForm(parameters) : 'xml';
  // A client that shows pictures only shows those of good answers.
  const status = form === 'xml' ? fault.status : 200;
  void reply.code(status).headers(errorHeaders(status));
  if (form !== 'xml') {
    const picture = await drawFault(parameters, form === 'inimage' ? fault.message : null);
    return reply.type(picture.type).send(picture.identity);
  }
  const { body, type } = faultDocument(fault, readVersion(query));
  return reply.type(type).send(body);
}

/** The parameters as far as they say how a fault is told; none when they cannot be read. */
function parametersOf(query: Readonly<Record<string, unknown>>): WmsParameters {
  try {
    return readParameters(query);
  } catch {
    return new Map();
  }
}

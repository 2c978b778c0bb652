/** A WMS 1.1.1 and 1.3.0 for datasets (specification, section 7). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createGate } from '../../http/gate.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { CACHE } from '../../http/send-encoded.ts';
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
          detail: 'The parameter REQUEST is missing.',
        });
      default:
        throw new WmsFault('OperationNotSupported');
    }
  };
  addGetRoute(
    app,
    '/wms',
    async (request, reply) => {
      const query = request.query as Record<string, unknown>;
      const version = readVersion(query);
      let parameters: WmsParameters = new Map();
      try {
        parameters = readParameters(query);
        return await answer(request, reply, parameters, version);
      } catch (error) {
        if (!(error instanceof WmsFault)) throw error;
        return sendFault(reply, error, { parameters, version });
      }
    },
    // Values are read by the service: its faults have a form of their own, and names any case.
    { schema: WMS_SCHEMA, validate: false },
  );
}

/** Names of operations are the same with and without `Get`, which 1.0.0 did not write. */
function operationOf(parameters: WmsParameters): string | undefined {
  const request = parameters.get('REQUEST')?.toLowerCase();
  return request === '' ? undefined : request?.replace(/^get/, '');
}

async function sendFault(
  reply: FastifyReply,
  fault: WmsFault,
  { parameters, version }: { parameters: WmsParameters; version: WmsVersion },
): Promise<FastifyReply> {
  void reply.header('cache-control', CACHE.never);
  const form = operationOf(parameters) === 'map' ? readFaultForm(parameters) : 'xml';
  if (form !== 'xml') {
    // A client that shows pictures only shows those of good answers.
    const picture = await drawFault(parameters, form === 'inimage' ? fault.message : null);
    return reply.code(200).type(picture.type).send(picture.identity);
  }
  // A 401 names a way to log in (RFC 9110, section 15.5.2).
  if (fault.status === 401) void reply.header('www-authenticate', 'Session');
  const { body, type } = faultDocument(fault, version);
  return reply.code(fault.status).type(type).send(body);
}

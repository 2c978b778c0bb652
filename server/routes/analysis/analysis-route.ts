/** Answers what lies inside an area (specification, section 7). */
import { analysisAnswer, analysisRequest, type AnalysisAnswer } from 'atlas-engine/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storeUnder } from '../../access/loaded-for.ts';
import { decideTool } from '../../access/policies.ts';
import { MAX_QUERY_BYTES } from '../../geometry/index.ts';
import type { ClientGate } from '../../http/client-gate.ts';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import { clientOf } from '../../http/request-limits.ts';
import { CACHE } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { DatasetStore } from '../../store/store.ts';
import { createGeometryReader } from '../geometries/geometry-reader.ts';
import { analyseDatasets } from './analyse-datasets.ts';

/** The addresses of the route. */
export const ANALYSIS_URLS = ['/api/geodata/analysis', '/api/geodata/analysis/'] as const;

const SCHEMA = {
  summary: 'What lies inside an area: counts, areas, lengths and classes of each dataset.',
  request: analysisRequest,
  answer: analysisAnswer,
  bodies: {
    'application/json': {
      example: {
        geometry: { type: 'Polygon', coordinates: [[[9, 4], [10, 4], [10, 5], [9, 4]]] }, // prettier-ignore
        feature: 'drawn',
      },
    },
  },
  answers: { 429: 'Too many analyses of this address; `Retry-After` gives the time to wait.' },
  description: [
    'The body is JSON: `geometry`, a GeoJSON polygon in degrees, and `feature`, the source of the feature, `drawn` or `import`.',
    'Areas are in m², lengths and distances in m.',
    '`length` of a dataset of lines is that of their parts inside the area, on the ellipsoid, with edges that are straight in degrees.',
    '`sums` are those of fields that a dataset of points declares, with the number of features that have a value.',
    'A dataset that was not analysed within the time limit has no figures but the state `too-slow`.',
  ].join(' '),
} as const;

/**
 * Adds `POST /api/geodata/analysis/`. It changes nothing, and asks for the permission of the tool and
 * of each dataset with every request.
 */
export function addAnalysisRoute(
  app: FastifyInstance,
  { store, gate }: { readonly store: DatasetStore; readonly gate: ClientGate },
): void {
  const geometries = createGeometryReader();
  app.addHook('onClose', () => geometries.close());
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { snapshot, visitor } = request.atlas;
    const seen = decideTool(snapshot.access, visitor, 'analyse');
    if (!seen.allow) throw deniedError(seen.status);
    const gone = whenGone(reply);
    const under = storeUnder(store, snapshot);
    const analyse = async (): Promise<AnalysisAnswer> => {
      const read = await geometries.read('analysis', bodyOf(request), gone);
      if ('fault' in read) throw new HttpError('bad-request', { detail: read.fault });
      const area = read.ok;
      const datasets = await fromStore(() =>
        analyseDatasets({ store: under, snapshot, visitor, area, gone }),
      );
      return { area: area.size, datasets };
    };
    const body = await gate(clientOf(request.ip), analyse, gone);
    void reply.header('cache-control', CACHE.never);
    return reply.send(body);
  };
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    // A thread parses the body.
    scope.addContentTypeParser<Buffer>(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    for (const url of ANALYSIS_URLS)
      scope.post(url, { schema: SCHEMA, bodyLimit: MAX_QUERY_BYTES + 1_000 }, answer);
  });
}

/** Returns the bytes of the body; none for a body that is not JSON. */
function bodyOf({ body }: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}

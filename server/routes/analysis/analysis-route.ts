/** Answers what lies inside an area (specification, section 7). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { storeUnder } from '../../access/loaded-for.ts';
import { decideTool } from '../../access/policies.ts';
import {
  DeadlineExceeded,
  geodesicArea,
  MAX_QUERY_BYTES,
  unpackToGeoJson,
} from '../../geometry/index.ts';
import { deniedError, fromStore, HttpError } from '../../http/errors.ts';
import { createGate } from '../../http/gate.ts';
import { CACHE } from '../../http/send-encoded.ts';
import { whenGone } from '../../http/when-gone.ts';
import type { DatasetStore } from '../../store/store.ts';
import { createGeometryReader } from '../geodata/geometry-reader.ts';
import { analyseDatasets } from './analyse-datasets.ts';
import { parseAnalysis, readAnalysis } from './read-analysis.ts';

const SCHEMA = {
  summary: 'What lies inside an area: counts, areas and classes of each dataset.',
  description:
    'The body is JSON: `geometry`, a GeoJSON polygon in degrees, and `feature`, the source of the feature, `drawn` or `import`. Areas are in m², distances in m.',
} as const;

/**
 * Adds `POST /api/geodata/analysis/`. It changes nothing, and asks for the permission of the tool and
 * of each dataset with every request.
 */
export function addAnalysisRoute(app: FastifyInstance, store: DatasetStore): void {
  const geometries = createGeometryReader();
  app.addHook('onClose', () => geometries.close());
  const gate = createGate({ atOnce: 2, waiting: 20 });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { snapshot, asker } = request.atlas;
    const seen = decideTool(snapshot.access, asker, 'analyse');
    if (!seen.allow) throw deniedError(seen.status);
    const gone = whenGone(reply);
    const packed = await readAnalysis(request.body, geometries, gone);
    const area = geodesicArea(packed);
    const geometry = unpackToGeoJson(packed);
    const under = storeUnder(store, snapshot);
    const datasets = await gate(
      () => inTime(() => analyseDatasets({ store: under, snapshot, asker, geometry, area })),
      gone,
    );
    void reply.header('cache-control', CACHE.never);
    return reply.send({ area, datasets });
  };
  // The parser of other routes accepts only a few brackets, which a polygon exceeds.
  app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser<string>(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, text: string) => parseAnalysis(text),
    );
    for (const url of ['/api/geodata/analysis', '/api/geodata/analysis/'])
      scope.post(url, { schema: SCHEMA, bodyLimit: MAX_QUERY_BYTES + 1_000 }, answer);
  });
}

/** Turns the end of the time limit into an error that says what to do. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  return fromStore(work).catch((error: unknown) => {
    const cause = error instanceof HttpError ? error.cause : error;
    if (!(cause instanceof DeadlineExceeded)) throw error;
    throw new HttpError('unavailable', {
      cause,
      detail: 'The analysis takes too long. Choose a smaller area.',
    });
  });
}

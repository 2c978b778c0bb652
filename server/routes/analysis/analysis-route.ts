/** Answers what lies inside an area (specification, section 7). */
import {
  analysisAnswers,
  analysisRequest,
  type AnalysisAnswer,
  type AnalysisLine,
} from 'atlas-engine/http';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_QUERY_BYTES } from '../../geometry/index.ts';
import { fromStore, HttpError } from '../../http/errors.ts';
import { createGeometryReader } from '../geometries/geometry-reader.ts';
import { analyseDatasets, type Analysis } from './analyse-datasets.ts';
import { bodyOf, inQueue, keepBodies, type AnalysisQueue } from './in-queue.ts';
import { listObjects, MOST_LISTED } from './list-objects.ts';

/** The addresses of the route. */
export const ANALYSIS_URLS = ['/api/geodata/analysis', '/api/geodata/analysis/'] as const;

/** The type of an answer in lines. */
const LINES = 'application/x-ndjson';

const SCHEMA = {
  summary: 'What lies inside an area: counts, areas, lengths and classes of each dataset.',
  request: analysisRequest,
  answer: analysisAnswers,
  produces: ['application/json', LINES],
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
    `With \`objects\`, the id of a dataset, the answer is a list of its features inside, at most ${MOST_LISTED}, with their ids and names.`,
    'Areas are in m², lengths and distances in m.',
    '`length` of a dataset of lines is that of their parts inside the area, on the ellipsoid, with edges that are straight in degrees.',
    '`sums` are those of fields that a dataset of points declares, with the number of features that have a value.',
    'A dataset that was not analysed within the time limit has no figures but the state `too-slow`.',
    `With \`Accept: ${LINES}\`, the answer comes in lines of JSON: first \`area\` and \`count\`, the number of datasets; then each \`dataset\` as soon as it is analysed, with its place \`at\` in the other form.`,
  ].join(' '),
} as const;

/**
 * Adds `POST /api/geodata/analysis/`. It changes nothing, and asks for the permission of the tool and
 * of each dataset with every request.
 */
export function addAnalysisRoute(app: FastifyInstance, queue: AnalysisQueue): void {
  const geometries = createGeometryReader();
  app.addHook('onClose', () => geometries.close());
  const readArea = async (request: FastifyRequest, gone: AbortSignal) => {
    const read = await geometries.read('analysis', bodyOf(request), gone);
    if ('fault' in read) throw new HttpError('bad-request', { detail: read.fault });
    return read.ok;
  };
  const answer = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    inQueue({ request, reply }, queue, async (context) => {
      void reply.header('vary', 'Accept');
      const area = await readArea(request, context.gone);
      const analysis = { ...context, area };
      const { objects } = area;
      const send = request.headers.accept === LINES ? sendLines : sendWhole;
      if (objects === null) return send(analysis, reply);
      return reply.send(await fromStore(() => listObjects(objects, analysis)));
    });
  app.register(async (scope) => {
    keepBodies(scope);
    for (const url of ANALYSIS_URLS)
      scope.post(url, { schema: SCHEMA, bodyLimit: MAX_QUERY_BYTES + 1_000 }, answer);
  });
}

async function sendWhole(analysis: Analysis, reply: FastifyReply): Promise<FastifyReply> {
  const datasets = await fromStore(() => analyseDatasets(analysis));
  return reply.send({ area: analysis.area.size, datasets } satisfies AnalysisAnswer);
}

/**
 * Sends each result as soon as it is there. A failure before the first one is an error of HTTP; after
 * it, the lines end, and there are fewer than the first line says.
 */
async function sendLines(analysis: Analysis, reply: FastifyReply): Promise<FastifyReply> {
  const lines = new PassThrough();
  const write = (line: AnalysisLine): void => void lines.write(`${JSON.stringify(line)}\n`);
  let isBegun = false;
  const begin = (count: number): void => {
    if (isBegun) return;
    isBegun = true;
    write({ area: analysis.area.size, count });
    // A proxy sends the lines on at once.
    void reply.type(LINES).header('x-accel-buffering', 'no').send(lines);
  };
  try {
    await fromStore(() =>
      analyseDatasets(analysis, (dataset, at, count) => {
        begin(count);
        write({ at, dataset });
      }),
    );
    begin(0);
    lines.end();
  } catch (error) {
    if (!isBegun) throw error;
    if (error instanceof HttpError) lines.end();
    else lines.destroy(error as Error);
  }
  return reply;
}

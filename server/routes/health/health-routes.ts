/** Serves the health and revision of the server, and `robots.txt`. */
import { healthAnswer, type HealthAnswer, type ServiceState } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { FastifyInstance } from 'fastify';
import { FOLDER_FAULTS } from '../../config/config-folder-error.ts';
import { encode, JSON_TYPE, type Encoded } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { diskState } from './disk-state.ts';

/** The content of `robots.txt`. Data requests are of no use to a search engine. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /wms\n';

/**
 * Compares the configuration on disk with the one that is served. It is for `/metrics` only: errors
 * in restricted data count too, and `/health` is the same for everyone.
 */
export interface ConfigurationState {
  /** Number of errors in the current files. Above 0, the last valid configuration is served. */
  readonly errors: number;
  readonly warnings: number;
}

/**
 * The reason why the configuration on disk is not served. `loading` means that it is being read and
 * loaded. `errors` means that its texts have errors. `failed` means that it was read, and that a later step failed, which the log reports.
 */
export type Pending = (typeof PENDING)[number];

const PENDING = ['loading', 'failed', 'errors', ...FOLDER_FAULTS] as const;

/** The states that the snapshot does not know. */
type States = Pick<HealthAnswer, 'disk' | 'configuration' | 'services'>;

/** The reasons that may be public. */
type PublicPending = NonNullable<HealthAnswer['configuration']>;

/** The outside services that are on, by id. */
export type ServiceStates = Readonly<Record<string, ServiceState>>;

/**
 * Adds `/health` and `/robots.txt`. `/health` has the revision, public counts, the reason why the
 * configuration folder cannot be read, and the states of outside services and of the disk of
 * `dataDir`. It is the same for everyone and does not depend on restricted data.
 */
export async function addHealthRoutes(
  app: FastifyInstance,
  { metrics, dataDir }: { readonly metrics: Metrics; readonly dataDir: string | null },
): Promise<void> {
  let configuration: ConfigurationState | null = null;
  app.decorate('reportConfiguration', (state) => {
    configuration = state;
  });
  metrics.gauge(
    'atlas_configuration_diagnostics',
    'Errors and warnings of the configuration on disk.',
    () =>
      (['errors', 'warnings'] as const).map((severity) => ({
        labels: { severity },
        value: configuration?.[severity] ?? 0,
      })),
  );
  let pending: Pending | null = null;
  app.decorate('reportPending', (state) => {
    pending = state;
  });
  metrics.gauge(
    'atlas_configuration_pending',
    '1 for the reason why the configuration on disk is not served.',
    () => PENDING.map((reason) => ({ labels: { reason }, value: pending === reason ? 1 : 0 })),
  );
  let services: (() => ServiceStates) | null = null;
  app.decorate('reportServices', (states) => {
    services = states;
  });
  const robots = await encode(ROBOTS, 'text/plain; charset=utf-8');
  addGetRoute(
    app,
    '/health',
    async (request, reply) => {
      const { health } = request.atlas.snapshot;
      const disk = dataDir === null ? null : await diskState(dataDir);
      const states = present({
        disk,
        configuration: isPublic(pending) ? pending : undefined,
        services: services?.(),
      });
      const body = await withStates(health, states);
      return sendEncoded(request, reply, body, { caching: 'never' });
    },
    { schema: { summary: 'Revision and counts of public content.', answer: healthAnswer } },
  );
  addGetRoute(
    app,
    '/robots.txt',
    async (request, reply) => sendEncoded(request, reply, robots, { caching: 'revalidate' }),
    { schema: { summary: 'What search engines may request.', produces: ['text/plain'] } },
  );
}

/**
 * Returns whether the reason concerns only the folder and its texts, so that it may be public. Other
 * reasons may depend on restricted data, so they are in the metrics only.
 */
function isPublic(pending: Pending | null): pending is PublicPending {
  return pending === 'errors' || (FOLDER_FAULTS as readonly (Pending | null)[]).includes(pending);
}

async function withStates({ identity }: Encoded, states: States): Promise<Encoded> {
  const health = JSON.parse(identity.toString()) as Omit<HealthAnswer, 'disk'>;
  return encode(JSON.stringify({ ...health, ...states } satisfies HealthAnswer), JSON_TYPE);
}

/** Whether the server answers and which revision it serves; what robots may read. */
import { present } from 'atlas-engine/runtime';
import type { FastifyInstance } from 'fastify';
import { FOLDER_FAULTS } from '../../config/config-folder-error.ts';
import type { ServiceState } from '../../services/service-states.ts';
import { encode, JSON_TYPE, type Encoded } from '../../http/encoded.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { diskState } from './disk-state.ts';

/** The map is for finding; its data calls are endless and of no use to a search engine. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /wms\n';

/**
 * How the configuration on the disk stands to the one that is served. It is for `/metrics` alone:
 * what is wrong with restricted data counts too, and `/health` is the same for everyone.
 */
export interface ConfigurationState {
  /** Of the files as they are now; above 0 the last good configuration is served. */
  readonly errors: number;
  readonly warnings: number;
}

/**
 * Why the configuration on the disk is not the one that is served. `loading`: it was noticed and is
 * being read and loaded. `failed`: it was read, and then something else failed; the log says what.
 */
export type Pending = (typeof PENDING)[number];

const PENDING = ['loading', 'failed', ...FOLDER_FAULTS] as const;

/** The outside services that are on, by id. */
export type ServiceStates = Readonly<Record<string, ServiceState>>;

/**
 * Adds `/health` (revision, public counts, why the folder of the configuration cannot be read, the
 * state of outside services that are on and of the disk of `dataDir`, the same for everyone) and
 * `/robots.txt`. Nothing of it depends on what not everyone
 * may see.
 */
export async function addHealthRoutes(
  app: FastifyInstance,
  { metrics, dataDir }: { readonly metrics: Metrics; readonly dataDir: string | null },
): Promise<void> {
  let configuration: ConfigurationState | null = null;
  app.decorate('tellConfiguration', (state) => {
    configuration = state;
  });
  metrics.gauge(
    'atlas_configuration_diagnostics',
    'What is wrong with the configuration on the disk, by severity.',
    () =>
      (['errors', 'warnings'] as const).map((severity) => ({
        labels: { severity },
        value: configuration?.[severity] ?? 0,
      })),
  );
  let pending: Pending | null = null;
  app.decorate('tellPending', (state) => {
    pending = state;
  });
  metrics.gauge(
    'atlas_configuration_pending',
    'Is 1 for the reason for which the configuration on the disk is not served.',
    () => PENDING.map((reason) => ({ labels: { reason }, value: pending === reason ? 1 : 0 })),
  );
  let services: (() => ServiceStates) | null = null;
  app.decorate('tellServices', (states) => {
    services = states;
  });
  const robots = await encode(ROBOTS, 'text/plain; charset=utf-8');
  addGetRoute(
    app,
    '/health',
    async (request, reply) => {
      const { health } = request.atlas.snapshot;
      const disk = dataDir === null ? null : await diskState(dataDir);
      const told = present({
        disk,
        configuration: isFolderFault(pending) ? pending : undefined,
        services: services?.(),
      });
      const body = await withStates(health, told);
      return sendEncoded(request, reply, body, { caching: 'never' });
    },
    { schema: { summary: 'Revision and counts of what is public.' } },
  );
  addGetRoute(app, '/robots.txt', async (request, reply) =>
    sendEncoded(request, reply, robots, { caching: 'revalidate' }),
  );
}

/**
 * Whether the reason is about the folder alone. How its files load, and for how long, may depend on
 * restricted data, so that is in the metrics only.
 */
function isFolderFault(pending: Pending | null): boolean {
  return (FOLDER_FAULTS as readonly (Pending | null)[]).includes(pending);
}

async function withStates({ identity }: Encoded, told: object): Promise<Encoded> {
  const health = JSON.parse(identity.toString()) as object;
  return encode(JSON.stringify({ ...health, ...told }), JSON_TYPE);
}

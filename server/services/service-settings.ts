import type { Service } from 'atlas-engine';

/** An outside service that the operator switched on. */
export interface ActiveService {
  readonly id: string;
  /** Name of the environment variable, for messages. */
  readonly env: string;
  /** The address without a trailing slash. It may end in a query with a key. */
  readonly address: string;
  /** True if the operator set the address. Only then may it be in a private network. */
  readonly named: boolean;
  /** Origins of other hosts to which the operator allows redirects. */
  readonly hosts: readonly string[];
  /** Types of content that are requested; by default GeoJSON and JSON. */
  readonly accepts?: string;
}

/**
 * Thrown for an environment variable of a service with an invalid value. The message describes
 * valid values.
 */
export class ServiceSettingError extends Error {
  override readonly name = 'ServiceSettingError';
}

/**
 * Reads which outside services are on. A variable is `on` for the declared address, or an address,
 * both optionally followed by other hosts, separated by spaces. Missing, empty or `off` means off.
 * Throws `ServiceSettingError`, which lists all invalid variables.
 */
export function readServiceSettings(
  services: readonly Service[],
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, ActiveService> {
  const active = new Map<string, ActiveService>();
  const faults: string[] = [];
  for (const service of services) {
    try {
      const one = readService(service, env[service.env] ?? '');
      if (one) active.set(service.id, one);
    } catch (error) {
      if (!(error instanceof ServiceSettingError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new ServiceSettingError(faults.join('\n'));
  return active;
}

/** Reads the variable of one service; returns null when the service is off. */
function readService(service: Service, text: string): ActiveService | null {
  const [first, ...more] = text.trim().split(/\s+/);
  if (!first || first === 'off') return null;
  if (first === 'on' && service.address === null) {
    throw new ServiceSettingError(
      `${service.env} is \`on\`, but the service \`${service.id}\` declares no address. Set the address in ${service.env}.`,
    );
  }
  const address = first === 'on' ? service.address! : first;
  checkAddress(address, service.env);
  for (const host of more) checkAddress(host, service.env);
  return {
    id: service.id,
    env: service.env,
    address: address.replace(/\/$/, ''),
    named: first !== 'on',
    hosts: [...new Set(more.map((host) => new URL(host).origin))],
  };
}

function checkAddress(text: string, env: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.hash === '') return;
  const shown = text.includes('@') ? 'a user name' : `\`${text}\``;
  throw new ServiceSettingError(
    `${env} contains ${shown}, which is not an address. Set \`on\`, \`off\`, or an address such as \`https://data.example.org\`, without user name and \`#\`.`,
  );
}

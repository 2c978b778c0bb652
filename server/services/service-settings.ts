import type { Service } from 'atlas-engine';

/** An outside service that the operator has switched on. */
export interface ActiveService {
  readonly id: string;
  /** Name of the environment variable, for messages. */
  readonly env: string;
  /** Without a slash at its end; may end in a query that holds a key. */
  readonly address: string;
  /** True when the operator wrote the address: only then may it lie in a private network. */
  readonly named: boolean;
  /** Origins of further hosts the operator allows its answers to lead to. */
  readonly hosts: readonly string[];
}

/** A variable of a service that cannot be read; the message says what it may hold. */
export class ServiceSettingError extends Error {
  override readonly name = 'ServiceSettingError';
}

/**
 * Reads which outside services are on. A variable holds `on` for the declared address, or an
 * address, either followed by further hosts, separated by blanks; absent, empty or `off` it is
 * off. Throws `ServiceSettingError` that names all that are wrong.
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

/** Reads the variable of one service; null when it is off. */
function readService(service: Service, text: string): ActiveService | null {
  const [first, ...more] = text.trim().split(/\s+/);
  if (!first || first === 'off') return null;
  if (first === 'on' && service.address === null) {
    throw new ServiceSettingError(
      `${service.env} is \`on\`, but the service \`${service.id}\` declares no address. Write the address into ${service.env}.`,
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
    `${env} holds ${shown}, which is no address. Write \`on\`, \`off\`, or an address such as \`https://data.example.org\`, without user name and \`#\`.`,
  );
}

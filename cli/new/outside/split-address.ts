/** Addresses of services: keys of the operator, and the service of the atlas that an address belongs to. */
import type { AtlasModel } from 'atlas-engine';

/** Names of parameters with a key, which must not be in the configuration. */
const KEYS =
  /^(?:api[-_]?key|key|token|access[-_]?token|sig|signature|subscription[-_]key|auth|authkey|password)$/i;

/** Returns the parameters of an address that contain a key, as text. */
export function keysIn(address: string): string {
  return parametersOf(address)
    .filter((each) => KEYS.test(nameOf(each)))
    .join('&');
}

/** Returns an address without its keys. */
export function withoutKeys(address: string): string {
  return withoutParameters(address, (name) => KEYS.test(name));
}

/** Returns an address without the parameters that `isLeftOut` names. Places such as `{z}` stay. */
export function withoutParameters(address: string, isLeftOut: (name: string) => boolean): string {
  const kept = parametersOf(address).filter((each) => !isLeftOut(nameOf(each)));
  const [base = ''] = address.split('?');
  return kept.length === 0 ? base : `${base}?${kept.join('&')}`;
}

function parametersOf(address: string): readonly string[] {
  const query = address.slice(address.indexOf('?') + 1);
  return address.includes('?') ? query.split('&').filter((each) => each !== '') : [];
}

function nameOf(parameter: string): string {
  return parameter.split('=')[0]!;
}

/** The service of an address, and the rest of the address as its path. */
export interface ServicePlace {
  readonly service: string;
  readonly env: string;
  readonly path: string;
  /** The address of the service. */
  readonly base: string;
  /** The same for a service that must be declared; undefined for one that the atlas has. */
  readonly address?: string;
  /** The value of the variable: `on`, or the address with the names of the keys of the operator. */
  readonly value: string;
}

/**
 * Returns the service of the atlas to which an address belongs, or a new one for `root`, with which
 * the address begins. The parts with a key are only in the value of the variable.
 */
export function placeOfAddress(
  address: string,
  root: string,
  { id, model }: { readonly id: string; readonly model: AtlasModel },
): ServicePlace {
  const plain = withoutKeys(address);
  const keys = keysIn(address);
  const known = model.services
    .filter((service) => service.address !== null && isPrefix(service.address, plain))
    .reduce<AtlasModel['services'][number] | null>(
      (best, each) => (best && best.address!.length >= each.address!.length ? best : each),
      null,
    );
  const base = known?.address ?? root.replace(/\/$/, '');
  const named = keys.replaceAll(/=[^&]*/g, '=…');
  const value = keys === '' ? 'on' : `${base}${base.includes('?') ? '&' : '?'}${named}`;
  const path = plain.slice(base.length);
  if (known) return { service: known.id, env: known.env, path, base, value };
  const env = `ATLAS_${id.toUpperCase().replaceAll('-', '_')}_URL`;
  return { service: `${id}-server`, env, path, base, address: base, value };
}

/** Returns whether an address is in a service. The query of a service is at the end of its addresses. */
function isPrefix(base: string, address: string): boolean {
  return address === base || (!base.includes('?') && address.startsWith(`${base}/`));
}

import { siteAddress, siteDetails, siteIndex, type BundleIndex } from 'atlas-engine/runtime';
import {
  requestJson,
  type JsonOptions,
  type Network,
  type Outcome,
  type RequestJson,
} from './http-client.ts';

/** The calls whose answers a static site has as files. */
const FILES = /^\/api\/(?:places|keywords)\?/;

/** A call for the attributes of a feature. */
const FEATURE = /^\/api\/features\/([^/]+)\/(\d+)/;

/**
 * Returns the network of a static site: the calls of the application are answered from its files. What
 * needs a server is not requested.
 */
export function staticNetwork({
  revision,
  static: site,
}: Pick<BundleIndex, 'revision' | 'static'>): Network {
  // Caches may have the files of a former build.
  const current = (file: string): string => `${file}?v=${revision}`;
  const json: RequestJson = async <T>(
    address: string,
    options: JsonOptions<T> = {},
  ): Promise<Outcome<T>> => {
    if (!address.startsWith('/')) return requestJson(address, options);
    if (FILES.test(address)) return requestJson(current(siteAddress(address)), options);
    const [, dataset = '', id = ''] = FEATURE.exec(address) ?? [];
    const files = site?.details[decodeURIComponent(dataset)];
    return files === undefined
      ? { ok: false, failure: { kind: 'missing' } }
      : feature(current(siteDetails(decodeURIComponent(dataset), id, files)), { ...options, id });
  };
  return {
    json,
    index: (locale) => requestJson(current(siteIndex(locale)), { keys: ['format', 'words'] }),
  };
}

/** Takes one feature from a file with the attributes of several. */
async function feature<T>(
  address: string,
  { id, reader, ...options }: JsonOptions<T> & { readonly id: string },
): Promise<Outcome<T>> {
  const outcome = await requestJson<Readonly<Record<string, unknown>>>(address, options as object);
  if (!outcome.ok) return outcome;
  const value = outcome.value[id];
  const isAsked = await reader?.();
  if (value === undefined) return { ok: false, failure: { kind: 'missing' } };
  return isAsked?.(value) === false
    ? { ok: false, failure: { kind: 'format' } }
    : { ok: true, value: value as T };
}

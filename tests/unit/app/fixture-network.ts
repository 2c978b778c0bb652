import { LOGGED_OUT } from '../../../app/account/account-types.ts';
import type { Failure, FailureKind, Network, Outcome } from '../../../app/net/http-client.ts';
import { fixtureIndex, fixturePart, fixtureSession, fixtureToolWords } from './fixture-bundle.ts';

/** A server that responds at once and records its requests. */
export interface FixtureNetwork extends Network {
  readonly asked: string[];
  /** Addresses that fail with `server`. */
  readonly broken: Set<string>;
}

/** Returns the outcome of a request that failed. */
export function failing(kind: FailureKind): Outcome<never> {
  const more = {
    ...(kind === 'limited' && { minutes: 1 }),
    ...(kind === 'invalid' && { fields: [] }),
  };
  return { ok: false, failure: { kind, ...more } as Failure };
}

const ok = <T>(value: unknown): Outcome<T> => ({ ok: true, value: value as T });

/**
 * Serves the fixture's bundle; `crew` visitors receive the additions of their level. `revisions`
 * are those of the index, one per request; the last one remains. `more` is YAML that is added to the
 * atlas.
 */
export function fixtureNetwork({
  crew = false,
  adds = 'r1',
  revisions = [adds],
  more = '',
}: {
  readonly crew?: boolean;
  readonly adds?: string;
  readonly revisions?: readonly string[];
  readonly more?: string;
} = {}): FixtureNetwork {
  const asked: string[] = [];
  const broken = new Set<string>();
  return {
    asked,
    broken,
    json: async <T>(address: string) => {
      asked.push(address);
      if (broken.has(address)) return failing('server');
      const part = /^\/atlas\/part\.(coast|nature)\.r1\.(en|fr)\.json$/.exec(address);
      if (part) return ok<T>(fixturePart(part[1] as 'coast', part[2] as 'en', more));
      const session = /^\/atlas\/session\.(en|fr)\.json$/.exec(address);
      if (session) {
        const full = { ...fixtureSession(session[1] as 'en'), adds };
        return ok<T>(crew ? full : { ...full, levels: [], entries: [], groups: {} });
      }
      const tools = /^\/atlas\/tools\.r1\.(en|fr)\.json$/.exec(address);
      if (tools) return ok<T>(fixtureToolWords(tools[1] as 'en'));
      if (address.startsWith('/api/features/')) return ok<T>({ properties: { keeper: 'Ana' } });
      return failing('missing');
    },
    index: async (locale) => {
      asked.push(`index ${locale}`);
      if (broken.has('index')) return failing('offline');
      const times = asked.filter((address) => address.startsWith('index')).length;
      const revision = revisions[times - 1] ?? revisions.at(-1)!;
      return { ok: true, value: { ...fixtureIndex(locale as 'en'), revision } };
    },
  };
}

/** A browser that opened the map on its first visit, of an atlas without accounts. */
export const FIRST_VISIT = {
  history: {
    location: () => ({ pathname: '/', search: '', hash: '', state: null }),
    push: () => undefined,
    replace: () => undefined,
    move: () => undefined,
    listen: () => undefined,
  },
  dismissed: {},
  seen: {},
  coordinates: 'degrees',
  today: '2026-11-22',
  account: LOGGED_OUT,
  loadClient: () => Promise.reject(new Error('This atlas has no accounts.')),
  media: () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
} as const;

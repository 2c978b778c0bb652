/**
 * Row 13c of the performance table: tiles of an account with a level in a place, compared with those of
 * an account that holds the level everywhere. The data have a consent, so that no tile is kept.
 */
import { SCOPES, startScopeSite, type Headers } from '../../contract/server/scope-site.ts';
import { medianOf, percentile } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';
import { logInNew } from '../../contract/server/log-in.ts';

const METRIC =
  '13c tile of an account with a level in a place, to one with the level everywhere (goal: at most 1.3)';
/** Requests of each account. They alternate, so that the load of the machine is similar. */
const REQUESTS = 2_000;
const WARM_UP = 200;
const TILE = '/api/mvt/tile/places/6/33/31.pbf';

/** Measures both on one server, with SQLite. */
export async function benchScopedTiles(): Promise<BenchRow[]> {
  const site = await startScopeSite(1);
  try {
    const { inside } = await site.logIn({ inside: { level: 'warden', scope: SCOPES.area } });
    const { app, accounts } = site;
    const everywhere = await logInNew({ app, accounts }, { username: 'all', grants: ['warden'] });
    const ask = async (headers: Headers): Promise<number> => {
      const start = performance.now();
      const { statusCode } = await app.inject({ url: TILE, headers });
      if (statusCode !== 200) throw new Error(`status ${statusCode}`);
      return performance.now() - start;
    };
    const times: { readonly inside: number[]; readonly everywhere: number[] } = {
      inside: [],
      everywhere: [],
    };
    for (let turn = 0; turn < WARM_UP + REQUESTS; turn += 1) {
      const [own, other] = [await ask(inside), await ask(everywhere)];
      if (turn < WARM_UP) continue;
      times.inside.push(own);
      times.everywhere.push(other);
    }
    const ratio = medianOf(times.inside) / medianOf(times.everywhere);
    const tail = percentile(times.inside, 0.99) / percentile(times.everywhere, 0.99);
    return [{ metric: METRIC, value: `p50 ${ratio.toFixed(2)}, p99 ${tail.toFixed(2)}` }];
  } finally {
    await site.close();
  }
}

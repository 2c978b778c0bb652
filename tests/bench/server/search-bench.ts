/** Measures the search of the shipped atlas at the rate that one address may have. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveShipped } from '../../browser/serve-shipped.ts';
import { loadShipped } from '../../browser/shipped-store.ts';
import { seededRandom } from '../geometry/polygons.ts';
import { milliseconds, percentile } from '../store/figures.ts';
import type { BenchRow } from '../store/store-bench.ts';

const QUERIES = 600;
const MINUTE = 60_000;
/** Share of queries with one wrong letter: nothing has the name, which takes longest. */
const WRONG = 0.2;

/** Words of layers and kinds, alone and together with a place. */
const WORDS = {
  en: ['mine', 'school', 'park', 'forest', 'village', 'logging', 'hospital', 'road', 'river'],
  fr: ['mine', 'école', 'parc', 'forêt', 'village', 'coupe de bois', 'hôpital', 'route', 'fleuve'],
} as const;

/** Runs the measurement: each query waits for its time, not for the answer before it. */
export async function benchSearch(): Promise<BenchRow[]> {
  await loadShipped();
  const atlas = await serveShipped();
  try {
    const addresses = await queriesOf(atlas.url);
    const agent = new Agent({ keepAlive: true });
    await Promise.all(addresses.slice(0, 20).map((address) => askFor(address, agent)));
    await sleep(MINUTE);
    const start = performance.now();
    const times = await Promise.all(
      addresses.map(async (address, i) => {
        const due = start + (i * MINUTE) / QUERIES;
        await sleep(due - performance.now());
        await askFor(address, agent);
        return performance.now() - due;
      }),
    );
    agent.destroy();
    return [
      {
        metric: `search: p50, p99 and slowest of ${QUERIES} in a minute, ${100 * WRONG} % with a wrong letter (goal: p99 under 150 ms)`,
        value: [0.5, 0.99, 1].map((share) => milliseconds(percentile(times, share))).join(', '),
      },
    ];
  } finally {
    await atlas.stop();
  }
}

/** Makes queries of the names of places and of words, as people type them. */
async function queriesOf(url: string): Promise<string[]> {
  const random = seededRandom(37);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const response = await fetch(`${url}/api/places`);
  const { places } = (await response.json()) as { places: readonly (readonly [string])[] };
  return Array.from({ length: QUERIES }, () => {
    const locale = pick(['en', 'fr'] as const);
    const [place] = pick(places);
    const word = pick(WORDS[locale]);
    const text = pick([place, word, `${word} ${place}`, place.slice(0, 3)]);
    const at = Math.floor(random() * text.length);
    const typed =
      random() < WRONG && text.length > 4 ? `${text.slice(0, at)}q${text.slice(at + 1)}` : text;
    return `${url}/api/search?q=${encodeURIComponent(typed)}&locale=${locale}`;
  });
}

function askFor(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`status ${answer.statusCode}`)),
      );
    }).once('error', reject);
  });
}

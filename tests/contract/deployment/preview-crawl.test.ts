import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preview } from '../../../cli/verbs/preview.ts';
import type { RunningServer } from '../../../server/serving/start-server.ts';
import {
  addressesOf,
  crawl,
  gatherTargets,
  postsOf,
  readable,
  type Crawled,
  type Posted,
} from '../server/crawl.ts';
import { findAbove } from '../server/find-above.ts';
import { startGuardedServer, type GuardedServer } from '../server/guarded-server.ts';
import { logIn } from '../server/log-in.ts';
import { LEVELS, type LevelId } from '../server/secrets.ts';
import { NIGHTLY, TODAY } from '../../size.ts';

const TIMEOUT = 120_000;
/** The level whose preview is crawled today, beside the one of everyone; at night all of them. */
const CRAWLED = LEVELS.filter((_, rank) => NIGHTLY || rank === 1 + (TODAY % 3));

/** The running atlas, and the same atlas with other restricted data, which is the draft. */
let running: GuardedServer;
let draft: GuardedServer;
let asked: (string | Posted)[];
let folder: string;

beforeAll(async () => {
  running = await startGuardedServer({ member: 1, warden: 1, elder: 1 });
  draft = await startGuardedServer({ member: 2, warden: 2, elder: 2 });
  const targets = await gatherTargets([running, draft]);
  const posts = await postsOf(running.app, running.routes, targets);
  asked = [...addressesOf(running.routes, targets), ...posts];
  folder = mkdtempSync(join(tmpdir(), 'atlas-preview-crawl-'));
  cpSync(draft.atlas.configDir, join(folder, 'draft'), { recursive: true });
}, TIMEOUT);
afterAll(async () => {
  await running?.close();
  await draft?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns a client that sends requests to a server with unchanged paths, for a crawl. */
function clientOf({ url: base }: RunningServer, agent: Agent): Crawled {
  const { hostname, port } = new URL(base);
  return {
    inject: async ({ method, url, headers, payload }) => {
      const length: OutgoingHttpHeaders =
        payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        request(
          {
            agent,
            host: hostname,
            port,
            method,
            path: url.replaceAll(' ', '%20'),
            headers: { ...headers, ...length },
          },
          resolve,
        )
          .on('error', reject)
          .end(payload);
      });
      return {
        statusCode: answer.statusCode!,
        headers: answer.headers,
        rawPayload: await buffer(answer),
      };
    },
  };
}

/** Serves the draft beside the running atlas, with its settings, and runs `use`. */
async function withPreview(
  level: LevelId | undefined,
  use: (preview: RunningServer, client: Crawled) => Promise<void>,
): Promise<void> {
  const env = {
    HOST: '0.0.0.0',
    PORT: '1',
    PUBLIC_URL: 'https://atlas.example',
    TRUST_PROXY: 'true',
    TILE_DISK_MB: '0',
  };
  const quiet = { out: () => undefined, err: () => undefined, env, color: false };
  const version = join(folder, 'draft');
  const options = { config: running.atlas.configDir, version, ...(level && { level }) };
  const agent = new Agent({ keepAlive: true });
  const server = (await preview(options, quiet))!;
  try {
    await use(server, clientOf(server, agent));
  } finally {
    agent.destroy();
    await server.stop();
  }
}

describe('the preview of a draft beside a running atlas', { timeout: TIMEOUT }, () => {
  it('listens on a port of its own, for this machine only, whatever the settings', async () => {
    await withPreview(undefined, async ({ url }) => {
      const { port } = new URL(url);
      expect(port).not.toBe('1');
      const others = Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4');
      // Linux has all of 127.0.0.0/8 on the machine, and a server of all addresses answers there.
      for (const { address } of [...others, { address: '127.0.0.2' }])
        await expect(fetch(`http://${address}:${port}/health`)).rejects.toThrow('fetch failed');
    });
  });

  it('gives no visitor restricted data, also with a session of the running atlas', async () => {
    const headers = await logIn(running, 'elder');
    await withPreview(undefined, async (_, client) => {
      for (const sent of [{}, headers]) {
        const answers = await crawl(client, asked, { headers: sent });
        expect(await findAbove(answers, draft.secrets, 0)).toEqual([]);
        expect(await findAbove(answers, running.secrets, 0)).toEqual([]);
        const page = answers.get('GET /?lang=en')!;
        expect([page.status, (await readable(page)).includes('This is a draft')]).toEqual([
          200,
          true,
        ]);
      }
    });
  });

  it.each(CRAWLED)('gives %s what this level may see (daily one level)', async (level) => {
    await withPreview(level, async (_, client) => {
      const answers = await crawl(client, asked);
      expect(await findAbove(answers, draft.secrets, LEVELS.indexOf(level))).toEqual([]);
      const texts = await Promise.all([...answers.values()].map(readable));
      const seen = draft.secrets[level].filter((secret) => texts.join('\n').includes(secret));
      expect(seen.length > 0).toBe(level !== 'everyone');
      // Other sites that an author visits stay anonymous.
      const elsewhere = { headers: { origin: 'https://elsewhere.example' } };
      const foreign = await crawl(client, asked, elsewhere);
      expect(await findAbove(foreign, draft.secrets, 0)).toEqual([]);
    });
  });

  it('changes no answer of the running atlas', async () => {
    const some = asked.filter((_, place) => place % 5 === 0);
    const before = await crawl(running.app, some);
    await withPreview(undefined, async () => {
      const during = await crawl(running.app, some);
      expect([...during].filter(([key, { body }]) => !before.get(key)!.body.equals(body))).toEqual(
        [],
      );
    });
  });
});

/** Every answer in JSON has the schema that `/api/openapi.json` gives for it, and no other key. */
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGREEMENT, AREA, startDownloadSite } from '../downloads/download-site.ts';
import { addressesOf, crawl, gatherTargets, postsOf, type Answer } from './crawl.ts';
import { startGuardedServer, type GuardedServer } from './guarded-server.ts';
import { logInNew } from './log-in.ts';

type Node = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Node>> }>>>
  >;
  readonly components: Node;
}

/** The checks of the answers of a server. */
class Checks {
  /** The described answers with status 200 or 201 that were seen, such as `get /api/search 200`. */
  readonly seen = new Set<string>();
  readonly faults = new Set<string>();
  /** All described answers with a schema and one of these statuses. */
  readonly described: readonly string[];

  private readonly patterns: readonly (readonly [RegExp, string])[];
  private readonly validators = new Map<string, ValidateFunction>();

  constructor({ paths, components }: Document) {
    const ajv = new Ajv({ strict: false });
    this.patterns = Object.keys(paths).map((path) => [
      new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]*')}/?$`),
      path,
    ]);
    for (const [path, operations] of Object.entries(paths))
      for (const [method, { responses }] of Object.entries(operations))
        for (const [status, { content = {} }] of Object.entries(responses))
          for (const [type, { schema }] of Object.entries(content as Record<string, Node>))
            if (schema !== undefined)
              this.validators.set(
                `${method} ${path} ${status} ${type}`,
                ajv.compile({ ...(closed(schema) as object), components: closed(components) }),
              );
    this.described = [...this.validators.keys()].flatMap((key) =>
      / 20[01] /.test(key) ? [key.replace(/ \S+$/, '')] : [],
    );
  }

  add(method: string, address: string, { status, type, text }: Seen): void {
    const [path = ''] = address.split('?', 1);
    const pattern = this.patterns.find(([one]) => one.test(path))?.[1];
    const key = `${method} ${pattern} ${status}`;
    const validate = this.validators.get(`${key} ${type}`);
    if (!validate) return;
    this.seen.add(key);
    if (validate(JSON.parse(text))) return;
    const [fault] = validate.errors ?? [];
    this.faults.add(
      `${key}${fault?.instancePath} ${fault?.message} ${JSON.stringify(fault?.params)}`,
    );
  }
}

interface Seen {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Allows no key that a schema does not name. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const parts = Object.fromEntries(Object.entries(node).map(([key, one]) => [key, closed(one)]));
  const isObject = 'properties' in node && (node as Node)['type'] === 'object';
  return isObject ? { additionalProperties: false, ...parts } : parts;
}

async function checksOf(app: FastifyInstance): Promise<Checks> {
  return new Checks((await app.inject('/api/openapi.json')).json<Document>());
}

function seenIn({ status, headers, body }: Answer): Seen {
  const type = /^content-type: ([^;\n]*)/m.exec(headers)?.[1] ?? '';
  return { status, type, text: body.toString() };
}

const OF_DOWNLOADS = '/api/geodata/prepared-dataset';

describe('the answers to visitors of every level', () => {
  let server: GuardedServer;
  beforeAll(async () => {
    server = await startGuardedServer({ member: 1, warden: 2, elder: 3 });
  });
  afterAll(() => server.close());

  it('have the described schema, and no described answer is missing', async () => {
    const checks = await checksOf(server.app);
    const targets = await gatherTargets([server]);
    const asked = [
      ...addressesOf(server.routes, targets),
      ...['/api/users/profile', '/api/users/sessions', '/api/users/access-requests'],
      ...(await postsOf(server.app, server.routes, targets)),
    ];
    const operator = await logInNew(server, {
      username: 'operator',
      grants: ['elder', 'operator'],
    });
    await server.app.inject({
      ...{ method: 'POST', url: '/api/users/access-requests', headers: operator },
      payload: { level: 'warden', reason: 'For work' },
    });
    for (const headers of [{}, operator])
      for (const [key, answer] of await crawl(server.app, asked, { headers })) {
        const [method = '', address = ''] = key.split(' ');
        checks.add(method.toLowerCase(), address, seenIn(answer));
      }
    expect([...checks.faults]).toEqual([]);
    const expected = checks.described.filter((one) => !one.includes(OF_DOWNLOADS));
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.filter((one) => !checks.seen.has(one))).toEqual([]);
  });
});

describe('the answers about downloads', () => {
  it('have the described schema, and no described answer is missing', async () => {
    const site = await startDownloadSite('SQLite', { inProcess: true });
    const checks = await checksOf(site.app);
    const { elder: headers } = site.visitors;
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<string> => {
      const {
        statusCode,
        body,
        headers: sent,
      } = await site.app.inject({
        ...{ method, url, headers },
        ...(payload && { payload }),
      });
      const [type = ''] = String(sent['content-type']).split(';', 1);
      checks.add(method.toLowerCase(), url, { status: statusCode, type, text: body });
      return body;
    };
    await ask('POST', OF_DOWNLOADS, {});
    const order = { area: AREA, datasets: ['springs'], formats: ['csv'], agreement: AGREEMENT };
    const { id } = JSON.parse(await ask('POST', OF_DOWNLOADS, order)) as { readonly id: string };
    await ask('GET', `${OF_DOWNLOADS}/${id}`);
    await ask('GET', OF_DOWNLOADS);
    await site.close();
    expect([...checks.faults]).toEqual([]);
    const expected = checks.described.filter((one) => one.includes(OF_DOWNLOADS));
    expect(expected.filter((one) => !checks.seen.has(one))).toEqual([]);
  });
});

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from 'atlas-engine';
import type { ServiceLoad } from '../../../server/services/read-service.ts';
import { ServiceInputs, type ServedInput } from '../../../server/services/service-inputs.ts';
import { readServiceSettings } from '../../../server/services/service-settings.ts';
import {
  json,
  pointFeature,
  silence,
  startMockServer,
  text,
  type MockServer,
} from './mock-server.ts';

let server: MockServer;
let folder: string;
const reported: string[] = [];
let now = 0;

beforeAll(async () => {
  server = await startMockServer();
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atlas-answers-'));
  reported.length = 0;
  now = 1_000_000;
  return () => rmSync(folder, { recursive: true });
});

const LIMITS = { idle: 100, total: 400, bytes: 100_000 };

const parks = (fallback: Service['fallback']): Service => ({
  id: 'parks',
  address: null,
  env: 'ATLAS_PARKS_URL',
  fallback,
  info: { links: [] },
});

const load = (fallback: Service['fallback'], more: Partial<ServiceLoad> = {}): ServiceLoad => ({
  kind: 'service',
  service: parks(fallback),
  path: '/parks',
  format: 'geojson',
  records: null,
  coordinates: ['longitude', 'latitude'],
  ...more,
});

const BUILT_IN = {
  fallback: { kind: 'file', file: 'data/parks.geojson', format: 'geojson' },
} as const;

/** Returns the result for a program that starts now, with the given value of the variable. */
async function find(asked: ServiceLoad, variable?: string, fresh = false): Promise<string> {
  const inputs = new ServiceInputs({
    active: readServiceSettings([asked.service], { ATLAS_PARKS_URL: variable }),
    folder,
    fresh,
    report: (line) => reported.push(line),
    limits: LIMITS,
    now: () => now,
  });
  return namesOf(await inputs.of(asked, 'parks-cod'));
}

async function namesOf(served: ServedInput): Promise<string> {
  if (served.use !== 'service' || served.input.kind !== 'features') return served.use;
  const names: string[] = [];
  for await (const feature of served.input.features) {
    names.push((feature as { properties: { name: string } }).properties.name);
  }
  return names.join();
}

const holds = (...names: string[]) =>
  json({ type: 'FeatureCollection', features: names.map((name) => pointFeature(name)) });

describe('a load from a service', () => {
  it('requests nothing while the service is off, and uses the built-in data', async () => {
    server.answer(holds('a'));
    expect(await find(load('built-in', BUILT_IN))).toBe('fallback');
    expect(await find(load('hide'))).toBe('nothing');
    expect(await find(load('built-in', BUILT_IN), 'off')).toBe('fallback');
    expect(server.asked).toEqual([]);
    expect(reported).toEqual([]);
  });

  it('requests once, and then reads the stored answer', async () => {
    server.answer(holds('a', 'b'));
    const asked = load('built-in', BUILT_IN);
    expect(await find(asked, server.url)).toBe('a,b');
    server.answer(holds('c'));
    expect(await find(asked, server.url)).toBe('a,b');
    expect(server.asked).toEqual([]);
    expect(await find(asked, server.url, true)).toBe('c');
    expect(await find(asked, server.url)).toBe('c');
  });

  it('requests again when the answer is older than `every`, and not before', async () => {
    const asked = load('built-in', { every: 1_000 });
    server.answer(holds('a'));
    expect(await find(asked, server.url)).toBe('a');
    server.answer(holds('b'));
    now += 999;
    expect(await find(asked, server.url)).toBe('a');
    now += 1;
    expect(await find(asked, server.url)).toBe('b');
  });

  it('requests again when the address has changed', async () => {
    server.answer(holds('a'));
    expect(await find(load('hide'), server.url)).toBe('a');
    server.answer(holds('b'));
    expect(await find(load('hide'), `${server.url}/v2`)).toBe('b');
    expect(server.asked).toEqual(['/v2/parks']);
  });

  it('falls back when the service fails, reports it, and recovers with it', async () => {
    const asked = load('built-in', BUILT_IN);
    server.answer(text('<p>Sorry</p>', 503));
    expect(await find(asked, server.url)).toBe('fallback');
    expect(reported).toHaveLength(1);
    expect(reported[0]).toContain('parks-cod: the service `parks` failed.');
    expect(reported[0]).toContain('503 Service Unavailable');
    expect(reported[0]).toContain('The built-in data are used instead.');
    server.answer(holds('a'));
    expect(await find(asked, server.url)).toBe('a');
  });

  it('keeps the last answer with `last-load`, also while it is off', async () => {
    const asked = load('last-load', BUILT_IN);
    expect(await find(asked)).toBe('fallback');
    server.answer(holds('a'));
    expect(await find(asked, server.url)).toBe('a');
    server.answer(text('', 500));
    expect(await find(asked, server.url, true)).toBe('a');
    expect(reported[0]).toContain('The data of the last load are used.');
    expect(await find(asked)).toBe('a');
  });

  it('hides groups without a fallback', async () => {
    server.answer(holds('a'));
    expect(await find(load('hide'), server.url)).toBe('a');
    expect(await find(load('hide'))).toBe('nothing');
    server.answer(text('', 500));
    expect(await find(load('hide'), server.url, true)).toBe('nothing');
    expect(reported[0]).toContain('Groups that need it are hidden.');
  });

  it('is not tried again in the same run after a failure of the service', async () => {
    server.answer(silence);
    const inputs = new ServiceInputs({
      active: readServiceSettings([parks('hide')], { ATLAS_PARKS_URL: server.url }),
      folder,
      report: (line) => reported.push(line),
      limits: LIMITS,
    });
    await inputs.of(load('hide', { path: '/one' }), 'one');
    await inputs.of(load('hide', { path: '/two' }), 'two');
    expect(server.asked).toEqual(['/one']);
    expect(reported[1]).toBe(
      'two: the service `parks` failed a moment ago, and is not requested again. Groups that need it are hidden.',
    );
  });

  it('stores one answer, readable for its own account only', async () => {
    for (const name of ['a', 'b', 'c']) {
      server.answer(holds(name));
      await find(load('hide'), server.url, true);
    }
    const files = readdirSync(folder);
    expect(files).toHaveLength(2);
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  });
});

describe('the variable of a service', () => {
  const declared = { ...parks('hide'), address: 'https://data.example.org/arcgis/' };
  const read = (value: string | undefined, service: Service = declared) =>
    readServiceSettings([service], { ATLAS_PARKS_URL: value }).get('parks');

  it('switches it off, on, or to another address', () => {
    for (const off of [undefined, '', '  ', 'off']) expect(read(off)).toBeUndefined();
    expect(read('on')).toMatchObject({
      address: 'https://data.example.org/arcgis',
      named: false,
      hosts: [],
    });
    expect(read('https://parks.example.org/v1?key=k')).toMatchObject({
      address: 'https://parks.example.org/v1?key=k',
      named: true,
    });
  });

  it('may have other hosts', () => {
    expect(read('on https://a.example.org https://b.example.org/tiles')).toMatchObject({
      address: 'https://data.example.org/arcgis',
      hosts: ['https://a.example.org', 'https://b.example.org'],
    });
  });

  it.each([
    'yes',
    'data.example.org',
    'ftp://data.example.org',
    'https://me:secret@data.example.org',
    'on elsewhere',
  ])('with the value `%s` is refused with a message', (value) => {
    const words = /^ATLAS_PARKS_URL contains (?!.*secret).*, which is not an address\. Set `on`/;
    expect(() => read(value)).toThrow(words);
  });

  it('cannot be `on` without a declared address', () => {
    expect(() => read('on', parks('hide'))).toThrow('declares no address');
  });
});

/** Takes over 30 s: a server is started for each set of services. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { Feature } from 'geojson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AtlasModel } from 'atlas-engine';
import { run } from '../../cli/atlas.ts';
import { plainTile } from '../contract/services/harbours.ts';
import {
  startMockServer,
  type Handler,
  type MockServer,
} from '../contract/services/mock-server.ts';
import { decodeLayers } from '../contract/store/decode-tile.ts';
import { MIDDLE, openPage, waitForMap } from './open-browser.ts';
import { closePages, sharedBrowser } from './shared-browser.ts';
import {
  FAULTY,
  featuresToServe,
  openModel,
  servedDatasets,
  servicesThatGive,
  statusesIn,
  variables,
} from './outside-services.ts';
import { pixelAt } from './pixels.ts';
import { serveAtlas, type ServedAtlas } from './serve-atlas.ts';
import { copyShippedStore, SHIPPED_STORE } from './shipped-copy.ts';
import { sample } from '../size.ts';

/** Timeout in milliseconds: two sets of tiles, rendered in software. */
const PATIENCE = 120_000;

const CONFIG = fileURLToPath(new URL('../../atlas.config', import.meta.url));

/** A grey, because changes of saturation do not affect it. */
const OUTSIDE = '#808080';
/** The same grey with `raster-brightness-min: 0.05`. */
const OUTSIDE_DRAWN = '#868686';
/**
 * A height of 950 m in terrarium encoding, and the colour of the base map Terrain at that height.
 */
const HEIGHT = { tile: '#83B600', tint: '#E6D09D' } as const;
const STREETS = '#EADCF4';

/** Community forests of DR Congo that are not granted. */
const NOT_GRANTED = ['Asked for', 'Refused'] as const;

interface Health {
  readonly services: Readonly<
    Record<string, { datasets: number; failing: Record<string, string> }>
  >;
}

let model: AtlasModel;
let server: MockServer;
let dataDir: string;
/** The features that the services send. */
let given: ReadonlyMap<string, readonly Feature[]>;

const open =
  (type: string, body: Buffer | string): Handler =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' });
    response.end(body);
  };
const missing: Handler = (_request, response) => {
  response.writeHead(404, { 'access-control-allow-origin': '*' });
  response.end();
};
const [pictures, heights] = [plainTile(OUTSIDE), plainTile(HEIGHT.tile)];
const style = JSON.stringify({
  version: 8,
  sources: {},
  layers: [{ id: 'land', type: 'background', paint: { 'background-color': STREETS } }],
});
/** Handlers of the base maps, by the first segment of the path. */
const bases: Readonly<Record<string, Handler>> = {
  imagery: open('image/png', pictures),
  terrain: open('image/png', heights),
  streets: open('application/json', style),
};
const giveBases: Handler = (request, response) =>
  (bases[request.url!.split(/[/?]/)[1]!] ?? missing)(request, response);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'atlas-outside-'));
  copyShippedStore(dataDir);
  [model, server] = await Promise.all([openModel(CONFIG), startMockServer()]);
  const features = await featuresToServe(servedDatasets(model), SHIPPED_STORE);
  const more = new Map(features);
  for (const id of ['community-forests-cod', 'community-forest-locations'])
    more.set(id, [...features.get(id)!, ...notGranted(features.get(id)![0]!)]);
  given = more;
});
afterAll(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function notGranted(feature: Feature): Feature[] {
  return NOT_GRANTED.map((name, i) => ({
    ...feature,
    properties: {
      ...feature.properties,
      forest_id: `none-${i}`,
      name,
      'application.status': i + 1,
    },
  }));
}

const start = (): Promise<ServedAtlas> =>
  serveAtlas({ config: CONFIG, dataDir, env: variables(model, server.url) });

const healthOf = async ({ url }: ServedAtlas): Promise<Health> =>
  (await (await fetch(`${url}/health`)).json()) as Health;

/** Returns the groups of government land use that are marked as demonstration data. */
async function demonstrations({ url }: ServedAtlas): Promise<readonly string[]> {
  const page = await (await fetch(`${url}/?lang=en`)).text();
  const [, part] = /"(\/atlas\/part\.government-land-use\.[^"]+)"/.exec(page)!;
  const { groups } = (await (await fetch(url + part)).json()) as {
    groups: Readonly<Record<string, { demo?: true }>>;
  };
  return Object.keys(groups).filter((id) => groups[id]!.demo);
}

describe('the shipped atlas with faulty services only', () => {
  let atlas: ServedAtlas;
  /** The fault of each service that provides data. */
  const faults = new Map<string, (typeof FAULTY)[number]>();

  beforeAll(async () => {
    const ids = [...new Set(servedDatasets(model).map(({ load }) => load.service.id))];
    ids.forEach((id, i) => faults.set(id, FAULTY[i % FAULTY.length]!));
    server.answer((request, response) =>
      (faults.get(request.url!.split('/')[1]!)?.[1] ?? missing)(request, response),
    );
    atlas = await start();
  });
  afterAll(() => atlas.stop());

  it('keeps the built-in data', async () => {
    const [now, before] = [await statusesIn(dataDir), await statusesIn(SHIPPED_STORE)];
    for (const { id } of servedDatasets(model)) {
      expect(now.get(id)!.stamp).toBe(before.get(id)!.stamp);
      expect(now.get(id)!.report.origin ?? 'built-in').toBe('built-in');
    }
  });

  it('reports the fault of each service in its health and in its log', async () => {
    const { services } = await healthOf(atlas);
    for (const { id, load } of servedDatasets(model)) {
      const [fault] = faults.get(load.service.id)!;
      expect([id, services[load.service.id]!.failing[id]]).toEqual([id, fault]);
      expect(atlas.output()).toContain(`${id}: the service \`${load.service.id}\` failed.`);
    }
    expect(atlas.output()).toContain('The built-in data are used instead.');
    expect(Object.keys(services).sort()).toEqual([...faults.keys()].sort());
  });

  it('still marks demonstration data', async () => {
    expect(await demonstrations(atlas)).toContain('logging');
  });
});

describe('the shipped atlas with all services on', () => {
  let atlas: ServedAtlas;
  let browser: Browser;

  beforeAll(async () => {
    server.answer(servicesThatGive(servedDatasets(model), given, giveBases));
    [atlas, browser] = await Promise.all([start(), sharedBrowser()]);
  });
  afterAll(async () => {
    await closePages(browser);
    await atlas.stop();
  });

  it('contains the data of each service, and no demonstration data', async () => {
    const statuses = await statusesIn(dataDir);
    for (const { id } of servedDatasets(model)) {
      const { report } = statuses.get(id)!;
      const left = report.leftOut;
      expect([id, report.origin, report.loaded + left]).toEqual([
        id,
        'service',
        given.get(id)!.length,
      ]);
      expect([id, left]).toEqual([id, given.get(id)!.filter(isNotGranted).length]);
    }
    const { services } = await healthOf(atlas);
    expect(Object.values(services).flatMap(({ failing }) => Object.keys(failing))).toEqual([]);
    expect(await demonstrations(atlas)).toEqual([]);
  });

  it('does not publish community forests that are not granted', async () => {
    let seen = 0;
    for (const name of ['community-forests-cod', 'community-forest-locations']) {
      // The tile of the whole world, and the tile around a feature that other features cover.
      const { bounds } = (await statusesIn(dataDir)).get(name)!;
      const [x, y] = tileAt(6, bounds![0], bounds![3]);
      for (const tile of ['0/0/0', `6/${x}/${y}`]) {
        const answer = await fetch(`${atlas.url}/api/mvt/tile/${name}/${tile}.pbf`);
        if (answer.status === 204) continue;
        const layers = decodeLayers(new Uint8Array(await answer.arrayBuffer()));
        for (const { properties } of layers.flatMap(({ features }) => features)) {
          seen++;
          expect(properties['application.status'] ?? 0).toBe(0);
          expect(NOT_GRANTED).not.toContain(properties['name']);
        }
      }
    }
    expect(seen).toBeGreaterThan(0);
  });

  it('passes the check without warnings', async () => {
    const printed: string[] = [];
    const print = (line: string): void => void printed.push(line);
    const env = { ...variables(model, server.url), ATLAS_DATA_DIR: dataDir };
    const io = { out: print, err: print, env, color: false };
    const code = await run(['check', '--max-warnings', '0', '--config', CONFIG], io);
    expect([code, printed.join('\n')]).toEqual([0, expect.stringContaining('0 warnings')]);
  });

  it('names to browsers only the host of the base maps, and no address that the server reads', async () => {
    const page = await fetch(`${atlas.url}/`);
    const policy = page.headers.get('content-security-policy')!;
    expect(policy).toContain(`connect-src 'self' ${server.url};`);
    const body = await page.text();
    for (const { load } of servedDatasets(model))
      expect(body).not.toContain(`${server.url}/${load.service.id}`);
  });

  const show = async (base: string): Promise<{ page: Page; ground: () => Promise<string> }> => {
    const { page } = await openPage(browser, { drawn: true });
    await page.goto(`${atlas.url}/?lang=en#11/1.1/16.1&base=${base}&layers=`);
    return {
      page,
      ground: async () => {
        await waitForMap(page);
        return pixelAt(await page.screenshot(), MIDDLE.x, MIDDLE.y);
      },
    };
  };

  const drawnBases = [
    ['imagery', OUTSIDE_DRAWN],
    ['terrain', HEIGHT.tint],
    ['streets', STREETS],
  ] as const;
  it.each(sample(drawnBases, 3))(
    'draws the base map %s from its service (one of three; nightly all)',
    async (base, colour) => {
      const { page, ground } = await show(base);
      expect(await ground()).toBe(colour);
      expect(await page.locator('.notice').count()).toBe(0);
      await page.context().close();
    },
    PATIENCE,
  );

  it.each(sample(['imagery', 'terrain'], 2))(
    'draws %s from built-in data when its service fails (one of two; nightly both)',
    async (base) => {
      const fails = open('text/html', '<p>Log in</p>');
      server.answer((request, response) =>
        (request.url!.startsWith(`/${base}/`) ? fails : giveBases)(request, response),
      );
      const { page, ground } = await show(base);
      await page.getByText('An external service for the base map is not responding.').waitFor();
      expect([OUTSIDE_DRAWN, HEIGHT.tint]).not.toContain(await ground());
      await page.context().close();
    },
    PATIENCE,
  );

  it(
    'shows the first base map when the hosted one fails',
    async () => {
      server.answer(open('text/html', '<p>Log in</p>'));
      const { page, ground } = await show('streets');
      await page
        .getByText('The base map “Streets” could not be loaded. “Default” is shown')
        .waitFor();
      expect(await ground()).not.toBe(STREETS);
      await page.context().close();
    },
    PATIENCE,
  );
});

const isNotGranted = ({ properties }: Feature): boolean =>
  ((properties?.['application.status'] as number | undefined) ?? 0) !== 0;

/** Returns the tile that contains a place, given in degrees. */
function tileAt(zoom: number, lng: number, lat: number): [x: number, y: number] {
  const side = 2 ** zoom;
  const y = Math.asinh(Math.tan((lat * Math.PI) / 180));
  return [Math.floor(((lng + 180) / 360) * side), Math.floor(((1 - y / Math.PI) / 2) * side)];
}

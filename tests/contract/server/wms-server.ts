/** A server of the fixture for tests of the WMS, and functions for requests. */
import { rmSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { createServer } from '../../../server/serving/create-server.ts';
import type {
  AtlasSnapshot,
  ServedDataset,
  ServedShown,
  WmsLayer,
} from '../../../server/access/atlas-snapshot.ts';
import { FixtureStore, makeAppFolder, makeConfigFolder, makeSnapshot } from './fixture.ts';

/** The raster of the fixture: 10 20 over 30 and no data, from 10 E 2 N to 12 E 0 N. */
export const RED = [255, 0, 0, 255];
export const GREEN = [0, 255, 0, 255];
export const BLUE = [0, 0, 255, 255];
export const NEUTRAL = [80, 80, 80, 255];
export const CLEAR = [0, 0, 0, 0];
export const WHITE = [255, 255, 255, 255];

export type Changes = Readonly<Record<string, string | undefined>>;

const MAP: Record<string, string> = {
  service: 'WMS',
  version: '1.1.1',
  request: 'GetMap',
  layers: 'heat',
  styles: '',
  srs: 'EPSG:4326',
  bbox: '10,0,12,2',
  width: '20',
  height: '20',
  format: 'image/png',
  transparent: 'true',
};

export interface WmsServer {
  readonly app: FastifyInstance;
  readonly store: FixtureStore;
  /** Requests the map of the fixture with other parameters; undefined leaves one out. */
  ask(changes: Changes, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /**
   * Sends the same request, and reads the response as a picture: the colour at a share of its width
   * and height.
   */
  pixels(changes: Changes, headers?: Record<string, string>): Promise<Pixels>;
  close(): Promise<void>;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): number[];
}

/** Starts the server; it does not listen, and requests are injected. */
export async function startWmsServer(
  options: { readonly publicUrl?: string } = {},
): Promise<WmsServer> {
  const store = new FixtureStore();
  const folders = [makeConfigFolder(), makeAppFolder()] as const;
  const snapshot = withMore(await makeSnapshot(folders[0]));
  const app = await createServer({ snapshot, store, appDir: folders[1], ...options });
  const ask: WmsServer['ask'] = (changes, headers = {}) => {
    const parameters = Object.entries({ ...MAP, ...changes }).filter(
      ([, value]) => value !== undefined,
    );
    const query = new URLSearchParams(parameters as [string, string][]);
    return app.inject({ url: `/wms?${query}`, headers });
  };
  return {
    app,
    store,
    ask,
    pixels: async (changes, headers) => {
      const answer = await ask(changes, headers);
      expect(answer.headers['content-type']).toMatch(/^image\//);
      return readPixels(answer.rawPayload);
    },
    close: async () => {
      await app.close();
      for (const folder of folders) rmSync(folder, { recursive: true });
    },
  };
}

async function readPixels(bytes: Buffer): Promise<Pixels> {
  const image = await loadImage(bytes);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { width, height } = image;
  return {
    width,
    height,
    at: (x, y) => [
      ...context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data,
    ],
  };
}

/** Returns a dataset that readers of every level see with these changes. */
function changed(
  dataset: ServedDataset,
  change: Partial<ServedShown>,
  layer: Partial<WmsLayer>,
): ServedDataset {
  const shown = dataset.shown.map((one) => ({ ...one, ...change, wms: { ...one.wms!, ...layer } }));
  return { ...dataset, shown };
}

/**
 * Adds classes to the raster of the fixture, and a layer `shoals` whose only field is for wardens;
 * `water` combines it with the wells.
 */
function withMore(snapshot: AtlasSnapshot): AtlasSnapshot {
  const { access, datasets } = snapshot;
  const [heat, wells] = [datasets.get('heat')!, datasets.get('wells')!];
  const palette = new Uint8ClampedArray(1024);
  for (const [value, color] of [
    [10, RED],
    [20, GREEN],
    [30, BLUE],
  ] as const)
    palette.set(color, value * 4);
  const labels = new Map([[30, { en: 'Cold', fr: 'Froid' }]]);
  const unit = { en: '°C', fr: '°C' };
  const style = { kind: 'raster', palette, interpolate: false, labels, unit } as const;
  const dots = changed(wells, {}, { category: null });
  const shoals = {
    ...changed(
      dots,
      { title: { en: 'Shoals', fr: 'Hauts-fonds' } },
      { group: { en: 'Water', fr: 'Eau' } },
    ),
    bounds: [11, 1, 11, 1] as const,
  };
  return {
    ...snapshot,
    access: {
      ...access,
      datasets: new Map([
        ...access.datasets,
        [
          'shoals',
          {
            ...access.datasets.get('wells')!,
            dataset: 'shoals',
            fields: [{ name: 'owner', rank: 2 }],
          },
        ],
      ]),
      wms: new Map([...access.wms, ['shoals', ['shoals']], ['water', ['shoals', 'wells']]]),
    },
    datasets: new Map([
      ...datasets,
      ['heat', changed(heat, {}, { style })],
      ['wells', dots],
      ['shoals', shoals],
    ]),
  };
}

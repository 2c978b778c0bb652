import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeDemo } from '../../../demo/demo-files.ts';
import { CODE, isDemoCurrent } from '../../../demo/stamp.mjs';
import { readConfigFolder } from '../../../server/config/read-config-folder.ts';
import { watchConfig } from '../../../host/serve/watch-config.ts';
import type { Generators } from '../../../demo/generators/index.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Creates the generators of two layers. Each takes `pause` milliseconds. */
const layers = (pause = 0): Generators => ({
  wells: {
    async generate() {
      await sleep(pause);
      const geometry = { type: 'Point' as const, coordinates: [15, -1] };
      return { kind: 'features', features: [{ type: 'Feature', geometry, properties: {} }] };
    },
  },
  cover: {
    async generate() {
      await sleep(pause);
      const values = Uint8Array.of(1, 2, 3, 255);
      return { kind: 'raster', raster: { bounds: [8, -2, 12, 2], width: 2, height: 2, values } };
    },
  },
});

let root: string;
let configDir: string;
const at = (path: string): string => join(configDir, path);
const isCurrent = (): boolean => isDemoCurrent(root, configDir);
const write = (made = layers()): Promise<void> => writeDemo(made, { root, configDir });
const bytesOf = (): string[] =>
  readdirSync(at('data/demo')).map(
    (name) => `${name} ${readFileSync(at(`data/demo/${name}`), 'hex')}`,
  );

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atlas-demo-'));
  configDir = join(root, 'atlas.config');
  const geography = 'atlas.config/data/geography/lakes.geojson';
  for (const path of [
    ...CODE.map((code) => (/\.\w+$/.test(code) ? code : `${code}/a.ts`)),
    geography,
  ]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path);
  }
});
afterEach(() => rmSync(root, { recursive: true }));

describe('the files of the demonstration', () => {
  it('are out of date when they are absent, and current when they were written', async () => {
    expect(isCurrent()).toBe(false);
    await write();
    expect(isCurrent()).toBe(true);
    expect(readdirSync(at('data/demo')).sort()).toEqual([
      '.stamp.json',
      'cover.tif',
      'wells.geojson',
    ]);
    expect(readdirSync(at('data')).sort()).toEqual(['demo', 'geography']);
  });

  it('have the same bytes when they are written again', async () => {
    await write();
    const first = bytesOf();
    await write();
    expect(bytesOf()).toEqual(first);
  });

  it('do not go out of date by times, but by code, geography and what is done to them', async () => {
    await write();
    const code = join(root, 'demo/a.ts');
    utimesSync(code, new Date(), new Date(Date.now() + 60_000));
    expect(isCurrent()).toBe(true);
    for (const path of [
      code,
      join(root, 'package-lock.json'),
      at('data/geography/lakes.geojson'),
    ]) {
      appendFileSync(path, ' ');
      expect(isCurrent(), path).toBe(false);
      await write();
      expect(isCurrent(), path).toBe(true);
    }
    writeFileSync(join(root, 'demo/b.ts'), '');
    expect(isCurrent()).toBe(false);
    await write();
    truncateSync(at('data/demo/cover.tif'), 10);
    expect(isCurrent()).toBe(false);
    await write();
    rmSync(at('data/demo/wells.geojson'));
    expect(isCurrent()).toBe(false);
  });

  it('stay as they were when one cannot be made, and nothing is left beside them', async () => {
    await write();
    const first = bytesOf();
    const broken: Generators = {
      ...layers(),
      roads: { generate: () => Promise.reject(new Error('no roads')) },
    };
    await expect(write(broken)).rejects.toThrow('no roads');
    expect(bytesOf()).toEqual(first);
    expect(readdirSync(at('data')).sort()).toEqual(['demo', 'geography']);
  });

  it('are rid of what a process left that was ended while it wrote', async () => {
    // Larger than any id of a process.
    mkdirSync(at('data/.demo-new-99999999'), { recursive: true });
    mkdirSync(at(`data/.demo-old-${process.ppid}`), { recursive: true });
    await write();
    expect(existsSync(at('data/.demo-new-99999999'))).toBe(false);
    expect(existsSync(at(`data/.demo-old-${process.ppid}`))).toBe(true);
  });

  it('are one change for a server that watches', async () => {
    await write();
    let changes = 0;
    writeFileSync(at('atlas.yaml'), 'atlas: 1\n');
    const read = () => readConfigFolder(configDir);
    const { stamp, texts } = await read();
    const stop = watchConfig(configDir, {
      taken: stamp,
      texts,
      check: async () => ({ texts: null, isValid: true }),
      takeOver: async () => {
        changes += 1;
        return { ...(await read()), hasErrors: false };
      },
      onState: () => undefined,
      failed: (error) => {
        throw error;
      },
      every: 50,
    });
    await write(layers(500));
    await expect.poll(() => changes, { timeout: 5_000 }).toBe(1);
    await sleep(800);
    await stop();
    expect(changes).toBe(1);
  });
});

it('every module that makes the demonstration is part of its stamp', () => {
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, isType, name] of text.matchAll(/^import\s+(type\s+)?[^;]*?from\s*'([^']+)'/gm))
      if (!isType && name!.startsWith('.')) walk(resolve(dirname(file), name!));
  };
  walk(join(ROOT, 'demo/write-demo.ts'));
  const paths = [...seen].map((file) => relative(ROOT, file));
  expect(paths.length).toBeGreaterThan(40);
  expect(paths.filter((path) => !CODE.some((code) => path.startsWith(code)))).toEqual([]);
});

/**
 * A small configuration on disk for tests that change it, and the expected responses of a server.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { serveAtlas, type ServedAtlas } from '../../browser/serve-atlas.ts';
import { NIGHTLY } from '../../size.ts';

/** The content of a configuration; numbers have four digits, so that files keep their size. */
export interface Content {
  readonly title: number;
  readonly pier: number;
  /** The level that may see the piers. */
  readonly permission: 'anyone' | 'keeper';
  /** If true, `groups.yaml` has an error. */
  readonly broken?: boolean;
}

const digits = (number: number): string => String(number).padStart(4, '0');

/** Returns the files of a configuration, by path. */
export function filesOf({ title, pier, permission, broken = false }: Content) {
  return {
    'atlas.yaml': `atlas: 1
id: coast
title: { en: Atlas ${digits(title)} }
locales: { available: [en], default: en, fallback: en, session: en }
region: { bounds: [-40, -10, -20, 10], countries: [{ id: ara, name: { all: Arandel } }] }
home: { bounds: [-38, -8, -22, 8] }
permissions:
  levels:
    - { id: anyone, name: { en: Everyone } }
    - { id: keeper, name: { en: Keepers }, when-denied: hide, granted: by-operator }
categories:
  - { id: sea, order: 10, name: { en: Sea } }
base-layers:
  - id: plain
    name: { en: Plain }
    ground: light
    sublayers:
      - { id: sea, type: background, paint: { background-color: '#CFE3EE' } }
`,
    'layers/data.yaml': `datasets:
  - id: piers
    geometry: point
    permission: ${permission}
    load: { file: data/piers.geojson }
    fields:
      name: { type: text, label: { en: Name } }
    feeds: { geojson: piers }
`,
    'layers/groups.yaml': `groups:
  - id: piers
    name: { en: Piers }
    category: sea
    popup: { title: name, fields: [] }
    sublayers:
      - { id: pier, type: circle, ${broken ? 'sauce' : 'source'}: piers, paint: { circle-color: '#1F6695' } }
`,
    'data/piers.geojson': JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: `Pier ${digits(pier)}` },
          geometry: { type: 'Point', coordinates: [-30, 0] },
        },
      ],
    }),
  } as const;
}

export type ConfigPath = keyof ReturnType<typeof filesOf>;

export const CONFIG_PATHS = Object.keys(
  filesOf({ title: 0, pier: 0, permission: 'anyone' }),
) as readonly ConfigPath[];

/** Writes a complete configuration in place. */
export function writeConfig(dir: string, content: Content): void {
  for (const [path, text] of Object.entries(filesOf(content))) {
    mkdirSync(join(dir, dirname(path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/**
 * Returns the expected result for the files of a folder, computed without the engine, in the form
 * of `shownBy`.
 */
export function saidBy(dir: string): string {
  if (!existsSync(dir)) return 'gone';
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  if (!names.some((name) => name.endsWith('.yaml'))) return 'empty';
  const text = (path: ConfigPath): string | null =>
    names.includes(path) ? readFileSync(join(dir, path), 'utf8') : null;
  const [atlas, data] = [text('atlas.yaml'), text('layers/data.yaml')];
  const [groups, piers] = [text('layers/groups.yaml'), text('data/piers.geojson')];
  // Groups refer to the dataset, and the dataset to the file.
  const isBroken =
    atlas === null ||
    (groups !== null && (data === null || groups.includes('sauce'))) ||
    (data !== null && piers === null);
  if (isBroken) return 'errors';
  const isShown = data?.includes('permission: anyone') === true;
  return `${/Atlas \d+/.exec(atlas)![0]}, ${isShown ? /Pier \d+/.exec(piers!)![0] : 'hidden'}`;
}

/** Returns what `/health` reports about the folder; undefined when it can be read. */
export async function folderFault(url: string): Promise<string | undefined> {
  const health = (await (await fetch(`${url}/health`)).json()) as { configuration?: string };
  return health.configuration;
}

/** Returns the state of the configuration on disk from the metrics. */
export async function stateOf(
  served: Pick<ServedAtlas, 'output'>,
): Promise<{ readonly errors: number; readonly pending: string | null }> {
  const [, url] = /Metrics at (\S+)/.exec(served.output())!;
  const text = await (await fetch(url!)).text();
  const errors = /^atlas_configuration_diagnostics\{severity="errors"\} (\d+)$/m.exec(text);
  const pending = /^atlas_configuration_pending\{reason="([a-z-]+)"\} 1$/m.exec(text);
  return { errors: Number(errors![1]), pending: pending?.[1] ?? null };
}

/** Returns the content that a visitor sees. */
export async function seenAt(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const piers = await fetch(`${url}/api/geodata/piers/`);
  const body = await piers.text();
  const pier = piers.status === 200 ? /Pier \d+/.exec(body)![0] : 'hidden';
  return `${/Atlas \d+/.exec(page)![0]}, ${pier}`;
}

/**
 * Returns the reason from the metrics why the server does not serve the folder, or else the content
 * that a visitor sees.
 */
async function shownBy(served: ServedAtlas): Promise<string> {
  const { errors, pending } = await stateOf(served);
  return pending ?? (errors > 0 ? 'errors' : seenAt(served.url));
}

/**
 * Maximum time in milliseconds until a change is served, or the reason why it is not served is
 * reported.
 */
export const IN_TIME = 10_000;

/** Waits until a server shows the configuration on disk, at most 10 s. */
export async function untilTaken(served: ServedAtlas, dir: string): Promise<void> {
  const message = 'the server serves the configuration on disk, or reports why not';
  await expect
    .poll(() => shownBy(served), { timeout: IN_TIME, interval: 50, message })
    .toBe(saidBy(dir));
}

/** Serves a folder, checked every 100 ms to keep tests short; at the default interval at night. */
export function serveConfig(
  config: string,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<ServedAtlas> {
  const env = { METRICS_PORT: '0', ...more };
  if (NIGHTLY) return serveAtlas({ config, dataDir, env });
  const script = fileURLToPath(new URL('./start-looking.mjs', import.meta.url));
  return serveAtlas({ config, dataDir, script, env: { ...env, LOOK_EVERY: '100' } });
}

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConfig } from '../../../host/config/open-config.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'atlas-open-'));
  await cp('tests/cases/diagnostics/_base', join(dir, 'config'), { recursive: true });
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const square = [
  [
    [9, 4],
    [10, 4],
    [10, 5],
    [9, 5],
    [9, 4],
  ],
];

it('reads the data of valid datasets when another part has errors', async () => {
  const features = [12, 7].map((state) => ({
    type: 'Feature',
    properties: { use: 'fram', status: 0, area: 3, state },
    geometry: { type: 'Polygon', coordinates: square },
  }));
  await writeFile(
    join(dir, 'config/data/parcels.geojson'),
    JSON.stringify({ type: 'FeatureCollection', features }),
  );
  await writeFile(
    join(dir, 'config/new.yaml'),
    `groups:
  - id: new
    name: { en: New, fr: Nouveau }
    category: land
    popup: { fields: [state] }
    sublayers:
      - { id: area, type: fill, source: parcels, paint: { fill-color: { classes: land-use } } }
`,
  );
  const { atlas } = await openConfig(join(dir, 'config'), {
    env: { ATLAS_DATA_DIR: join(dir, 'data') },
    profile: true,
    report: () => undefined,
  });
  const found = atlas.ok ? [] : atlas.diagnostics;
  expect(found.find(({ code }) => code === 'unknown-field')?.params).toMatchObject({
    undeclared: { name: 'state', type: 'integer' },
  });
  expect(found.find(({ code }) => code === 'class-never-occurs')?.params).toMatchObject({
    found: 'farm',
    nearest: 'fram',
  });
});

/** A copy of the atlas of harbours in a temporary folder, with its archives of tiles. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas } from '@napi-rs/canvas';
import { encodeTile } from '../../../cli/geography/tile-features.ts';
import { writePmtiles } from '../../../server/pmtiles/write-pmtiles.ts';

const SOURCE = fileURLToPath(new URL('../../atlases/harbours', import.meta.url));
const WORLD = [-180, -85, 180, 85] as const;

export interface Harbours {
  readonly config: string;
  readonly dataDir: string;
  remove(): void;
}

/** Returns a tile of one colour, PNG, 256 px. */
export function plainTile(color: string): Buffer {
  const canvas = createCanvas(256, 256);
  const context = canvas.getContext('2d');
  context.fillStyle = color;
  context.fillRect(0, 0, 256, 256);
  return canvas.toBuffer('image/png');
}

/** Writes the atlas; its ground has the colour `#D9C79E`, its pier is at 30° west on the equator. */
export function makeHarbours(): Harbours {
  const root = mkdtempSync(join(tmpdir(), 'atlas-harbours-'));
  const config = join(root, 'config');
  cpSync(SOURCE, config, { recursive: true });
  writePmtiles(join(config, 'data/ground.pmtiles'), {
    tiles: [{ z: 0, x: 0, y: 0, data: plainTile('#D9C79E') }],
    tileType: 'png',
    metadata: { name: 'ground' },
    bounds: WORLD,
  });
  const place: [number, number] = [Math.round((150 / 360) * 4096), 2048];
  const pier = {
    properties: { name: 'Long pier' },
    geometry: { kind: 'point', points: [place] },
  } as const;
  writePmtiles(join(config, 'data/piers.pmtiles'), {
    tiles: [{ z: 0, x: 0, y: 0, data: encodeTile(new Map([['pier', [pier]]])) }],
    tileType: 'mvt',
    metadata: { vector_layers: [{ id: 'pier', fields: { name: 'String' } }] },
    bounds: WORLD,
  });
  return {
    config,
    dataDir: join(root, 'data'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import * as named from '../../../demo/generators/layers/pictures.ts';
import { SIZE } from '../../../demo/pictures/canvas.ts';
import { SCENES } from '../../../demo/pictures/scenes.ts';
import { SKETCH_MAPS } from '../../../demo/pictures/sketch-maps.ts';
import { CONFIG } from './made.ts';

const FOLDER = join(CONFIG, 'data', 'photos');

describe('the pictures of the demonstration', () => {
  it('are in the folder as they are drawn and as features name them', async () => {
    const files = (await readdir(FOLDER)).sort();
    expect(files).toEqual([...named.SCENES, ...named.SKETCH_MAPS].sort());
    const drawn = [...Object.keys(SCENES), ...Object.keys(SKETCH_MAPS)];
    expect(files).toEqual(drawn.map((name) => `${name}.webp`).sort());
  });

  it('open at their size, and weigh less than 250 kB together', async () => {
    let bytes = 0;
    for (const file of await readdir(FOLDER)) {
      const picture = await readFile(join(FOLDER, file));
      bytes += picture.length;
      const { width, height } = await loadImage(picture);
      expect({ width, height }).toEqual(SIZE);
    }
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(250_000);
  });
});

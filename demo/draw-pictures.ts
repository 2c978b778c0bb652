/**
 * Draws the pictures used in place of photos in the demonstration data, into
 * `atlas.config/data/photos`: `npm run pictures`. They show no real people or places.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSheet } from './pictures/canvas.ts';
import { SCENES } from './pictures/scenes.ts';
import { SKETCH_MAPS } from './pictures/sketch-maps.ts';

const FOLDER = fileURLToPath(new URL('../atlas.config/data/photos/', import.meta.url));
/**
 * Quality of the WebP files, 0 to 100. The pictures have few colours, so this value gives small
 * files without visible artefacts.
 */
const QUALITY = 72;

await mkdir(FOLDER, { recursive: true });
for (const [name, draw] of Object.entries({ ...SCENES, ...SKETCH_MAPS })) {
  const sheet = createSheet(name);
  draw(sheet);
  const bytes = await sheet.pen.canvas.encode('webp', QUALITY);
  await writeFile(join(FOLDER, `${name}.webp`), bytes);
  process.stdout.write(`${name}.webp ${bytes.length} bytes\n`);
}

import { inflateSync } from 'node:zlib';
import type { BaseDecoder, GeoTIFFImage } from 'geotiff';
import type { OpenTiff } from './open-tiff.ts';
import { refuseRaster, translateCommand, warpCommand } from './refuse-raster.ts';

/** The value of a cell without data in an atlas. */
const NO_DATA = 255;
const DEFLATE = new Set([8, 32946]);

/**
 * Reads the cells row by row, north-west cell first, 255 for no data. Throws `UnreadableData` when
 * 255 has another meaning in the file, and another error when the file is damaged.
 */
export async function readCells(tiff: OpenTiff): Promise<Uint8Array> {
  const { image, name, width, height } = tiff;
  const [blockWidth, blockHeight] = [image.getTileWidth(), image.getTileHeight()];
  const values = new Uint8Array(width * height);
  const decoder = await decoderOf(tiff);
  // Cells are read block by block, so that only one block is in memory in addition to the cells.
  for (let y = 0; y * blockHeight < height; y += 1) {
    for (let x = 0; x * blockWidth < width; x += 1) {
      const { data } = await image.getTileOrStrip(x, y, 0, decoder);
      const block = new Uint8Array(data);
      const across = Math.min(blockWidth, width - x * blockWidth);
      const down = Math.min(blockHeight, height - y * blockHeight);
      if (block.length < (down - 1) * blockWidth + across) throw new RangeError('a short block');
      for (let row = 0; row < down; row += 1) {
        const from = row * blockWidth;
        const to = (y * blockHeight + row) * width + x * blockWidth;
        values.set(block.subarray(from, from + across), to);
      }
    }
  }
  markNoData(values, image, name);
  return values;
}

/** Blocks are decoded by the library, except deflate: zlib is faster and can stop at a limit. */
async function decoderOf({ image, compression }: OpenTiff): Promise<BaseDecoder> {
  const { BaseDecoder: Base, getDecoder } = await import('geotiff');
  const parameters = {
    tileWidth: image.getTileWidth(),
    tileHeight: image.getTileHeight(),
    predictor: Number((await image.fileDirectory.loadValue('Predictor')) ?? 1),
    bitsPerSample: 8,
    planarConfiguration: 1,
  };
  if (!DEFLATE.has(compression)) return getDecoder(compression, parameters);
  const maxOutputLength = parameters.tileWidth * parameters.tileHeight;
  class Inflate extends Base {
    override decodeBlock(block: ArrayBufferLike): ArrayBufferLike {
      return new Uint8Array(inflateSync(new Uint8Array(block), { maxOutputLength })).buffer;
    }
  }
  return new Inflate(parameters);
}

/** Sets cells without data to 255, which no other cell may have. */
function markNoData(values: Uint8Array, image: GeoTIFFImage, name: string): void {
  const declared = image.getGDALNoData();
  if (declared === NO_DATA) return;
  const used = values.indexOf(NO_DATA);
  if (used !== -1)
    throw refuseRaster(
      name,
      `has cells of the value 255, which means “no data” in an atlas, and ${declared === null ? 'declares no value for that' : `its own value for “no data” is ${declared}`}`,
      `If these cells have no data: \`${declared === null ? translateCommand(name, '-a_nodata 255') : warpCommand(name).replace('-dst', `-srcnodata "${declared} 255" -dst`)}\`. If they have data, this command changes them to 254: \`${warpCommand(name)}\`.`,
    );
  if (declared === null || !(declared >= 0 && declared < NO_DATA)) return;
  for (let i = 0; i < values.length; i += 1) if (values[i] === declared) values[i] = NO_DATA;
}

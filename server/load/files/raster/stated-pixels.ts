import type { StatedPixels } from 'atlas-engine';
import type { GeoTIFFImage } from 'geotiff';

/**
 * Returns the scale, offset and unit that GDAL stored with the band; undefined when the file states
 * none, or what is not a number.
 */
export async function statedPixels(image: GeoTIFFImage): Promise<StatedPixels | undefined> {
  const items = await image.getGDALMetadata(0);
  const { SCALE = 1, OFFSET = 0, UNITTYPE } = (items ?? {}) as Readonly<Record<string, unknown>>;
  const [scale, offset] = [Number(SCALE), Number(OFFSET)];
  const unit = typeof UNITTYPE === 'string' ? textOf(UNITTYPE) : '';
  if (!Number.isFinite(scale) || !Number.isFinite(offset) || scale === 0) return undefined;
  if (scale === 1 && offset === 0 && unit === '') return undefined;
  return { scale, offset, ...(unit !== '' && { unit }) };
}

/** The library reads each byte as one character; GDAL writes UTF-8 and escapes as in XML. */
function textOf(read: string): string {
  const text = Buffer.from(read, 'latin1').toString('utf8').trim();
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

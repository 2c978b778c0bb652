import type * as Config from '../../../schemas/config.g.ts';
import type { PixelValues } from '../../model/pixel-values.ts';
import type { ResolveContext } from '../context.ts';

const KEYS = ['scale', 'offset', 'unit'] as const;

/**
 * Resolves `scale`, `offset` and `unit` of a raster; undefined without them. Diagnostics:
 * `key-of-raster`, `scale-zero`, those of texts.
 */
export function resolvePixels(
  raw: Config.Dataset,
  { report, texts }: ResolveContext,
): PixelValues | undefined {
  const written = KEYS.filter((key) => raw[key] !== undefined);
  if (raw.geometry !== 'raster') {
    for (const key of written) {
      const params = { key, dataset: raw.id, geometry: raw.geometry };
      report.error('key-of-raster', { node: raw, key, part: 'key' }, params);
    }
    return undefined;
  }
  if (written.length === 0) return undefined;
  if (raw.scale === 0)
    report.error('scale-zero', { node: raw, key: 'scale' }, { offset: raw.offset ?? 0 });
  return {
    scale: raw.scale ?? 1,
    offset: raw.offset ?? 0,
    unit: texts.resolveOptional(raw, 'unit') ?? null,
  };
}

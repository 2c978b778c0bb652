import { createHash } from 'node:crypto';
import type { LoadStep } from './progress.ts';
import type { DataOrigin, RasterOfFile } from '../store/store.ts';

/** The input of a load. An unchanged `digest` means an unchanged input, which needs no load. */
export type LoadInput =
  | {
      readonly kind: 'features';
      readonly digest: string;
      /** The origin of the data; default: `built-in`. */
      readonly origin?: DataOrigin;
      /** Unchecked GeoJSON features; read only when a load is needed. */
      readonly features: Iterable<unknown> | AsyncIterable<unknown>;
      /** Returns the share of the input that is read, 0 to 1, if it is known. */
      readonly share?: () => number;
      /** Receives what a load does, often. */
      readonly watch?: (step: LoadStep) => void;
      /** File names of the pictures in each folder that a field names; `digest` covers them. */
      readonly pictures?: ReadonlyMap<string, ReadonlySet<string>>;
    }
  | {
      readonly kind: 'raster';
      readonly digest: string;
      /** The raster, or a function that returns it, which is called only when a load is needed. */
      readonly raster: RasterOfFile | (() => RasterOfFile | Promise<RasterOfFile>);
    };

/** Returns a digest of bytes or text for `LoadInput`. */
export function digestOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 32);
}

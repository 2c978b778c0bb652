/**
 * What the pixels of a raster mean: a pixel `v`, from 0 to 254, is `v` × `scale` + `offset` in
 * `unit`. `scale` is not 0.
 */
export interface PixelValues {
  readonly scale: number;
  readonly offset: number;
  readonly unit: Readonly<Record<string, string>> | null;
}

/** What the pixels mean: a pixel `v` is `v` × `scale` + `offset`. */
export interface PixelScale {
  readonly scale: number;
  readonly offset: number;
}

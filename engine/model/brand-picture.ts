/** A picture that represents the atlas as a whole. */
export interface BrandPicture {
  /** Path of the file in the configuration. */
  readonly path: string;
  /** The key that names the file: `logo` is one picture for both grounds. */
  readonly key: 'logo' | 'light' | 'dark' | 'favicon';
}

/**
 * The parameters of codes, which their messages contain. `Codes` maps each code to one of these
 * types.
 */

/** The type of the parameters of a code that has none. */
export type None = Readonly<Record<string, never>>;
export type Texts<K extends string> = { readonly [key in K]: string };
export type Numbers<K extends string> = { readonly [key in K]: number };
export type Lists<K extends string> = { readonly [key in K]: readonly string[] };
/** Optional texts; an empty text counts as absent. */
export type Maybe<K extends string> = { readonly [key in K]?: string | undefined };

/** An unknown name, the closest known name, and all known names. */
export type Unknown<K extends string = 'found'> = Texts<K> & Maybe<'nearest'> & Lists<'known'>;

/** The place where an unknown key would be valid, and the type of the sublayer. */
export interface Elsewhere {
  readonly key: 'outline' | 'classes' | 'paint' | 'layout' | 'opacity';
  readonly type: string;
}

/** The dataset that restricts a file, and the kind of restriction. */
export type Guarded = Texts<'dataset'> &
  (
    | ({ readonly by: 'view' | 'download' } & Texts<'level'>)
    | ({ readonly by: 'field' } & Texts<'field' | 'level'>)
    | { readonly by: 'only' | 'consent' }
  );

/** A file of features in metres, and how to convert it to longitude and latitude. */
export type ProjectedFile = Texts<'file' | 'system'> & {
  /** Options of GDAL, which name the columns of a table. */
  readonly options: readonly string[];
  /** Whether the coordinates fit the reference system; otherwise it is an example. */
  readonly isKnown: boolean;
};

/** The first features of a message, each with its place and, after a space, its name. */
export type Features = {
  readonly features?: readonly string[];
  /** The unit of the places: lines from 1, or features from 0. */
  readonly placed?: 'line' | 'feature';
};

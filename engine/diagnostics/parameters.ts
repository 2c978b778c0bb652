/** The parameters of a code: what its words mention. `Codes` has one of these types for each code. */

/** A code whose words mention nothing. */
export type None = Readonly<Record<string, never>>;
export type Texts<K extends string> = { readonly [key in K]: string };
export type Numbers<K extends string> = { readonly [key in K]: number };
export type Lists<K extends string> = { readonly [key in K]: readonly string[] };
/** Texts that may be absent; an empty one is absent too. */
export type Maybe<K extends string> = { readonly [key in K]?: string | undefined };

/** A name that leads nowhere, the nearest one that exists, and all of them. */
export type Unknown<K extends string = 'found'> = Texts<K> & Maybe<'nearest'> & Lists<'known'>;

/** Where a key that is unknown here would be right, and the type of the sublayer that has it. */
export interface Elsewhere {
  readonly key: 'outline' | 'classes' | 'paint' | 'layout';
  readonly type: string;
}

/** The dataset that restricts a file, and by what. */
export type Guarded = Texts<'dataset'> &
  (
    | ({ readonly by: 'view' | 'download' } & Texts<'level'>)
    | ({ readonly by: 'field' } & Texts<'field' | 'level'>)
    | { readonly by: 'only' }
  );

/** The first features that a message is about, each with its place and, after a space, its name. */
export type Features = {
  readonly features?: readonly string[];
  /** What the places count: lines from 1, features from 0. */
  readonly placed?: 'line' | 'feature';
};

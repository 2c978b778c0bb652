type KeysOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K extends PropertyKey> = U extends unknown
  ? K extends keyof U
    ? U[K]
    : never
  : never;

/** A union as one type: keys that only some of its members have are optional. */
export type AnyOf<U> = Pick<U, keyof U> & {
  [K in Exclude<KeysOf<U>, keyof U>]?: ValueOf<U, K>;
};

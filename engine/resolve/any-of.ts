type KeysOf<U> = U extends unknown ? keyof U : never;
type ValueOf<U, K extends PropertyKey> = U extends unknown
  ? K extends keyof U
    ? U[K]
    : never
  : never;

/** Converts a union to one type in which keys that only some members have are optional. */
export type AnyOf<U> = Pick<U, keyof U> & {
  [K in Exclude<KeysOf<U>, keyof U>]?: ValueOf<U, K>;
};

/** An object type in which properties that may be undefined are optional. */
type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the object without the keys whose value is undefined, in the same order. */
export function present<const T extends object>(fields: T): Present<T> {
  // A loop is four times faster than `Object.entries`, and every layer of an atlas is processed
  // here.
  const kept: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as Present<T>;
}

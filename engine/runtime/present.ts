/** An object whose keys are left out where their value is undefined. */
type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The object without the keys whose value is undefined; the others keep their order. */
export function present<const T extends object>(fields: T): Present<T> {
  // A loop: lists of entries take four times as long, and every layer of an atlas comes by here.
  const kept: Record<string, unknown> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as Present<T>;
}

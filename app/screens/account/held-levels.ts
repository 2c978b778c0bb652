import type { CompiledForm } from 'atlas-engine/runtime';

/** The field that names the requested level. */
const FIELD = 'level';

/**
 * Returns the form without the levels that an account has: those in `held`, and all below them.
 * `levels` are all levels of the atlas, lowest first. Returns null when no level is left to request.
 */
export function withoutHeldLevels(
  form: CompiledForm,
  levels: readonly { readonly id: string }[],
  held: readonly string[],
): CompiledForm | null {
  const schema = form.schema.properties[FIELD];
  const ui = form.ui[FIELD];
  if (!ui || schema?.type !== 'string' || !schema.enum) return form;
  const highest = levels.findLastIndex(({ id }) => held.includes(id));
  const below = new Set(levels.slice(0, highest + 1).map(({ id }) => id));
  const isLeft = schema.enum.map((id) => !below.has(id));
  if (!isLeft.includes(true)) return null;
  const left = <T>(all: readonly T[]): readonly T[] => all.filter((_one, place) => isLeft[place]);
  const properties = { ...form.schema.properties, [FIELD]: { ...schema, enum: left(schema.enum) } };
  return {
    ...form,
    schema: { ...form.schema, properties },
    ui: { ...form.ui, [FIELD]: { ...ui, ...(ui.labels && { labels: left(ui.labels) }) } },
  };
}

/**
 * Returns the values with which the form begins: the level of the layer whose lock the visitor
 * followed, if the form offers it.
 */
export function chosenIn(form: CompiledForm, state: unknown): Readonly<Record<string, string>> {
  const { level } = (state ?? {}) as { readonly level?: unknown };
  const schema = form.schema.properties[FIELD];
  if (typeof level !== 'string' || schema?.type !== 'string') return {};
  return schema.enum?.includes(level) ? { [FIELD]: level } : {};
}

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

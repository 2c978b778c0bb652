import type { Node } from './nodes.ts';

/** Maximum length of an example in characters. Longer examples are only in the reference. */
const LONGEST_EXAMPLE = 60;

/**
 * Returns the text that an editor shows for a node: title, description and default. Examples
 * are part of the description, because an editor would insert `examples` as values.
 */
export function hoverOf(node: Node): Node {
  const { title, description, examples, default: value } = node;
  const shown = ((examples ?? []) as readonly unknown[])
    .map((example) => JSON.stringify(example))
    .filter((example) => example.length <= LONGEST_EXAMPLE);
  const example = `\n\nExample: \`${shown.join('`, `')}\``;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(description === undefined || shown.length === 0
      ? {}
      : { markdownDescription: `${String(description)}${example}` }),
    ...(value === undefined ? {} : { default: value }),
  };
}

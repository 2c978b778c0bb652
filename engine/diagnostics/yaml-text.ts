/** Quotes any text for YAML with the fewest escapes. */
export function quoted(text: string): string {
  return text.includes("'") && !/["\\]/.test(text)
    ? `"${text}"`
    : `'${text.replaceAll("'", "''")}'`;
}

/** Formats a value as YAML on one line: `{ id: wells, bounds: [8, -14, 32, 12] }`. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? yamlText(value) : String(value);
  const pairs = Object.entries(value).map(([key, item]) => `${yamlText(key)}: ${flowText(item)}`);
  return pairs.length > 0 ? `{ ${pairs.join(', ')} }` : '{}';
}

/** Matches words that some YAML parsers do not read as text. */
const OTHER_WORDS = /^(?:null|yes|no|on|off|y|n)$/i;

/**
 * Formats a text as a value or key of YAML, quoted only if necessary; numbers, `true` and `false`
 * are not quoted.
 */
export function yamlText(text: string): string {
  const plain = /^[\p{L}\d_./][\p{L}\d_./+-]*(?: [\p{L}\d_./+-]+)*$/u.test(text);
  return plain && !OTHER_WORDS.test(text) ? text : quoted(text);
}

/** Quotes any text for YAML with the fewest escapes. */
export function quoted(text: string): string {
  return text.includes("'") && !/["\\]/.test(text)
    ? `"${text}"`
    : `'${text.replaceAll("'", "''")}'`;
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

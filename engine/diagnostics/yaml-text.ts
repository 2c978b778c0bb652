/** A text in the quotes that need the least escaping, as YAML takes it whatever it holds. */
export function quoted(text: string): string {
  return text.includes("'") && !/["\\]/.test(text)
    ? `"${text}"`
    : `'${text.replaceAll("'", "''")}'`;
}

/** Words that readers of YAML take for something else than a text. */
const OTHER_WORDS = /^(?:null|yes|no|on|off|y|n)$/i;

/** A text as a value or key of YAML, in quotes only where it needs them; numbers, `true` and `false` stay what they are. */
export function yamlText(text: string): string {
  const plain = /^[\p{L}\d_./][\p{L}\d_./+-]*(?: [\p{L}\d_./+-]+)*$/u.test(text);
  return plain && !OTHER_WORDS.test(text) ? text : quoted(text);
}

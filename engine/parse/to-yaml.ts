import { Document, isCollection, isMap, isPair, isScalar, Scalar, visit } from 'yaml';

/** Maximum length in characters of a mapping or list on one line. */
const FLOW_WIDTH = 72;

/**
 * Formats a value as YAML in the usual style: small mappings and lists on one line, numbers as keys
 * without quotes, texts with `${…}` in quotes.
 */
export function toYaml(value: unknown): string {
  const document = new Document(value);
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && node.value.includes('${'))
        node.type = Scalar.QUOTE_SINGLE;
    },
    Pair: (_, pair) => {
      if (isScalar(pair.key) && /^\d+$/.test(String(pair.key.value)))
        pair.key = new Scalar(Number(pair.key.value));
    },
    Collection: (_, node, path) => {
      const length = JSON.stringify(node.toJSON()).length;
      const holdsMappings = node.items.some((item) =>
        isCollection(isPair(item) ? item.value : item) ? length > FLOW_WIDTH / 2 : false,
      );
      if (
        (path.length > 1 || !isMap(node)) &&
        length <= FLOW_WIDTH &&
        !(isMap(node) && holdsMappings)
      )
        node.flow = true;
    },
  });
  return document
    .toString({ lineWidth: 100, singleQuote: true, flowCollectionPadding: true })
    .trimEnd();
}

/** Texts that are the same text in YAML without quotes, also in braces. */
const PLAIN = /^\p{L}[\p{L}\p{N}_./-]*(?: [\p{L}\p{N}_./-]+)*$/u;
const WORDS_OF_YAML = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Formats a value as YAML on one line. */
export function toFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toFlow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, each]) => `${toFlow(key)}: ${toFlow(each)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  if (typeof value !== 'string') return String(value);
  if (PLAIN.test(value) && !WORDS_OF_YAML.test(value)) return value;
  // Control characters need the escapes of double quotes.
  return /[\p{Cc}\u2028\u2029\ufeff]/u.test(value)
    ? JSON.stringify(value)
    : `'${value.replaceAll("'", "''")}'`;
}

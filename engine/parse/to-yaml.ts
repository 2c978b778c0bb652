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

/** Content negotiation: encoding and language (RFC 9110, section 12.5). */

export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * Maximum length of a header in characters. Longer ones are truncated, because no client needs them
 * and parsing takes time.
 */
const MAX_HEADER_LENGTH = 1_000;

/** Chooses the best encoding among those offered; `identity` when nothing else is accepted. */
export function chooseEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding {
  const weights = new Map(readWeights(header));
  const fallback = weights.get('*') ?? 0;
  return offered.find((encoding) => (weights.get(encoding) ?? fallback) > 0) ?? 'identity';
}

/**
 * Chooses the reader's preferred language that the atlas has, by weight, then by position. A
 * regional form (`fr-CM`) counts as its language. Returns null when there is none.
 */
export function chooseLocale(
  header: string | undefined,
  available: readonly string[],
): string | null {
  const wanted = readWeights(header)
    .filter(([, weight]) => weight > 0)
    .sort(([, a], [, b]) => b - a);
  for (const [tag] of wanted) {
    const match = available.find((locale) => {
      const own = locale.toLowerCase();
      return own === tag || own === tag.split('-', 1)[0];
    });
    if (match !== undefined) return match;
  }
  return null;
}

/**
 * Returns the items of a header in lower case and in order, with their `q`. A missing `q` is 1, an
 * invalid `q` is 0.
 */
function readWeights(header: string | undefined): [name: string, weight: number][] {
  if (!header) return [];
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .toLowerCase()
    .split(',')
    .map((item): [string, number] => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      const weight = quality === undefined ? 1 : Number(quality.slice(2));
      return [name, weight >= 0 && weight <= 1 ? weight : 0];
    })
    .filter(([name]) => name !== '');
}

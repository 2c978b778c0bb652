const PRIME = 0x01000193;

/**
 * Returns a 64-bit hash of a text as 16 hexadecimal digits: two variants of FNV-1a with different
 * seeds, the first over its UTF-16 code units, the second over each unit plus its position. It is not cryptographic; use it for addresses only.
 */
export function hashText(text: string): string {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    first = Math.imul(first ^ unit, PRIME);
    second = Math.imul(second ^ (unit + i), PRIME);
  }
  return [first, second].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

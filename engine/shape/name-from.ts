/** Returns a text in kebab case, without accents. */
export function nameFrom(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('œ', 'oe').toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^[-0-9]+|-+$/g, '');
}

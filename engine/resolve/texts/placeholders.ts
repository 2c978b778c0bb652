/** Returns the names in `{{…}}` of a text, sorted. */
export function placesIn(text: string): readonly string[] {
  if (!text.includes('{{')) return [];
  return [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map((match) => match[1]!).sort();
}

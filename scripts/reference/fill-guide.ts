import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Replaces each `<!-- file: PATH -->` of a guide page with that file as a code block. Paths are
 * relative to the root of the repository. Throws when a file cannot be read.
 */
export function insertFiles(page: string): string {
  return page.replace(/^<!-- file: (\S+) -->$/gm, (_, path: string) => {
    const text = readFileSync(ROOT + path, 'utf8').trimEnd();
    const language = extname(path).slice(1).replace('geojson', 'json');
    return `\`\`\`${language}\n${text}\n\`\`\``;
  });
}

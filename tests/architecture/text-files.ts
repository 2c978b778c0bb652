import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './read-sources.ts';

const TEXTS = /\.(?:[cm]?[jt]sx?|md|ya?ml|schema\.json|css|html|sh|txt|service|example|conf)$/;
/** Generated and installed files. */
const LEFT_OUT =
  /(?:^|\/)(?:node_modules|dist|\.git|\.atlas|data\/demo|atlas\.schema\.json)(?:\/|$)|\.g\.ts$/;

/** Returns the files under a folder with words for people, as paths from the root. */
export function textFiles(folder = ROOT): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const name = relative(ROOT, path);
    if (LEFT_OUT.test(name)) return [];
    return entry.isDirectory() ? textFiles(path) : TEXTS.test(name) ? [name] : [];
  });
}

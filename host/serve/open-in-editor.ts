/** Opens files of the configuration in the editor of their author. */
import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import launchEditor from 'launch-editor';
import type { OpenPlace } from '../../server/routes/author/open-route.ts';

/** Milliseconds after which an editor that has not failed is taken as open. */
const FAILS_WITHIN = 3_000;

/**
 * Returns a function that opens a place of a file in `folder`, and of no other file. The editor is that
 * of `LAUNCH_EDITOR`, else one that is running, else that of `VISUAL` or `EDITOR`.
 */
export function editorOf(folder: string): OpenPlace {
  return async ({ file, line, column }) => {
    const path = await pathIn(folder, file);
    if (path === null) return 'no-such-file';
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('opened'), FAILS_WITHIN);
      launchEditor(`${path}:${line}:${column}`, () => {
        clearTimeout(timer);
        resolve('no-editor');
      });
    });
  };
}

/** Returns the path of a file in a folder; null if there is none, also for one that a link leads to. */
async function pathIn(folder: string, file: string): Promise<string | null> {
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, file))]);
    const way = relative(root, path);
    return way === '' || way.startsWith('..') || isAbsolute(way) ? null : path;
  } catch {
    return null;
  }
}

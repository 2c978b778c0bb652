/** Reads the built browser application into memory: a few megabytes that are requested often. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash, type Encoded } from '../../http/encoded.ts';
import { contentTypeOf } from '../../http/content-type.ts';

export interface BuiltApp {
  /** The text of `index.html`, with the markers where the atlas is inserted. */
  readonly page: string;
  /**
   * The files by address, such as `/assets/index-BLcQbcFK.js`. Their names have a hash of the
   * content.
   */
  readonly assets: ReadonlyMap<string, Encoded>;
  /** The file of the module that draws the page of the map on the server; null if there is none. */
  readonly drawModule: string | null;
}

/** Reads the folder that the build wrote. Throws when the application has not been built. */
export function readBuiltApp(appDir: string): BuiltApp {
  const pageFile = join(appDir, 'index.html');
  if (!existsSync(pageFile)) {
    throw new Error('The browser application is not built: its folder has no index.html.');
  }
  const assetsDir = join(appDir, 'assets');
  const names = existsSync(assetsDir) ? readdirSync(assetsDir) : [];
  const present = new Set(names);
  const read = (name: string): Buffer | null =>
    present.has(name) ? readFileSync(join(assetsDir, name)) : null;
  const assets = names
    .filter((name) => !/\.(?:br|gz|map)$/.test(name))
    .map((name): [string, Encoded] => {
      const identity = readFileSync(join(assetsDir, name));
      return [
        `/assets/${name}`,
        {
          type: contentTypeOf(name),
          identity,
          br: read(`${name}.br`),
          gzip: read(`${name}.gz`),
          hash: contentHash(identity),
        },
      ];
    });
  const drawModule = join(appDir, 'draw-page.js');
  return {
    page: readFileSync(pageFile, 'utf8'),
    assets: new Map(assets),
    drawModule: existsSync(drawModule) ? drawModule : null,
  };
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { DrawPage } from '../../server/routes/page/prepared-pages.ts';

/**
 * Loads the part of the built application that draws the page of the map on the server. A page that
 * cannot be drawn is logged and empty: the browser draws it.
 */
export async function loadDrawPage(
  folder: string,
  logger: Pick<FastifyBaseLogger, 'error'>,
): Promise<DrawPage> {
  const file = pathToFileURL(join(folder, 'draw-page.js')).href;
  const { drawPage } = (await import(file)) as { drawPage: DrawPage };
  return (index, view) => {
    try {
      return drawPage(index, view);
    } catch (error) {
      logger.error(error, 'The page of the map could not be drawn; browsers draw it.');
      return { html: '', ground: 'light' };
    }
  };
}

/** Opens a place of the configuration in the editor of its author. Only for a server that answers nobody else. */
import { placeRequest, type PlaceRequest } from 'atlas-engine/http';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/errors.ts';

/** What became of a request to open a file. */
export type Opened = 'opened' | 'no-such-file' | 'no-editor';

/** Opens a place of a file of the configuration in an editor. */
export type OpenPlace = (place: PlaceRequest) => Promise<Opened>;

const SCHEMA = {
  summary: 'Opens a place of the configuration in the editor of its author.',
  body: placeRequest,
};

/** Adds `POST /dev/open`. Errors: 404 for a file that the configuration does not have, 409 without an editor. */
export function addOpenRoute(app: FastifyInstance, openPlace: OpenPlace): void {
  app.post<{ Body: PlaceRequest }>('/dev/open', { schema: SCHEMA }, async ({ body }, reply) => {
    switch (await openPlace(body)) {
      case 'no-such-file':
        throw new HttpError('not-found', { detail: 'The configuration does not have this file.' });
      case 'no-editor':
        throw new HttpError('conflict', {
          detail:
            'No editor was found. Set EDITOR to its command, such as `code`, and start again.',
        });
      case 'opened':
        return reply.code(204).send();
    }
  });
}

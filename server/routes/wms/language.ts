/** Chooses the language of texts of the service. */
import type { FastifyRequest } from 'fastify';
import { chooseLocale } from '../../http/negotiate.ts';
import type { WmsParameters } from './parameters.ts';

export interface Language {
  readonly locale: string;
  /** The language in the address, if the atlas has it; links in the answer repeat it. */
  readonly asked: string | null;
  /** Request headers that the choice depends on. */
  readonly vary: readonly string[];
}

/**
 * Chooses the language: `LANGUAGE`, else the first language of the client that the atlas has, else
 * the fallback of the atlas.
 */
export function languageOf(request: FastifyRequest, parameters: WmsParameters): Language {
  const { available, fallback } = request.atlas.snapshot.locales;
  const asked = chooseLocale(parameters.get('LANGUAGE'), available);
  if (asked !== null) return { locale: asked, asked, vary: [] };
  const accepted = chooseLocale(request.headers['accept-language'], available);
  return { locale: accepted ?? fallback, asked: null, vary: ['Accept-Language'] };
}

/** The language that words of the service are in. */
import type { FastifyRequest } from 'fastify';
import { chooseLocale } from '../../http/negotiate.ts';
import type { WmsParameters } from './parameters.ts';

export interface Language {
  readonly locale: string;
  /** The language the address asks for and the atlas has; links of the answer ask for it too. */
  readonly asked: string | null;
  /** Request headers that chose it. */
  readonly vary: readonly string[];
}

/** `LANGUAGE`, then the first language of the client that the atlas has, then its fallback. */
export function languageOf(request: FastifyRequest, parameters: WmsParameters): Language {
  const { available, fallback } = request.atlas.snapshot.locales;
  const asked = chooseLocale(parameters.get('LANGUAGE'), available);
  if (asked !== null) return { locale: asked, asked, vary: [] };
  const accepted = chooseLocale(request.headers['accept-language'], available);
  return { locale: accepted ?? fallback, asked: null, vary: ['Accept-Language'] };
}

import type { FastifyRequest } from 'fastify';
import { cookieOf } from '../../accounts/credentials.ts';
import { chooseLocale } from '../../http/negotiate.ts';
import { LANGUAGE_COOKIE } from './cookies.ts';

/** Returns the language for mails to a visitor: the chosen one, else that of the browser. */
export function readerLocale({ headers, atlas }: FastifyRequest): string {
  const { available, session } = atlas.snapshot.locales;
  const chosen = cookieOf(headers, LANGUAGE_COOKIE);
  if (chosen !== null && available.includes(chosen)) return chosen;
  return chooseLocale(headers['accept-language'], available) ?? session;
}

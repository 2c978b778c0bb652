import type { FastifyRequest } from 'fastify';

/** The description of the parameter `locale`. */
export const LOCALE = {
  type: 'string',
  maxLength: 20,
  description: 'Language of the answer; if the atlas does not have it, the default of the atlas.',
} as const;

/** Returns the language of the answer to a request with the parameter `locale`. */
export function localeOf({ query, atlas }: FastifyRequest): string {
  const { locale = '' } = query as { locale?: string };
  const { available, fallback } = atlas.snapshot.locales;
  return available.includes(locale) ? locale : fallback;
}

/** Serves the page of the atlas in the language of the reader. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import type { BuiltApp } from '../assets/built-app.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { contentHash, encode, type Encoded } from '../../http/encoded.ts';
import { chooseLocale } from '../../http/negotiate.ts';
import { pagePolicy, type SecurityOptions } from '../../http/security-headers.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import { renderPage } from './page-html.ts';

/** Addresses of the screens of the application. */
const SCREENS = ['/'] as const;

/** Adds the page at every screen of the application. */
export function addPageRoutes(
  app: FastifyInstance,
  { built, security }: { built: BuiltApp; security: SecurityOptions },
): void {
  const pages = preparedPages(built);
  for (const url of SCREENS) {
    addGetRoute(
      app,
      url,
      async (request, reply) => {
        const { snapshot, asker } = request.atlas;
        const { locale, negotiated } = pageLocale(request, snapshot);
        const hosts = snapshot.hosts[asker.rank] ?? [];
        const policy = pagePolicy(hosts, security);
        void reply.header('content-security-policy', policy).header('content-language', locale);
        const page = await pages(snapshot, locale);
        const isPublic = sameHosts(hosts, snapshot.hosts[0] ?? []);
        return sendEncoded(
          request,
          reply,
          // The hash includes the policy, so that other hosts also change the `ETag`.
          { ...page, hash: contentHash(Buffer.from(`${page.hash} ${policy}`)) },
          {
            caching: isPublic ? 'revalidate' : 'never',
            vary: negotiated ? ['Accept-Language'] : [],
          },
        );
      },
      { schema: { querystring: { type: 'object', properties: { lang: { type: 'string' } } } } },
    );
  }
}

/**
 * Returns the language of the page: `?lang=`, else the first language of the browser that the atlas
 * has, else the default of the atlas.
 */
function pageLocale(
  request: FastifyRequest,
  { locales }: AtlasSnapshot,
): { locale: string; negotiated: boolean } {
  const { lang } = request.query as { lang?: string };
  if (lang !== undefined && locales.available.includes(lang)) {
    return { locale: lang, negotiated: false };
  }
  const accepted = chooseLocale(request.headers['accept-language'], locales.available);
  return { locale: accepted ?? locales.session, negotiated: true };
}

/** Renders and compresses each page once per snapshot. */
function preparedPages(
  built: BuiltApp,
): (snapshot: AtlasSnapshot, locale: string) => Promise<Encoded> {
  const prepared = new WeakMap<AtlasSnapshot, Map<string, Promise<Encoded>>>();
  return (snapshot, locale) => {
    const pages = prepared.get(snapshot) ?? new Map<string, Promise<Encoded>>();
    prepared.set(snapshot, pages);
    const known = pages.get(locale);
    if (known) return known;
    const html = renderPage(built.page, snapshot.pages.get(locale)!);
    const made = encode(html, 'text/html; charset=utf-8', { best: true });
    pages.set(locale, made);
    return made;
  };
}

function sameHosts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((host, index) => host === other[index]);
}

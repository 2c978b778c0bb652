/** Serves the page of the atlas at every screen, in the language of the reader. */
import type { IncomingHttpHeaders } from 'node:http';
import { REDIRECTS, SCREENS } from 'atlas-engine/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MISSING_SCREEN, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { errorHeaders } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { contentHash } from '../../http/encoded.ts';
import { chooseLocale } from '../../http/negotiate.ts';
import { pagePolicy, scriptSources, type SecurityOptions } from '../../http/security-headers.ts';
import { sendEncoded } from '../../http/send-encoded.ts';
import type { BuiltApp } from '../assets/built-app.ts';
import { createPageDrawer } from './page-drawer.ts';
import { preparedPages } from './prepared-pages.ts';

/** Sends the page that says that an address has no page, with the status 404. */
type SendMissingPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const SAME_SITE: readonly string[] = ["'self'"];

interface PageOptions {
  readonly built: BuiltApp;
  readonly security: SecurityOptions;
  /** The origin of the site; null when the operator has not set it. */
  readonly publicUrl: string | null;
  /** Whether the pages have the tools of the author. */
  readonly forAuthor: boolean;
}

const QUERY = {
  type: 'object',
  properties: {
    lang: { type: 'string', description: 'A language of the atlas; default: that of the browser.' },
    project: { type: 'string', description: 'The id of a project, for the preview of a link.' },
    embed: { type: 'string', description: '`1` for the compact map in a frame of another site.' },
  },
} as const;

/** The description of the map; the addresses of its view are those of `docs/addresses.md`. */
const MAP_SCHEMA = {
  summary: 'The page of the map, with the index of the public map as JSON.',
  produces: ['text/html'],
  faults: ['text/html', 'application/json'],
  querystring: QUERY,
} as const;

/**
 * Adds the page at every screen of the application, and the redirects between them. Returns what
 * sends the page of an unknown address.
 */
export function addPageRoutes(
  app: FastifyInstance,
  { built, security, publicUrl, forAuthor }: PageOptions,
): SendMissingPage {
  const drawer = built.drawModule === null ? null : createPageDrawer(built.drawModule, app.log);
  app.addHook('onClose', () => drawer?.close());
  const pages = preparedPages({ template: built.page, origin: publicUrl ?? '', drawer, forAuthor });
  // Only those of the template: no text of an atlas can become a script.
  const scripts = scriptSources(built.page);
  const sendScreen = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { snapshot, visitor } = request.atlas;
    const { locale, negotiated } = pageLocale(request, snapshot);
    // Only the compact map may be in a frame of another site. It shows what everyone may see.
    const { embed } = request.query as { embed?: string };
    const hosts = snapshot.hosts[embed === '1' ? 0 : visitor.rank] ?? [];
    const frameAncestors = embed === '1' ? security.frameAncestors : SAME_SITE;
    const isDrawn = drawer !== null && path === '/' && embed !== '1';
    const screen = isDrawn ? screenOf(request.headers) : null;
    const project = projectOf(request);
    const { encoded, styles } = await pages(snapshot, { locale, path, project, screen });
    const policy = pagePolicy(hosts, { frameAncestors, styles, scripts });
    void reply.header('content-security-policy', policy).header('content-language', locale);
    const isPublic = !isForOperators(path) && sameHosts(hosts, snapshot.hosts[0] ?? []);
    return sendEncoded(
      request,
      reply,
      // The hash includes the policy, so that other hosts also change the `ETag`.
      { ...encoded, hash: contentHash(Buffer.from(`${encoded.hash} ${policy}`)) },
      {
        caching: isPublic && reply.statusCode === 200 ? 'revalidate' : 'never',
        vary: [
          ...(negotiated ? ['Accept-Language'] : []),
          ...(screen === null ? [] : ['Sec-CH-UA-Mobile', 'User-Agent']),
        ],
      },
    );
  };
  const sendMissing: SendMissingPage = (request, reply) => {
    void reply.code(404).headers(errorHeaders(404));
    return sendScreen(request, reply, MISSING_SCREEN);
  };
  for (const { path: url } of SCREENS) {
    // A key in the address does not change the page.
    const pathOf = ({ params }: FastifyRequest) =>
      url.replace(':lang', (params as { lang?: string }).lang ?? ':lang');
    const send = (request: FastifyRequest, reply: FastifyReply) => {
      const path = pathOf(request);
      return hasScreen(request.atlas, path)
        ? sendScreen(request, reply, path)
        : sendMissing(request, reply);
    };
    addGetRoute(app, url, send, { schema: url === '/' ? MAP_SCHEMA : { querystring: QUERY } });
    if (url !== '/')
      addGetRoute(app, `${url}/`, (request, reply) =>
        hasScreen(request.atlas, pathOf(request))
          ? reply.redirect(withoutSlash(request.url), 308)
          : sendMissing(request, reply),
      );
  }
  for (const { from, to } of REDIRECTS) {
    addGetRoute(app, from, async (_request, reply) => reply.redirect(to, 302));
    addGetRoute(app, `${from}/`, async ({ url }, reply) => reply.redirect(withoutSlash(url), 308));
  }
  return sendMissing;
}

/** Returns an address without the slash at the end of its path. */
function withoutSlash(url: string): string {
  return url.replace(/\/(?=\?|$)/, '');
}

/** Reports whether a request for an unknown address expects a page, as those of browsers do. */
export function expectsPage({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && /\btext\/html\b/i.test(headers.accept ?? '');
}

/**
 * Reports whether an address has a screen for a visitor. The screens are the same in every language.
 */
function hasScreen({ snapshot, visitor }: FastifyRequest['atlas'], path: string): boolean {
  const { pages, locales } = snapshot;
  if (path === MISSING_SCREEN || (isForOperators(path) && !visitor.operator)) return false;
  return path === '/' || pages.get(locales.fallback)?.screens.has(path) === true;
}

function isForOperators(path: string): boolean {
  return SCREENS.some((screen) => screen.path === path && 'for' in screen);
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

/**
 * Returns the screen for which the page is drawn. A browser whose window has another size draws the page
 * again.
 */
function screenOf(headers: IncomingHttpHeaders): 'phone' | 'desktop' {
  const hint = headers['sec-ch-ua-mobile'];
  const isPhone =
    hint === undefined ? /\bMobile\b/.test(headers['user-agent'] ?? '') : hint === '?1';
  return isPhone ? 'phone' : 'desktop';
}

/** Returns the project of the address, for the preview of a link; null for an unknown one. */
function projectOf({ query, atlas: { snapshot } }: FastifyRequest): string | null {
  const { project = '' } = query as { project?: string };
  const { previews } = snapshot.pages.get(snapshot.locales.fallback)!;
  return project !== '' && previews.has(project) ? project : null;
}

function sameHosts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((host, index) => host === other[index]);
}

/** Security headers of every answer. */
import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export interface SecurityOptions {
  /** CSP sources that may embed the atlas in a frame, such as `'self'` or `https://example.org`. */
  readonly frameAncestors: readonly string[];
  /** True if visitors reach the site by https, so that browsers may enforce it (HSTS). */
  readonly https: boolean;
}

/**
 * The policy for responses that are not pages: they may load nothing and cannot be shown in a
 * frame.
 */
const NO_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The page may ask for the reader's location, and for no other permission. */
const PERMISSIONS_POLICY =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(self), gyroscope=(), ' +
  'magnetometer=(), microphone=(), midi=(), payment=(), usb=()';

/** Adds the security headers to every answer, errors included. */
export async function addSecurityHeaders(
  app: FastifyInstance,
  { https }: SecurityOptions,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // The directive `frame-ancestors` replaces this header, and can allow other sites.
    xFrameOptions: false,
    xXssProtection: false,
    xDownloadOptions: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'content-security-policy': NO_PAGE_POLICY,
      'permissions-policy': PERMISSIONS_POLICY,
    });
  });
}

/** What the policy of a page allows, apart from the hosts of a bundle. */
interface PagePolicy extends Pick<SecurityOptions, 'frameAncestors'> {
  /** CSP sources of the style elements of the page, such as `'sha256-…'`. */
  readonly styles: readonly string[];
  /** CSP sources of the scripts in the page itself. */
  readonly scripts: readonly string[];
}

/**
 * Returns the content security policy of the page. It allows the atlas's own scripts and styles, those
 * in the page by the hashes of their texts, and the hosts of one bundle.
 */
export function pagePolicy(
  hosts: readonly string[],
  { frameAncestors, styles, scripts }: PagePolicy,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' data: blob:", ...hosts].join(' '),
    ["connect-src 'self'", ...hosts].join(' '),
    "worker-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    ['frame-ancestors', ...(frameAncestors.length > 0 ? frameAncestors : ["'none'"])].join(' '),
  ].join('; ');
}

/** Returns the CSP sources of the style elements of a page: the hashes of their texts. */
export function styleSources(page: string): readonly string[] {
  return hashesOf(page, /<style>(.*?)<\/style>/gs);
}

/** Returns the CSP sources of the scripts in a page: the hashes of their texts. */
export function scriptSources(page: string): readonly string[] {
  return hashesOf(page, /<script>(.*?)<\/script>/gs);
}

function hashesOf(page: string, element: RegExp): readonly string[] {
  return [...page.matchAll(element)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );
}

/**
 * The policy of scripts. A worker obeys the policy sent with its script, not that of the page. This
 * policy names no hosts, because a script is cached for a year and the hosts may change.
 */
export const SCRIPT_POLICY = "script-src 'self'; worker-src 'self'; base-uri 'none'";

/**
 * The preview: authors see the atlas, on their own machine, as visitors of another level see it.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { ANONYMOUS, type Asker } from './asker.ts';
import { UNSCOPED } from './sight.ts';
import type { Settings } from '../config/settings.ts';
import { isAskedElsewhere } from '../http/other-sites.ts';
import { isAskedHere } from '../http/site.ts';

/** Returns whether a server that listens on this host can be reached only from this machine. */
export function isOwnMachine(host: string): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host);
}

/** Returns why a server with these settings must not offer a preview, or null. */
export function whyNoPreview({
  host,
  nodeEnv,
  publicUrl,
  trustProxy,
}: Pick<Settings, 'host' | 'nodeEnv' | 'publicUrl' | 'trustProxy'>): string | null {
  if (nodeEnv === 'production') return 'NODE_ENV is `production`';
  if (!isOwnMachine(host)) return `HOST is \`${host}\``;
  if (publicUrl !== null) return 'PUBLIC_URL is set, so the server can be reached from outside';
  return trustProxy === false ? null : 'TRUST_PROXY is set, so the server is behind a proxy';
}

/**
 * Gives this level to requests whose host is this machine and that did not come through a proxy.
 * Pages of other origins stay anonymous, including those whose host name resolves to this machine.
 */
export function askerOfPreview(
  level: string,
): (request: { readonly headers: IncomingHttpHeaders }, levels: readonly string[]) => Asker {
  return ({ headers }, levels) => {
    const rank = levels.indexOf(level);
    const isOwn = isAskedHere(headers) && !isAskedElsewhere(headers);
    return rank > 0 && isOwn ? { rank, scopes: UNSCOPED, account: true } : ANONYMOUS;
  };
}

/** Returns the banner that distinguishes the preview from the public atlas. */
export function previewBanner(level: string): string {
  const lines = [
    `PREVIEW AS ${level.toUpperCase()}`,
    `Everyone on this machine sees what visitors of \`${level}\` see, restricted data included.`,
    'Stop the server when you are done; start it without --level for the public atlas.',
  ];
  const rule = '='.repeat(Math.max(...lines.map((line) => line.length)));
  return [rule, ...lines, rule].join('\n');
}

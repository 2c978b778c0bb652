/** A look at the atlas as a visitor of another level has it, for those who write it, on their machine. */
import { ANONYMOUS, type AskerFrom } from './asker.ts';
import type { Settings } from '../config/settings.ts';
import { isAskedElsewhere } from '../http/other-sites.ts';
import { isAskedHere } from '../http/site.ts';

/** Tells whether only the machine itself reaches a server that listens there. */
export function isOwnMachine(host: string): boolean {
  return ['127.0.0.1', '::1', 'localhost'].includes(host);
}

/** In words why a server with these settings must not open a level to all who reach it, or null. */
export function whyNoPreview({
  host,
  nodeEnv,
  publicUrl,
  trustProxy,
}: Pick<Settings, 'host' | 'nodeEnv' | 'publicUrl' | 'trustProxy'>): string | null {
  if (nodeEnv === 'production') return 'NODE_ENV is `production`';
  if (!isOwnMachine(host)) return `HOST is \`${host}\``;
  if (publicUrl !== null) return 'PUBLIC_URL says that it is reached from outside';
  return trustProxy === false ? null : 'TRUST_PROXY says that it stands behind a proxy';
}

/**
 * Takes everyone for a visitor of a level who asks this machine by its own name and through no proxy:
 * a page from elsewhere is anonymous, whether it had its host name point here or asks as what it is.
 */
export function askerOfPreview(level: string): AskerFrom {
  return ({ headers }, levels) => {
    const rank = levels.indexOf(level);
    const isOwn = isAskedHere(headers) && !isAskedElsewhere(headers);
    return rank > 0 && isOwn ? { rank, account: true } : ANONYMOUS;
  };
}

/** What is printed so that nobody takes the preview for the atlas of everyone. */
export function previewBanner(level: string): string {
  const lines = [
    `PREVIEW AS ${level.toUpperCase()}`,
    `Everyone on this machine sees what visitors of \`${level}\` see, restricted data included.`,
    'Stop the server when you are done; start it without --level for the atlas of everyone.',
  ];
  const rule = '='.repeat(Math.max(...lines.map((line) => line.length)));
  return [rule, ...lines, rule].join('\n');
}
